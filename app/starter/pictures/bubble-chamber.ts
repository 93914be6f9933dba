import { makeRandom } from '#starter/random.ts'
import { graphite } from './palette.ts'
import { bell, colour, develop, dot, layInk, makeLayer, makePlate, strokeCurve } from './plate.ts'
import type { Layer, Painter } from './plate.ts'

/** Tracks in a bubble chamber: charged particles wind up in a magnetic field as they slow down. */
export const bubbleChamber: Painter = (width, height, seed) => {
  const random = makeRandom(seed)
  const unit = width / 1600
  const plate = makePlate(width, height, colour('#e9e4d6'))
  const tracks = makeLayer(width, height)
  for (let beam = 0; beam < 16; beam++) {
    const y = height * (0.12 + 0.76 * random())
    track(
      tracks,
      random,
      -5,
      y,
      (random() - 0.5) * 0.03,
      9000 * (0.6 + random()) * (random() < 0.5 ? 1 : -1),
      0.35,
      unit,
    )
  }
  for (const [x, y] of [
    [0.3, 0.42],
    [0.52, 0.62],
    [0.68, 0.3],
  ] as const) {
    const count = 4 + Math.floor(4 * random())
    for (let arm = 0; arm < count; arm++) {
      const radius = (60 + 900 * random() ** 2) * (arm % 2 ? 1 : -1)
      track(tracks, random, x * width, y * height, bell(random) * 0.5, radius, 0.9, unit)
    }
  }
  for (let curl = 0; curl < 30; curl++) {
    const radius = (14 + 70 * random() ** 2) * (random() < 0.85 ? 1 : -1)
    track(tracks, random, random() * width, random() * height, random() * 6.28, radius, 0.8, unit)
  }
  const marks = makeLayer(width, height)
  for (const [x, y] of [
    [0.12, 0.16],
    [0.88, 0.16],
    [0.5, 0.5],
    [0.12, 0.84],
    [0.88, 0.84],
  ] as const) {
    const [cx, cy, arm] = [x * width, y * height, 15 * unit]
    strokeCurve(marks, [cx - arm, cy, cx + arm, cy], 2 * unit)
    strokeCurve(marks, [cx, cy - arm, cx, cy + arm], 2 * unit)
  }
  layInk(plate, tracks, colour('#1c1e26'), 0.9)
  layInk(plate, marks, graphite, 0.6)
  return develop(plate, { vignette: 0.3, grain: 7 })
}

/** A string of bubbles along a path that curves more as the particle loses speed. */
function track(
  layer: Layer,
  random: () => number,
  startX: number,
  startY: number,
  direction: number,
  startRadius: number,
  dense: number,
  unit: number,
): void {
  let [x, y, heading, radius] = [startX, startY, direction, startRadius * unit]
  const loss = Math.abs(startRadius) > 4000 ? 0 : 0.00085
  for (let step = 0; step < 2600 && Math.abs(radius) > 3 * unit; step++) {
    const stride = 1.6 * unit
    heading += stride / radius
    x += Math.cos(heading) * stride
    y += Math.sin(heading) * stride
    radius *= 1 - loss * (1 + (40 * unit) / Math.abs(radius))
    if (x < -9 || y < -9 || x > layer.width + 9 || y > layer.height + 9) return
    if (random() < dense)
      dot(layer, x + bell(random) * 0.5 * unit, y + bell(random) * 0.5 * unit, (0.7 + 0.6 * random()) * unit)
  }
}
