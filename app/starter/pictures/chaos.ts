import { makeRandom } from '#starter/random.ts'
import { indigo, night, ochre, oxblood, paper, verdigris } from './palette.ts'
import { addPoint, blur, develop, layInk, makeLayer, makePlate, makeRamp, paintLayer } from './plate.ts'
import type { Painter } from './plate.ts'

/** The logistic map: one fixed point, then two, four, eight, and chaos with windows of order in it. */
export const logisticMap: Painter = (width, height) => {
  const plate = makePlate(width, height, paper)
  const ink = makeLayer(width, height)
  const [lowest, highest] = [2.86, 4]
  const rounds = Math.round(height * 1.5)
  for (let column = 0; column < width; column++) {
    for (const part of [0.25, 0.75]) {
      const growth = lowest + ((highest - lowest) * (column + part)) / width
      let x = 0.5
      for (let round = 0; round < 260; round++) x = growth * x * (1 - x)
      for (let round = 0; round < rounds; round++) {
        x = growth * x * (1 - x)
        addPoint(ink, column + 0.5, (1.03 - 1.02 * x) * height, 240 / rounds)
      }
    }
  }
  ink.amount.forEach((amount, pixel) => (ink.amount[pixel] = 1 - Math.exp(-Math.sqrt(amount) * 1.05)))
  layInk(plate, ink, indigo)
  return develop(plate, { vignette: 0.06 })
}

/** A rotor kicked at regular times: islands of order in a sea of chaos. */
export const kickedRotor: Painter = (width, height, seed) => {
  const random = makeRandom(seed)
  const plate = makePlate(width, height, paper)
  const inks = [indigo, oxblood, verdigris, ochre]
  const turn = 2 * Math.PI
  const kick = 0.971635
  const layers = inks.map(() => makeLayer(width, height))
  const orbits = 170
  const rounds = Math.round(9000 * Math.min(1, width / 1600))
  for (let orbit = 0; orbit < orbits; orbit++) {
    let angle = random() * turn
    let momentum = ((orbit + random()) / orbits) * turn
    const layer = layers[orbit % inks.length]!
    for (let round = 0; round < rounds; round++) {
      momentum = (momentum + kick * Math.sin(angle) + turn) % turn
      angle = (angle + momentum) % turn
      const shown = (momentum / turn + 0.5) % 1
      addPoint(layer, ((angle / turn + 0.5) % 1) * width * 0.999, shown * height, 0.3)
    }
  }
  layers.forEach((layer, index) => layInk(plate, layer, inks[index]!, 0.62))
  return develop(plate, { vignette: 0.06 })
}

/** The Lorenz butterfly: a model of rising air that never repeats itself. */
export const lorenzButterfly: Painter = (width, height, seed) => {
  const random = makeRandom(seed)
  const unit = width / 1600
  const plate = makePlate(width, height, night)
  const trace = makeLayer(width, height)
  let [x, y, z] = [1 + random(), 1 + random(), 20]
  const step = 0.0007
  const steps = Math.round(900_000 * unit)
  for (let count = 0; count < steps; count++) {
    const dx = 10 * (y - x)
    const dy = x * (28 - z) - y
    const dz = x * y - (8 / 3) * z
    x += dx * step
    y += dy * step
    z += dz * step
    if (count > 20000) addPoint(trace, width * (0.5 + (x * 0.88 + y * 0.2) / 46), height * (1.02 - z / 50), 1)
  }
  const ramp = makeRamp([
    [0, '#0b101b'],
    [0.18, '#16304a'],
    [0.5, '#3f86a0'],
    [0.8, '#d7d3a8'],
    [1, '#fff6df'],
  ])
  const glow = blur(trace, 5 * unit)
  for (let pixel = 0; pixel < glow.amount.length; pixel++) trace.amount[pixel]! += glow.amount[pixel]! * 0.5
  paintLayer(plate, ramp, trace, (amount) => 0.3 * Math.log1p(amount))
  return develop(plate)
}
