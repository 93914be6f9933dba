import { makeRandom } from '#starter/random.ts'
import { amber, graphite, indigo, ivory, night, ochre, oxblood, paper, verdigris } from './palette.ts'
import { addLight, addPoint, bell, blur, develop, dot, layInk, makeLayer, makePlate } from './plate.ts'
import { stroke, strokeCurve, type Painter } from './plate.ts'

/** The trace of two pairs of swinging pendulums as they come to rest. */
export const harmonograph: Painter = (width, height, seed) => {
  const random = makeRandom(seed)
  const unit = width / 1600
  const plate = makePlate(width, height, night)
  const trace = makeLayer(width, height)
  const phases = Array.from({ length: 4 }, () => random() * 2 * Math.PI)
  const steps = Math.round(700000 * unit)
  for (let step = 0; step < steps; step++) {
    const time = (step / steps) * 420
    const rest = Math.exp(-time * 0.0052)
    const x = Math.sin(2.003 * time + phases[0]!) * 0.62 + Math.sin(3.0 * time + phases[1]!) * 0.34
    const y = Math.sin(2.998 * time + phases[2]!) * 0.6 + Math.sin(2.0 * time + phases[3]!) * 0.36
    addPoint(trace, width / 2 + x * rest * width * 0.48, height / 2 + y * rest * height * 0.49, 0.7)
  }
  // The resting point would be overexposed; film responds to the logarithm of light.
  trace.amount.forEach((amount, pixel) => (trace.amount[pixel] = Math.log1p(amount)))
  addLight(plate, blur(trace, 6 * unit), amber, 0.16)
  addLight(plate, trace, amber, 0.2)
  addLight(plate, trace, ivory, 0.12)
  return develop(plate)
}

/** Lissajous figures: frequencies change along the rows, phases down the columns. */
export const lissajousTable: Painter = (width, height) => {
  const unit = width / 1600
  const plate = makePlate(width, height, paper)
  const ratios = [
    [1, 1],
    [1, 2],
    [2, 3],
    [3, 4],
    [3, 5],
    [4, 5],
    [5, 6],
  ] as const
  const inks = [indigo, oxblood, verdigris, ochre]
  const rows = 4
  const [stepX, stepY] = [(width - 90 * unit) / ratios.length, (height - 60 * unit) / rows]
  const size = Math.min(stepX, stepY) * 0.4
  for (let row = 0; row < rows; row++) {
    const layer = makeLayer(width, height)
    ratios.forEach(([a, b], column) => {
      const cx = 45 * unit + (column + 0.5) * stepX
      const cy = 30 * unit + (row + 0.5) * stepY
      const phase = (Math.PI / 2) * ((row + 0.5) / rows)
      const steps = 130 * b
      const points = Array.from({ length: steps + 1 }, (_, step) => (2 * Math.PI * step) / steps).flatMap(
        (time) => [cx + size * Math.sin(a * time + phase), cy + size * Math.sin(b * time)],
      )
      strokeCurve(layer, points, 2.1 * unit)
    })
    layInk(plate, layer, inks[row]!, 0.92)
  }
  return develop(plate, { vignette: 0.06 })
}

/** The Cornu spiral, on which the light behind a straight edge can be read as a length. */
export const cornuSpiral: Painter = (width, height) => {
  const unit = width / 1600
  const plate = makePlate(width, height, paper)
  const [curve, chords, axes] = [makeLayer(width, height), makeLayer(width, height), makeLayer(width, height)]
  const scale = height * 0.62
  const steps = 9000
  const most = 6.5
  const points: number[] = []
  let [x, y] = [0, 0]
  const half: number[] = []
  for (let step = 0; step < steps; step++) {
    const s = ((step + 0.5) / steps) * most
    half.push(x, y)
    x += Math.cos((Math.PI * s * s) / 2) * (most / steps)
    y += Math.sin((Math.PI * s * s) / 2) * (most / steps)
  }
  const pointAt = (px: number, py: number): [number, number] => [
    width / 2 + px * scale,
    height / 2 - py * scale,
  ]
  for (let i = half.length - 2; i >= 0; i -= 2) points.push(...pointAt(-half[i]!, -half[i + 1]!))
  for (let i = 0; i < half.length; i += 2) points.push(...pointAt(half[i]!, half[i + 1]!))
  strokeCurve(curve, points, 2.6 * unit)
  const [eyeX, eyeY] = pointAt(-0.5, -0.5)
  for (let i = 0; i < steps * 0.36; i += 45) {
    const [px, py] = pointAt(half[2 * i]!, half[2 * i + 1]!)
    stroke(chords, eyeX, eyeY, px, py, 1 * unit)
  }
  stroke(axes, 60 * unit, height / 2, width - 60 * unit, height / 2, 1.2 * unit)
  stroke(axes, width / 2, 50 * unit, width / 2, height - 50 * unit, 1.2 * unit)
  layInk(plate, axes, graphite, 0.45)
  layInk(plate, chords, ochre, 0.5)
  layInk(plate, curve, indigo)
  const eyes = makeLayer(width, height)
  dot(eyes, eyeX, eyeY, 6 * unit)
  layInk(plate, eyes, oxblood)
  return develop(plate, { vignette: 0.06 })
}

/** Grains of dust in water, their positions joined at equal times, after the drawings of Perrin. */
export const brownianPaths: Painter = (width, height, seed) => {
  const random = makeRandom(seed)
  const unit = width / 1600
  const plate = makePlate(width, height, paper)
  const grid = makeLayer(width, height)
  const spacing = height / 16
  for (let at = spacing / 2; at < width; at += spacing) stroke(grid, at, 0, at, height, 1.1 * unit)
  for (let at = spacing / 2; at < height; at += spacing) stroke(grid, 0, at, width, at, 1.1 * unit)
  layInk(plate, grid, verdigris, 0.2)
  for (const [centreX, centreY, ink] of [
    [0.2, 0.5, indigo],
    [0.5, 0.48, oxblood],
    [0.8, 0.52, verdigris],
  ] as const) {
    const path: [number, number][] = [[0, 0]]
    for (let step = 0; step < 190; step++) {
      const [x, y] = path.at(-1)!
      path.push([x + bell(random), y + bell(random)])
    }
    const span = ([0, 1] as const).map((part) => {
      const values = path.map((pointAt) => pointAt[part])
      return { least: Math.min(...values), most: Math.max(...values) }
    })
    const [across, down] = [span[0]!, span[1]!]
    const scale = Math.min(
      (0.27 * width) / (across.most - across.least),
      (0.78 * height) / (down.most - down.least),
    )
    const points = path.flatMap(([x, y]) => [
      (x - (across.least + across.most) / 2) * scale + centreX * width,
      (y - (down.least + down.most) / 2) * scale + centreY * height,
    ])
    const [lines, dots] = [makeLayer(width, height), makeLayer(width, height)]
    strokeCurve(lines, points, 1.7 * unit)
    for (let i = 0; i < points.length; i += 2) dot(dots, points[i]!, points[i + 1]!, 4 * unit)
    layInk(plate, lines, ink, 0.7)
    layInk(plate, dots, ink)
  }
  return develop(plate, { vignette: 0.06 })
}
