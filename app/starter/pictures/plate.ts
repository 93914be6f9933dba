/**
 * A photographic plate in memory: light is added to it, or ink laid on it, and at the end it is developed into bytes.
 * Colours are in linear light, so that blends look as they would on paper or glass.
 */
export type Plate = { width: number; height: number; light: Float32Array }

/** One number per pixel: how much ink or light a set of lines puts there. */
export type Layer = { width: number; height: number; amount: Float32Array }

export type Colour = readonly [number, number, number]

/** Draws one picture: RGB bytes, row by row. The same arguments produce the same bytes. */
export type Painter = (width: number, height: number, seed: number) => Uint8Array

export function makePlate(width: number, height: number, ground: Colour): Plate {
  const light = new Float32Array(width * height * 3)
  light.set(ground)
  for (let filled = 3; filled < light.length; filled *= 2) light.copyWithin(filled, 0, filled)
  return { width, height, light }
}

export function makeLayer(width: number, height: number): Layer {
  return { width, height, amount: new Float32Array(width * height) }
}

/** A random number from the standard normal distribution. */
export function bell(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** A colour such as "#1d2a4d" in linear light. */
export function colour(hex: string): Colour {
  const part = (at: number) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  return [part(1), part(3), part(5)]
}

export type Ramp = Float32Array
const rampSteps = 1024

/** A colour scale between stops; each stop has a position from 0 to 1. Mixed in OKLab, so perceptually even. */
export function makeRamp(stops: readonly (readonly [number, string])[]): Ramp {
  const marks = stops.map(([at, hex]) => ({ at, lab: toOklab(colour(hex)) }))
  const ramp = new Float32Array((rampSteps + 1) * 3)
  for (let step = 0; step <= rampSteps; step++) {
    const at = step / rampSteps
    const after = Math.max(
      1,
      marks.findIndex((mark) => mark.at >= at),
    )
    const [from, to] = [marks[after - 1]!, marks[after]!]
    const share = Math.min(1, Math.max(0, (at - from.at) / (to.at - from.at)))
    const lab = from.lab.map((part, index) => part + (to.lab[index]! - part) * share)
    ramp.set(fromOklab(lab), step * 3)
  }
  return ramp
}

/** Sets the pixel with this number to the ramp's colour for a value from 0 to 1. */
export function tint(plate: Plate, pixel: number, ramp: Ramp, value: number): void {
  const step = 3 * (value <= 0 ? 0 : value >= 1 ? rampSteps : (value * rampSteps + 0.5) | 0)
  const at = pixel * 3
  plate.light[at] = ramp[step]!
  plate.light[at + 1] = ramp[step + 1]!
  plate.light[at + 2] = ramp[step + 2]!
}

/** Fills the plate from a function of position: y runs from -1 (top) to 1, x in the same unit. */
export function paintField(plate: Plate, ramp: Ramp, value: (x: number, y: number) => number): void {
  const { width, height } = plate
  const scale = 2 / height
  for (let row = 0, pixel = 0; row < height; row++) {
    const y = (row + 0.5) * scale - 1
    for (let column = 0; column < width; column++, pixel++) {
      tint(plate, pixel, ramp, value((column + 0.5 - width / 2) * scale, y))
    }
  }
}

/** Fills the plate from a layer. */
export function paintLayer(plate: Plate, ramp: Ramp, layer: Layer, tone: (amount: number) => number): void {
  for (let pixel = 0; pixel < layer.amount.length; pixel++)
    tint(plate, pixel, ramp, tone(layer.amount[pixel]!))
}

/** Adds an amount at a point between pixels, shared by the four around it. */
export function addPoint(layer: Layer, x: number, y: number, amount: number): void {
  const { width, height, amount: to } = layer
  const left = Math.floor(x - 0.5)
  const top = Math.floor(y - 0.5)
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return
  const fx = x - 0.5 - left
  const fy = y - 0.5 - top
  const at = top * width + left
  to[at]! += (1 - fx) * (1 - fy) * amount
  to[at + 1]! += fx * (1 - fy) * amount
  to[at + width]! += (1 - fx) * fy * amount
  to[at + width + 1]! += fx * fy * amount
}

/** Draws a smooth-edged stroke; where strokes of a layer cross, the stronger one counts. */
export function stroke(
  layer: Layer,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  thickness: number,
  strength = 1,
): void {
  // Short pieces keep the box around each one small, whatever the slope of the stroke.
  const pieces = Math.ceil(Math.max(1, Math.min(Math.abs(x1 - x0), Math.abs(y1 - y0)) / 8))
  const stepX = (x1 - x0) / pieces
  const stepY = (y1 - y0) / pieces
  for (let piece = 0; piece < pieces; piece++) {
    strokePiece(layer, x0 + piece * stepX, y0 + piece * stepY, stepX, stepY, thickness, strength)
  }
}

function strokePiece(
  layer: Layer,
  x0: number,
  y0: number,
  dx: number,
  dy: number,
  thickness: number,
  strength: number,
): void {
  const { width, height, amount } = layer
  const reach = thickness / 2 + 1
  const left = Math.max(0, Math.floor(Math.min(x0, x0 + dx) - reach))
  const right = Math.min(width - 1, Math.ceil(Math.max(x0, x0 + dx) + reach))
  const top = Math.max(0, Math.floor(Math.min(y0, y0 + dy) - reach))
  const bottom = Math.min(height - 1, Math.ceil(Math.max(y0, y0 + dy) + reach))
  const squared = dx * dx + dy * dy || 1e-9
  const full = strength * Math.min(1, thickness)
  for (let row = top; row <= bottom; row++) {
    const py = row + 0.5 - y0
    for (let column = left; column <= right; column++) {
      const px = column + 0.5 - x0
      const along = Math.min(1, Math.max(0, (px * dx + py * dy) / squared))
      const offX = px - along * dx
      const offY = py - along * dy
      const cover = Math.min(1, thickness / 2 + 0.5 - Math.sqrt(offX * offX + offY * offY)) * full
      const at = row * width + column
      if (cover > amount[at]!) amount[at] = cover
    }
  }
}

/** Strokes a curve through many points given as x, y, x, y … */
export function strokeCurve(layer: Layer, points: ArrayLike<number>, thickness: number, strength = 1): void {
  for (let i = 0; i + 3 < points.length; i += 2) {
    stroke(layer, points[i]!, points[i + 1]!, points[i + 2]!, points[i + 3]!, thickness, strength)
  }
}

/** Fills an axis-aligned box. */
export function fillBox(layer: Layer, left: number, top: number, right: number, bottom: number): void {
  const { width, height, amount } = layer
  const from = Math.max(0, Math.round(left))
  const to = Math.min(width, Math.round(right))
  for (let row = Math.max(0, Math.round(top)); row < Math.min(height, Math.round(bottom)); row++) {
    amount.fill(1, row * width + from, row * width + to)
  }
}

export function dot(layer: Layer, x: number, y: number, radius: number, strength = 1): void {
  stroke(layer, x, y, x, y, radius * 2, strength)
}

/** Blurs a layer like a lens out of focus: three passes of a running mean. */
export function blur(layer: Layer, radius: number): Layer {
  const { width, height } = layer
  const reach = Math.max(1, Math.round(radius))
  const from = Float32Array.from(layer.amount)
  const to = new Float32Array(from.length)
  for (let pass = 0; pass < 3; pass++) {
    for (let row = 0; row < height; row++) runningMean(from, to, row * width, 1, width, reach)
    for (let column = 0; column < width; column++) runningMean(to, from, column, width, height, reach)
  }
  return { width, height, amount: from }
}

/** Lays ink on the plate: it covers what is below. */
export function layInk(plate: Plate, layer: Layer, [red, green, blue]: Colour, strength = 1): void {
  const { light } = plate
  for (let pixel = 0, at = 0; pixel < layer.amount.length; pixel++, at += 3) {
    const cover = Math.min(1, layer.amount[pixel]! * strength)
    if (cover <= 0) continue
    light[at]! += (red - light[at]!) * cover
    light[at + 1]! += (green - light[at + 1]!) * cover
    light[at + 2]! += (blue - light[at + 2]!) * cover
  }
}

/** Adds light to the plate: it brightens what is below. */
export function addLight(plate: Plate, layer: Layer, [red, green, blue]: Colour, strength = 1): void {
  const { light } = plate
  for (let pixel = 0, at = 0; pixel < layer.amount.length; pixel++, at += 3) {
    const more = layer.amount[pixel]! * strength
    if (more <= 0) continue
    light[at]! += red * more
    light[at + 1]! += green * more
    light[at + 2]! += blue * more
  }
}

/** Turns the plate into bytes. Corners are slightly darker, and a trace of grain keeps smooth tones from banding. */
export function develop(plate: Plate, { vignette = 0.25, grain = 1.2 } = {}): Uint8Array {
  const { width, height, light } = plate
  const bytes = new Uint8Array(light.length)
  const corner = width * width + height * height
  for (let row = 0, at = 0, pixel = 0; row < height; row++) {
    const y = 2 * row - height
    for (let column = 0; column < width; column++, at += 3, pixel++) {
      const x = 2 * column - width
      const away = (x * x + y * y) / corner
      const fall = 1 - vignette * away * away
      const noise = grain * (speck(pixel) - 0.5) + 0.5
      bytes[at] = encodeByte(light[at]! * fall, noise)
      bytes[at + 1] = encodeByte(light[at + 1]! * fall, noise)
      bytes[at + 2] = encodeByte(light[at + 2]! * fall, noise)
    }
  }
  return bytes
}

function encodeByte(value: number, noise: number): number {
  const shade = encodingCurve[value <= 0 ? 0 : value >= 1 ? 4096 : (Math.sqrt(value) * 4096) | 0]! + noise
  return shade <= 0 ? 0 : shade >= 255 ? 255 : shade
}

/** The screen's value (0 to 255) for the square root of an amount of light, which preserves the dark tones. */
const encodingCurve = Float32Array.from({ length: 4097 }, (_, index) => 255 * encoded((index / 4096) ** 2))

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function encoded(value: number): number {
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
}

function speck(pixel: number): number {
  let mixed = Math.imul(pixel ^ 0x9e3779b9, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4294967296
}

function runningMean(
  from: Float32Array,
  to: Float32Array,
  start: number,
  stride: number,
  count: number,
  reach: number,
): void {
  const share = 1 / (2 * reach + 1)
  const last = start + (count - 1) * stride
  let sum = from[start]! * (reach + 1)
  for (let i = 1; i <= reach; i++) sum += from[start + Math.min(i, count - 1) * stride]!
  for (let i = 0, at = start; i < count; i++, at += stride) {
    to[at] = sum * share
    const ahead = i + reach + 1
    const behind = i - reach
    sum +=
      from[ahead < count ? start + ahead * stride : last]! -
      from[behind > 0 ? start + behind * stride : start]!
  }
}

function toOklab([red, green, blue]: Colour): number[] {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromOklab([light, a, b]: number[]): Colour {
  const l = (light! + 0.3963377774 * a! + 0.2158037573 * b!) ** 3
  const m = (light! - 0.1055613458 * a! - 0.0638541728 * b!) ** 3
  const s = (light! - 0.0894841775 * a! - 1.291485548 * b!) ** 3
  return [
    Math.max(0, 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    Math.max(0, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    Math.max(0, -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}
