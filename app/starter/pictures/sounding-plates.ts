import { makeRandom } from '#starter/random.ts'
import { graphite, indigo, night, paper } from './palette.ts'
import { addLight, addPoint, bell, colour, develop, layInk, makeLayer, makePlate, makeRamp } from './plate.ts'
import { paintLayer, stroke, tint, type Layer, type Painter } from './plate.ts'

/** The displacement of a square plate with free edges, in the approximation that Chladni's figures suggest. */
function squarePlate(x: number, y: number, m: number, n: number, sign: number): number {
  const pi = Math.PI
  return Math.cos(m * pi * x) * Math.cos(n * pi * y) + sign * Math.cos(n * pi * x) * Math.cos(m * pi * y)
}

/** Sand on a sounding metal plate, seen close. */
export const chladniPlate: Painter = (width, height, seed) => {
  const random = makeRandom(seed)
  const unit = width / 1600
  const plate = makePlate(width, height, night)
  const brushed = makeLayer(width, height)
  let tone = 0
  for (let row = 0; row < height; row++) {
    tone = tone * 0.75 + (random() - 0.5) * 0.25
    for (let column = 0; column < width; column++) brushed.amount[row * width + column] = tone
  }
  const metal = makeRamp([
    [0, '#10151d'],
    [1, '#232d38'],
  ])
  paintLayer(plate, metal, brushed, (amount) => 0.5 + amount)
  const sand = makeLayer(width, height)
  const shadow = makeLayer(width, height)
  const [across, down] = [480, 320]
  const stay = Float32Array.from({ length: across * down }, (_, cell) => {
    const [x, y] = [((cell % across) + 0.5) / across, (Math.floor(cell / across) + 0.5) / down]
    const swing =
      squarePlate(x, y, 5, 3, -1) + 0.55 * squarePlate(x, y, 7, 2, 1) + 0.4 * squarePlate(x, y, 4, 4, 0)
    return Math.exp(-((swing / 0.11) ** 2)) + 0.004
  })
  const grains = Math.round(180000 * unit * unit)
  for (let placed = 0; placed < grains;) {
    const x = random()
    const y = random()
    if (random() > stay[((y * down) | 0) * across + ((x * across) | 0)]!) continue
    placed++
    const px = x * width + bell(random) * 1.4 * unit
    const py = y * height + bell(random) * 1.4 * unit
    const size = 0.5 + random()
    addPoint(shadow, px + 2.2 * unit, py + 2.6 * unit, size)
    addPoint(sand, px, py, size)
    addPoint(sand, px + 0.7 * unit, py + 0.3 * unit, size * 0.6)
  }
  layInk(plate, shadow, colour('#04060a'), 0.35)
  layInk(plate, sand, colour('#a98f63'), 0.55)
  addLight(plate, sand, colour('#f4e3bd'), 0.2)
  return develop(plate)
}

/** Six figures of the kind that Chladni drew, in ink. */
export const chladniFigures: Painter = (width, height, seed) => {
  const random = makeRandom(seed)
  const unit = width / 1600
  const plate = makePlate(width, height, paper)
  const ink = makeLayer(width, height)
  const frame = makeLayer(width, height)
  const patterns = [
    [2, 1, -1],
    [3, 1, 1],
    [4, 2, -1],
    [5, 1, 1],
    [5, 3, -1],
    [6, 4, 1],
  ] as const
  const side = 400 * unit
  const [gapX, gapY] = [(width - 3 * side) / 4, (height - 2 * side) / 3]
  patterns.forEach(([m, n, sign], index) => {
    const left = gapX + (index % 3) * (side + gapX)
    const top = gapY + Math.floor(index / 3) * (side + gapY)
    for (const [x0, y0, x1, y1] of [
      [0, 0, 1, 0],
      [1, 0, 1, 1],
      [1, 1, 0, 1],
      [0, 1, 0, 0],
    ] as const) {
      stroke(frame, left + x0 * side, top + y0 * side, left + x1 * side, top + y1 * side, 1.6 * unit)
    }
    const cells = 200
    const stay = Float32Array.from({ length: cells * cells }, (_, cell) => {
      const swing = squarePlate(
        ((cell % cells) + 0.5) / cells,
        (Math.floor(cell / cells) + 0.5) / cells,
        m,
        n,
        sign,
      )
      return Math.exp(-((swing / (0.05 + 0.012 * m)) ** 2))
    })
    const grains = Math.round((14000 + 4000 * m) * unit * unit)
    for (let placed = 0; placed < grains;) {
      const x = random()
      const y = random()
      if (random() > stay[((y * cells) | 0) * cells + ((x * cells) | 0)]!) continue
      placed++
      addPoint(ink, left + x * side, top + y * side, 0.42 + 0.5 * random())
    }
  })
  layInk(plate, frame, graphite, 0.55)
  layInk(plate, ink, indigo, 0.85)
  return develop(plate, { vignette: 0.06 })
}

/** Fifteen modes of a round drumhead: blue is down, red is up. */
export const drumModes: Painter = (width, height) => {
  const unit = width / 1600
  const plate = makePlate(width, height, paper)
  const ramp = makeRamp([
    [0, '#1f3d6d'],
    [0.25, '#7f9dbb'],
    [0.5, '#f5f1e7'],
    [0.75, '#d9a07f'],
    [1, '#94312b'],
  ])
  const radius = 136 * unit
  const [stepX, stepY] = [width / 5, height / 3]
  const rim = makeLayer(width, height)
  for (let order = 0; order < 5; order++) {
    for (let circle = 0; circle < 3; circle++) {
      const [cx, cy] = [(order + 0.5) * stepX, (circle + 0.5) * stepY]
      paintMode(plate, ramp, cx, cy, radius, order, circle)
      ring(rim, cx, cy, radius, 1.7 * unit)
    }
  }
  layInk(plate, rim, graphite, 0.8)
  return develop(plate, { vignette: 0.06 })
}

/** The first three zeros of the Bessel function of each order. */
const zeros = [
  [2.4048, 5.5201, 8.6537],
  [3.8317, 7.0156, 10.1735],
  [5.1356, 8.4172, 11.6198],
  [6.3802, 9.761, 13.0152],
  [7.5883, 11.0647, 14.3725],
]

function paintMode(
  plate: Parameters<typeof tint>[0],
  ramp: Float32Array,
  cx: number,
  cy: number,
  radius: number,
  order: number,
  circle: number,
): void {
  const zero = zeros[order]![circle]!
  const table = Float32Array.from({ length: 513 }, (_, step) => bessel(order, (zero * step) / 512))
  const peak = table.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  for (let row = Math.floor(cy - radius); row <= cy + radius; row++) {
    for (let column = Math.floor(cx - radius); column <= cx + radius; column++) {
      const [x, y] = [(column + 0.5 - cx) / radius, (row + 0.5 - cy) / radius]
      const r = Math.sqrt(x * x + y * y)
      if (r >= 1) continue
      const swing = (table[(r * 512) | 0]! / peak) * Math.cos(order * Math.atan2(x, -y))
      tint(plate, row * plate.width + column, ramp, 0.5 + 0.5 * Math.sign(swing) * Math.abs(swing) ** 0.8)
    }
  }
}

/** The Bessel function of whole order, from its integral. */
function bessel(order: number, x: number): number {
  let sum = 0
  const steps = 48
  for (let step = 0; step < steps; step++) {
    const angle = (Math.PI * (step + 0.5)) / steps
    sum += Math.cos(order * angle - x * Math.sin(angle))
  }
  return sum / steps
}

function ring(layer: Layer, cx: number, cy: number, radius: number, thickness: number): void {
  const steps = 180
  for (let step = 0; step < steps; step++) {
    const [from, to] = [(2 * Math.PI * step) / steps, (2 * Math.PI * (step + 1)) / steps]
    stroke(
      layer,
      cx + radius * Math.cos(from),
      cy + radius * Math.sin(from),
      cx + radius * Math.cos(to),
      cy + radius * Math.sin(to),
      thickness,
    )
  }
}
