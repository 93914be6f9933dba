import { makeRandom } from '#starter/random.ts'
import { graphite, indigo, oxblood, paper } from './palette.ts'
import {
  bell,
  colour,
  develop,
  fillBox,
  layInk,
  makeLayer,
  makePlate,
  stroke,
  type Painter,
} from './plate.ts'

/** Field lines of a dipole like the Earth's, with its pole slightly off the vertical. */
export const dipoleField: Painter = (width, height) => {
  const unit = width / 1600
  const plate = makePlate(width, height, paper)
  const lines = makeLayer(width, height)
  const scale = 2 / height
  const [cos, sin] = [Math.cos(0.19), Math.sin(0.19)]
  for (let row = 0, pixel = 0; row < height; row++) {
    const py = (row + 0.5) * scale - 1
    for (let column = 0; column < width; column++, pixel++) {
      const px = (column + 0.5 - width / 2) * scale
      const x = px * cos + py * sin
      const y = py * cos - px * sin
      const r = Math.sqrt(x * x + y * y)
      if (r < 0.16) continue
      // A field line keeps sin² of the polar angle over r; equal steps of its root are drawn.
      const level = (13 * Math.abs(x)) / (r * Math.sqrt(r))
      const slope = ((6.5 * Math.sqrt(x * x + 4 * y * y)) / (r * r * Math.sqrt(r))) * scale
      const off = Math.abs(level - Math.round(level)) / slope
      lines.amount[pixel] = Math.max(0, Math.min(1, 0.9 * unit + 0.5 - off))
    }
  }
  layInk(plate, lines, indigo, 0.85)
  const globe = makeLayer(width, height)
  stroke(globe, width / 2, height / 2, width / 2, height / 2, 0.32 / scale)
  layInk(plate, globe, colour('#3f5f7d'))
  const axis = makeLayer(width, height)
  const [dx, dy] = [(-sin * 0.24) / scale, (cos * 0.24) / scale]
  stroke(axis, width / 2 - dx, height / 2 - dy, width / 2 + dx, height / 2 + dy, 4 * unit)
  layInk(plate, axis, oxblood)
  return develop(plate, { vignette: 0.08 })
}

/** Iron filings on paper over two bar magnets. */
export const ironFilings: Painter = (width, height, seed) => {
  const random = makeRandom(seed)
  const unit = width / 1600
  const plate = makePlate(width, height, paper)
  const bars = [
    { x: 0.31, y: 0.5, turn: 1 },
    { x: 0.69, y: 0.5, turn: -1 },
  ].map((bar) => ({
    left: bar.x * width - 130 * unit,
    right: bar.x * width + 130 * unit,
    y: bar.y * height,
    turn: bar.turn,
  }))
  const poles = bars.flatMap(({ left, right, y, turn }) =>
    [-22, 0, 22].flatMap((off) => [
      { x: left + 14 * unit, y: y + off * unit, charge: -turn },
      { x: right - 14 * unit, y: y + off * unit, charge: turn },
    ]),
  )
  const filings = makeLayer(width, height)
  for (let grain = 0; grain < 42000; grain++) {
    const [x, y] = [random() * width, random() * height]
    let [fieldX, fieldY] = [0, 0]
    for (const pole of poles) {
      const dx = (x - pole.x) / (100 * unit)
      const dy = (y - pole.y) / (100 * unit)
      const cube = (dx * dx + dy * dy + 0.02) ** 1.5
      fieldX += (pole.charge * dx) / cube
      fieldY += (pole.charge * dy) / cube
    }
    const field = Math.sqrt(fieldX * fieldX + fieldY * fieldY)
    const pull = field / (field + 0.16)
    if (random() > 0.22 + pull) continue
    const angle = Math.atan2(fieldY, fieldX) + bell(random) * 0.16 * (1.25 - pull)
    const length = (4 + 7 * random()) * unit
    const [dx, dy] = [Math.cos(angle) * length, Math.sin(angle) * length]
    stroke(filings, x - dx, y - dy, x + dx, y + dy, (0.9 + 0.9 * random()) * unit, 0.3 + 0.6 * pull)
  }
  layInk(plate, filings, graphite)
  for (const { left, right, y, turn } of bars) {
    const middle = (left + right) / 2
    const [south, north] = [makeLayer(width, height), makeLayer(width, height)]
    fillBox(south, left, y - 36 * unit, middle, y + 36 * unit)
    fillBox(north, middle, y - 36 * unit, right, y + 36 * unit)
    layInk(plate, turn > 0 ? south : north, colour('#4c6485'))
    layInk(plate, turn > 0 ? north : south, colour('#9d4b42'))
  }
  return develop(plate, { vignette: 0.08 })
}
