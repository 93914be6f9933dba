import { makeRandom } from '#starter/random.ts'
import { night } from './palette.ts'
import { addPoint, develop, makeLayer, makePlate, makeRamp, paintLayer, type Painter } from './plate.ts'

/** Sunlight on the floor of a pool, focused into a net by the ripples above. */
export const waterCaustics: Painter = (width, height, seed) => {
  const random = makeRandom(seed)
  const unit = width / 1600
  const waves = Array.from({ length: 26 }, () => {
    const angle = random() * 2 * Math.PI
    const size = 5.5 + 14 * random()
    return {
      x: Math.cos(angle) * size,
      y: Math.sin(angle) * size,
      phase: random() * 6.28,
      height: 0.5 / size ** 1.35,
    }
  })
  const floor = makeLayer(width, height)
  const spacing = 4
  const [across, down] = [Math.ceil((width * 1.16) / spacing), Math.ceil((height * 1.16) / spacing)]
  const bentX = new Float32Array((across + 1) * (down + 1))
  const bentY = new Float32Array(bentX.length)
  for (let row = 0, at = 0; row <= down; row++) {
    for (let column = 0; column <= across; column++, at++) {
      const x = ((column * spacing - width * 0.08) / height) * 2
      const y = ((row * spacing - height * 0.08) / height) * 2
      for (const wave of waves) {
        const slope = wave.height * Math.cos(wave.x * x + wave.y * y + wave.phase)
        bentX[at]! += slope * wave.x
        bentY[at]! += slope * wave.y
      }
    }
  }
  const throwBy = 30 * unit
  const parts = 5
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      const at = row * (across + 1) + column
      for (let part = 0; part < parts * parts; part++) {
        const fx = ((part % parts) + 0.5) / parts
        const fy = (Math.floor(part / parts) + 0.5) / parts
        const x = (column + fx) * spacing - width * 0.08 + mix(bentX, at, across, fx, fy) * throwBy
        const y = (row + fy) * spacing - height * 0.08 + mix(bentY, at, across, fx, fy) * throwBy
        addPoint(floor, x, y, (spacing * spacing) / (parts * parts))
      }
    }
  }
  const ramp = makeRamp([
    [0, '#0a1c2b'],
    [0.25, '#12415a'],
    [0.5, '#2f7f8f'],
    [0.78, '#a9d8cd'],
    [1, '#fbfff2'],
  ])
  const plate = makePlate(width, height, night)
  paintLayer(plate, ramp, floor, (amount) => 0.3 * Math.log1p(amount * 1.5))
  return develop(plate)
}

function mix(values: Float32Array, at: number, across: number, fx: number, fy: number): number {
  const above = values[at]! * (1 - fx) + values[at + 1]! * fx
  const below = values[at + across + 1]! * (1 - fx) + values[at + across + 2]! * fx
  return above * (1 - fy) + below * fy
}
