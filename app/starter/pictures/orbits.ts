import { makeRandom } from '#starter/random.ts'
import { amber, graphite, ice, indigo, ivory, night, ochre, oxblood, paper } from './palette.ts'
import {
  addLight,
  addPoint,
  bell,
  colour,
  develop,
  dot,
  layInk,
  makeLayer,
  makePlate,
  makeRamp,
} from './plate.ts'
import { paintField, stroke, strokeCurve, type Layer, type Painter } from './plate.ts'

type Orbit = { axis: number; eccentricity: number; perihelion: number; marks: number }

/** Mercury to Mars with their true shapes, a mark at equal times, and a comet. Distances in astronomical units. */
const inner: Orbit[] = [
  { axis: 0.387, eccentricity: 0.2056, perihelion: 1.35, marks: 22 },
  { axis: 0.723, eccentricity: 0.0068, perihelion: 2.29, marks: 28 },
  { axis: 1, eccentricity: 0.0167, perihelion: 1.79, marks: 36 },
  { axis: 1.524, eccentricity: 0.0934, perihelion: 5.86, marks: 48 },
]
const comet: Orbit = { axis: 3.6, eccentricity: 0.9, perihelion: 3.5, marks: 150 }

/** Orbits of the inner planets and a comet: the marks are closer where the body moves slower. */
export const innerPlanets: Painter = (width, height, seed) => {
  const random = makeRandom(seed)
  const unit = width / 1600
  const plate = makePlate(width, height, night)
  const scale = height / 3.6
  const [sunX, sunY] = [width * 0.62, height * 0.52]
  const [lines, marks, path] = [makeLayer(width, height), makeLayer(width, height), makeLayer(width, height)]
  const stars = makeLayer(width, height)
  for (let star = 0; star < 500; star++) {
    addPoint(stars, random() * width, random() * height, 0.15 + Math.abs(bell(random)) ** 3 * 0.25)
  }
  for (const orbit of [...inner, comet]) {
    const lineLayer = orbit === comet ? path : lines
    const pointAt = (anomaly: number): [number, number] => {
      const x = orbit.axis * (Math.cos(anomaly) - orbit.eccentricity)
      const y = orbit.axis * Math.sqrt(1 - orbit.eccentricity ** 2) * Math.sin(anomaly)
      const [cos, sin] = [Math.cos(orbit.perihelion), Math.sin(orbit.perihelion)]
      return [sunX + (x * cos - y * sin) * scale, sunY - (x * sin + y * cos) * scale]
    }
    const curve = Array.from({ length: 721 }, (_, step) => pointAt((2 * Math.PI * step) / 720)).flat()
    strokeCurve(lineLayer, curve, 1.5 * unit)
    for (let mark = 0; mark < orbit.marks; mark++) {
      const [x, y] = pointAt(eccentricAnomaly((2 * Math.PI * mark) / orbit.marks, orbit.eccentricity))
      dot(orbit === comet ? path : marks, x, y, (orbit === comet ? 2.6 : 3.4) * unit)
    }
  }
  const sun = makeLayer(width, height)
  dot(sun, sunX, sunY, 13 * unit)
  addLight(plate, stars, ivory, 0.5)
  addLight(plate, lines, ice, 0.28)
  addLight(plate, path, amber, 0.34)
  addLight(plate, marks, ivory, 0.85)
  addLight(plate, glow(width, height, sunX, sunY, 60 * unit), amber, 0.5)
  addLight(plate, sun, ivory)
  return develop(plate)
}

function glow(width: number, height: number, x: number, y: number, size: number): Layer {
  const layer = makeLayer(width, height)
  for (let row = 0, pixel = 0; row < height; row++) {
    for (let column = 0; column < width; column++, pixel++) {
      const away = ((column - x) ** 2 + (row - y) ** 2) / (size * size)
      if (away < 60) layer.amount[pixel] = Math.exp(-Math.sqrt(away) * 1.5)
    }
  }
  return layer
}

function eccentricAnomaly(mean: number, eccentricity: number): number {
  let anomaly = eccentricity > 0.8 ? Math.PI : mean
  for (let turn = 0; turn < 30; turn++) {
    anomaly -= (anomaly - eccentricity * Math.sin(anomaly) - mean) / (1 - eccentricity * Math.cos(anomaly))
  }
  return anomaly
}

/** The path of Venus as seen from the Earth, which closes after eight years. */
export const venusRosette: Painter = (width, height) => {
  const unit = width / 1600
  const plate = makePlate(width, height, paper)
  const [curve, circles, marks] = [
    makeLayer(width, height),
    makeLayer(width, height),
    makeLayer(width, height),
  ]
  const scale = height * 0.272
  const pointAt = (year: number): [number, number] => {
    const earth = 2 * Math.PI * year
    const venus = (2 * Math.PI * year * 13) / 8
    return [
      width / 2 + scale * (0.7233 * Math.cos(venus) - Math.cos(earth)),
      height / 2 + scale * (0.7233 * Math.sin(venus) - Math.sin(earth)),
    ]
  }
  strokeCurve(curve, Array.from({ length: 4001 }, (_, step) => pointAt((8 * step) / 4000)).flat(), 2.5 * unit)
  for (let month = 0; month < 96; month++) dot(marks, ...pointAt(month / 12), 4.6 * unit)
  for (const radius of [0.2767, 1, 1.7233]) {
    const points = Array.from({ length: 361 }, (_, step) => [
      width / 2 + scale * radius * Math.cos((Math.PI * step) / 180),
      height / 2 + scale * radius * Math.sin((Math.PI * step) / 180),
    ]).flat()
    strokeCurve(circles, points, 1.2 * unit)
  }
  for (let ray = 0; ray < 5; ray++) {
    const angle = (2 * Math.PI * ray) / 5 + Math.PI
    const [x, y] = [Math.cos(angle) * scale * 1.7233, Math.sin(angle) * scale * 1.7233]
    stroke(circles, width / 2, height / 2, width / 2 + x, height / 2 + y, 1.2 * unit)
  }
  const earth = makeLayer(width, height)
  dot(earth, width / 2, height / 2, 8 * unit)
  layInk(plate, circles, ochre, 0.55)
  layInk(plate, curve, indigo, 0.95)
  layInk(plate, marks, oxblood)
  layInk(plate, earth, graphite)
  return develop(plate, { vignette: 0.06 })
}

/** An hour and more of stars turning around the pole over an observatory. */
export const starTrails: Painter = (width, height, seed) => {
  const random = makeRandom(seed)
  const unit = width / 1600
  const plate = makePlate(width, height, night)
  const dusk = makeRamp([
    [0, '#090d1b'],
    [0.6, '#141a2c'],
    [1, '#2f3350'],
  ])
  paintField(plate, dusk, (_, y) => (0.5 + 0.5 * y) ** 1.6)
  const [poleX, poleY] = [width * 0.6, height * 0.36]
  const hues = ['#bcd3ff', '#ffffff', '#fff0d2', '#ffd3a0'].map((hex) => colour(hex))
  hues.forEach((hue) => {
    const trails = makeLayer(width, height)
    for (let star = 0; star < 170; star++) {
      const radius = Math.sqrt(random()) * 1320 * unit
      const from = random() * 2 * Math.PI
      const bright = 0.08 + 0.9 * random() ** 5
      const steps = Math.max(3, Math.ceil(radius / (7 * unit)))
      const points = Array.from({ length: steps + 1 }, (_, step) => from + (0.62 * step) / steps).flatMap(
        (angle) => [poleX + radius * Math.cos(angle), poleY + radius * Math.sin(angle)],
      )
      strokeCurve(trails, points, (1 + 1.3 * bright) * unit, bright)
    }
    addLight(plate, trails, hue, 0.8)
  })
  const dome = makeLayer(width, height)
  const [baseX, baseY, radius] = [width * 0.24, height * 0.84, 150 * unit]
  for (let column = 0; column < width; column++) {
    const x = column - baseX
    const along = column / width
    const hill = height * 0.93 - 26 * unit * Math.cos(along * 5 - 1) - 9 * unit * Math.sin(along * 17)
    for (let row = Math.floor(baseY - radius); row < height; row++) {
      const y = row - baseY
      const inDome = y <= 0 && x * x + y * y < radius * radius
      const inSlit = inDome && x > 34 * unit && x < 58 * unit && y < -18 * unit
      const inDrum = y > 0 && Math.abs(x) < radius * 0.94
      if ((inDome && !inSlit) || inDrum || row > hill) dome.amount[row * width + column] = 1
    }
  }
  layInk(plate, dome, colour('#05070c'))
  return develop(plate, { vignette: 0.1 })
}
