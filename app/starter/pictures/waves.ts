import { makeRandom } from '#starter/random.ts'
import { amber, ice, ivory, night, paper, rose } from './palette.ts'
import { addLight, addPoint, blur, colour, develop, layInk, makeLayer, makePlate, makeRamp } from './plate.ts'
import { fillBox, stroke, tint, type Painter } from './plate.ts'

/** Water waves that pass two gaps in a wall and meet behind it. */
export const twoSlitWaves: Painter = (width, height, seed) => {
  const plate = makePlate(width, height, night)
  const ramp = makeRamp([
    [0, '#060a14'],
    [0.35, '#0d1a2e'],
    [0.6, '#1f4f6b'],
    [0.82, '#7cc0cf'],
    [1, '#f3f7ee'],
  ])
  const phase = makeRandom(seed)() * 6.28
  const scale = 2 / height
  const wall = -0.92
  const wave = (2 * Math.PI) / 0.082
  // Each gap is a row of three sources, enough for the broad light and dark of a gap of real width.
  const sources = [-0.2, 0.2].flatMap((gap) => [-0.022, 0, 0.022].map((off) => gap + off))
  const farthest = 4
  const steps = 16384
  const swell = Float32Array.from({ length: steps }, (_, step) => {
    const distance = (step / steps) * farthest + 0.02
    return Math.cos(wave * distance - phase) / Math.sqrt(distance + 0.12)
  })
  const tall = new Float32Array(width * height)
  for (const from of sources) {
    for (let row = 0, pixel = 0; row < height; row++) {
      const y = (row + 0.5) * scale - 1 - from
      for (let column = 0; column < width; column++, pixel++) {
        const x = (column + 0.5 - width / 2) * scale - wall
        if (x >= 0) tall[pixel]! += swell[((Math.sqrt(x * x + y * y) / farthest) * steps) | 0]! * 0.135
        else if (from === sources[0]) tall[pixel] = 0.3 * Math.cos(wave * x - phase) * Math.exp(0.4 * x)
      }
    }
  }
  for (let pixel = 0; pixel < tall.length; pixel++) tint(plate, pixel, ramp, 0.38 + tall[pixel]!)
  const unit = width / 1600
  const line = makeLayer(width, height)
  const wallX = wall / scale + width / 2
  const at = (y: number) => (y + 1) / scale
  for (const [from, to] of [
    [-1.1, -0.245],
    [-0.155, 0.155],
    [0.245, 1.1],
  ] as const) {
    stroke(line, wallX, at(from), wallX, at(to), 5 * unit)
  }
  layInk(plate, line, colour('#e9dcc0'))
  return develop(plate)
}

/** Single photons behind two slits: few, more, many; the fringes emerge. */
export const photonArrivals: Painter = (width, height, seed) => {
  const random = makeRandom(seed)
  const unit = width / 1600
  const plate = makePlate(width, height, colour('#090c14'))
  const layer = makeLayer(width, height)
  const chance = Float32Array.from({ length: 8192 }, (_, index) => {
    const x = (index + 0.5) / 4096 - 1
    return (Math.sin(5.2 * x) / (5.2 * x)) ** 2 * Math.cos(42 * x) ** 2
  })
  const counts = [90, 700, 4200, 20000, 80000]
  const gap = 14 * unit
  const band = (height - gap * (counts.length + 1)) / counts.length
  const strips = makeLayer(width, height)
  counts.forEach((count, index) => {
    const top = gap + index * (band + gap)
    fillBox(strips, gap, top, width - gap, top + band)
    const weight = 1.5 / (1 + count / 26000)
    for (let placed = 0; placed < count;) {
      const x = random() * 2 - 1
      if (random() > chance[((x + 1) * 4096) | 0]!) continue
      placed++
      const [px, py] = [(0.5 + 0.49 * x) * width, top + 3 * unit + random() * (band - 6 * unit)]
      const amount = weight * (0.6 + 0.8 * random())
      addPoint(layer, px, py, amount * 1.6)
      addPoint(layer, px + unit, py, amount * 0.7)
      addPoint(layer, px, py + unit, amount * 0.7)
    }
  })
  layInk(plate, strips, colour('#0f1626'))
  addLight(plate, blur(layer, 4 * unit), amber, 0.5)
  addLight(plate, layer, ivory, 0.3)
  addLight(plate, layer, amber, 0.35)
  return develop(plate, { vignette: 0.15 })
}

/** Rings from several drops on still water, lit from the upper left. */
export const rippleTank: Painter = (width, height, seed) => {
  const random = makeRandom(seed)
  const plate = makePlate(width, height, paper)
  const ramp = makeRamp([
    [0, '#1c3f5c'],
    [0.3, '#6d9db0'],
    [0.5, '#c9d8d3'],
    [0.7, '#efeee2'],
    [1, '#fffdf6'],
  ])
  const scale = 2 / height
  const steps = 32768
  const farthest = 4
  const drops = Array.from({ length: 6 }, (_, index) => {
    const age = 0.5 + 1.5 * random()
    const wave = 2 * Math.PI * (8 + 3 * random())
    const profile = Float32Array.from({ length: steps }, (__, step) => {
      const r = (step / steps) * farthest
      return (
        (Math.cos(wave * (r - age)) * Math.exp(-(((r - age * 0.6) / (0.4 * age)) ** 2))) / Math.sqrt(r + 0.15)
      )
    })
    const x = -1.25 + (2.5 * (index + 0.2 + 0.6 * random())) / 6
    return { x, y: -0.8 + 1.6 * random(), profile }
  })
  const surface = new Float32Array(width * height)
  for (const drop of drops) {
    for (let row = 0, pixel = 0; row < height; row++) {
      const y = (row + 0.5) * scale - 1 - drop.y
      for (let column = 0; column < width; column++, pixel++) {
        const x = (column + 0.5 - width / 2) * scale - drop.x
        surface[pixel]! += drop.profile[((Math.sqrt(x * x + y * y) / farthest) * steps) | 0]!
      }
    }
  }
  const slope = 0.0035 / scale
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const pixel = row * width + column
      const right = surface[column + 1 < width ? pixel + 1 : pixel]!
      const below = surface[row + 1 < height ? pixel + width : pixel]!
      const here = surface[pixel]!
      tint(plate, pixel, ramp, 0.55 + ((right - here) * 0.8 + (below - here) * 0.6) * slope)
    }
  }
  return develop(plate, { vignette: 0.12 })
}

/** A free wave packet at successive times, from back to front: it moves, and it spreads. */
export const wavePacket: Painter = (width, height, seed) => {
  const unit = width / 1600
  const plate = makePlate(width, height, night)
  const line = makeLayer(width, height)
  const rows = 44
  const start = makeRandom(seed)() * 0.05
  for (let row = 0; row < rows; row++) {
    const time = row / (rows - 1)
    const base = height * (0.2 + 0.72 * time)
    const spread = Math.sqrt(1 + (4.2 * time) ** 2)
    const centre = 0.24 + start + 0.5 * time
    let before = base
    for (let column = 0; column < width; column++) {
      const x = (column / width - centre) / 0.042
      const envelope = Math.exp(-((x / spread) ** 2) / 2) / Math.sqrt(spread)
      const chirp = 7.2 * x - 0.5 * x * x * ((4.2 * time) / (1 + (4.2 * time) ** 2)) - 9 * time
      const y = base - height * 0.15 * envelope * (0.5 + 0.5 * Math.cos(chirp))
      const bottom = Math.min(height, base + 4 * unit)
      for (let clear = Math.max(0, Math.floor(y)); clear < bottom; clear++) {
        line.amount[clear * width + column] = 0
      }
      if (column > 0) stroke(line, column - 0.5, before, column + 0.5, y, 1.5 * unit)
      before = y
    }
  }
  // Early times are cold light, late times warm light; the glow is blurred once and distributed in the same way.
  const glow = blur(line, 5 * unit)
  for (const [layer, early, lateColour, strength] of [
    [glow, ice, rose, 0.45],
    [line, ice, amber, 0.75],
  ] as const) {
    const late = makeLayer(width, height)
    for (let row = 0; row < height; row++) {
      const share = Math.min(1, Math.max(0, (row / height - 0.15) / 0.75))
      for (let pixel = row * width; pixel < (row + 1) * width; pixel++) {
        late.amount[pixel] = layer.amount[pixel]! * (0.1 + 0.9 * share)
        layer.amount[pixel]! *= 1 - share
      }
    }
    addLight(plate, layer, early, strength)
    addLight(plate, late, lateColour, strength)
  }
  return develop(plate)
}
