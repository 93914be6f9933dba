import { makeRandom } from '#starter/random.ts'
import { addLight, blur, colour, develop, layInk, makeLayer, makePlate, makeRamp } from './plate.ts'
import { stroke, tint, type Painter } from './plate.ts'

/** Light of one colour through nineteen round holes in a hexagon, seen from afar. */
export const hexagonalHoles: Painter = (width, height) => {
  const plate = makePlate(width, height, [0, 0, 0])
  const ramp = makeRamp([
    [0, '#070b14'],
    [0.2, '#0f2233'],
    [0.45, '#1d5560'],
    [0.7, '#6fb49f'],
    [0.88, '#e6dfae'],
    [1, '#fffaf0'],
  ])
  const holes: [number, number][] = []
  for (let q = -2; q <= 2; q++) {
    for (let r = -2; r <= 2; r++) {
      if (Math.abs(q + r) <= 2) holes.push([q + r / 2, (r * Math.sqrt(3)) / 2])
    }
  }
  const pairs = holes.filter(([x, y]) => y > 0 || (y === 0 && x > 0)).flat()
  const reach = 34 / height
  // The pattern is the same in all four quadrants, so one is computed and mirrored.
  const [right, below] = [Math.ceil(width / 2), Math.ceil(height / 2)]
  for (let row = 0; row < below; row++) {
    const y = (row + 0.5) * reach
    for (let column = 0; column < right; column++) {
      const x = (column + 0.5) * reach
      let sum = 1
      for (let hole = 0; hole < pairs.length; hole += 2) {
        sum += 2 * quickCosine(pairs[hole]! * x + pairs[hole + 1]! * y)
      }
      const disc = airy(0.34 * Math.sqrt(x * x + y * y))
      const value = 0.115 * Math.log1p((sum / 19) ** 2 * disc * 9000)
      const [up, down] = [(below - 1 - row) * width, (height - below + row) * width]
      const [left, far] = [right - 1 - column, width - right + column]
      tint(plate, up + left, ramp, value)
      tint(plate, up + far, ramp, value)
      tint(plate, down + left, ramp, value)
      tint(plate, down + far, ramp, value)
    }
  }
  return develop(plate)
}

/** X-rays of many wavelengths scattered by a crystal with its cubic axis almost along the beam. */
export const lauePlate: Painter = (width, height, seed) => {
  const random = makeRandom(seed)
  const unit = width / 1600
  const plate = makePlate(width, height, colour('#efe9da'))
  const fog = makeLayer(width, height)
  const spots = makeLayer(width, height)
  const distance = 560 * unit
  const [tiltX, tiltY] = [0.03 * (random() - 0.5), 0.03 * (random() - 0.5)]
  for (let h = -9; h <= 9; h++) {
    for (let k = -9; k <= 9; k++) {
      for (let l = 1; l <= 6; l++) {
        if (!isFaceCentred(h, k, l) || (h === 0 && k === 0)) continue
        const length = Math.sqrt(h * h + k * k + l * l)
        const [x, y] = [h / length + (tiltX * l) / length, k / length + (tiltY * l) / length]
        const z = l / length - (tiltX * h + tiltY * k) / length
        const forward = 1 - 2 * z * z
        if (forward < 0.12) continue
        const px = width / 2 + (distance * -2 * z * x) / forward
        const py = height / 2 + (distance * -2 * z * y) / forward
        const strength = Math.min(1, 11 / length ** 1.5)
        spot(spots, px, py, (4 + 18 * strength) * unit, strength)
      }
    }
  }
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [x, y] = [(column - width / 2) / height, (row - height / 2) / height]
      fog.amount[row * width + column] = 0.55 * Math.exp(-(x * x + y * y) / 0.035)
    }
  }
  const stop = makeLayer(width, height)
  stroke(stop, width / 2, height / 2, width / 2, height / 2, 64 * unit)
  stroke(stop, width / 2, height / 2, width / 2 + 6 * unit, height * 1.1, 7 * unit)
  layInk(plate, fog, colour('#4b4f59'))
  layInk(plate, stop, colour('#efe9da'), 0.93)
  layInk(plate, spots, colour('#1b2030'))
  return develop(plate, { vignette: 0.2, grain: 5 })
}

/** Spots of a tenfold quasicrystal: order without any repeating cell. */
export const quasicrystal: Painter = (width, height) => {
  const unit = width / 1600
  const plate = makePlate(width, height, colour('#0a0f19'))
  const spots = makeLayer(width, height)
  const star = Array.from({ length: 4 }, (_, index) => (2 * Math.PI * index) / 5)
  const most = 7
  for (let code = 0; code < (2 * most + 1) ** 4; code++) {
    let [x, y, hiddenX, hiddenY, rest] = [0, 0, 0, 0, code]
    for (const angle of star) {
      const count = (rest % (2 * most + 1)) - most
      rest = Math.floor(rest / (2 * most + 1))
      x += count * Math.cos(angle)
      y += count * Math.sin(angle)
      // The doubled angles measure how far a spot is from the ideal order: far means faint.
      hiddenX += count * Math.cos(2 * angle)
      hiddenY += count * Math.sin(2 * angle)
    }
    const strength = Math.exp(-1.1 * (hiddenX * hiddenX + hiddenY * hiddenY))
    if (strength < 0.012 || x * x + y * y > 43) continue
    spot(
      spots,
      width / 2 + x * 76 * unit,
      height / 2 - y * 76 * unit,
      (3.5 + 21 * strength) * unit,
      0.3 + 0.7 * strength,
    )
  }
  addLight(plate, blur(spots, 12 * unit), colour('#5f9fb0'), 0.5)
  layInk(plate, spots, colour('#e3f0e0'))
  return develop(plate)
}

function isFaceCentred(h: number, k: number, l: number): boolean {
  return (h + k) % 2 === 0 && (k + l) % 2 === 0
}

/** A soft round spot, darkest in the middle. */
function spot(
  layer: ReturnType<typeof makeLayer>,
  x: number,
  y: number,
  size: number,
  strength: number,
): void {
  const { width, height, amount } = layer
  for (let row = Math.max(0, Math.floor(y - size)); row <= Math.min(height - 1, y + size); row++) {
    for (let column = Math.max(0, Math.floor(x - size)); column <= Math.min(width - 1, x + size); column++) {
      const away = ((column + 0.5 - x) ** 2 + (row + 0.5 - y) ** 2) / (size * size)
      const value = strength * Math.min(1, 1.6 * Math.exp(-6 * away))
      const at = row * width + column
      if (value > amount[at]!) amount[at] = value
    }
  }
}

/** The brightness of the rings around a round hole, one in the middle. */
function airy(x: number): number {
  return airyTable[Math.min(4095, (x * 128) | 0)]!
}

const airyTable = Float32Array.from({ length: 4096 }, (_, index) => {
  const x = (index + 0.5) / 128
  let sum = 0
  for (let step = 0; step < 64; step++) {
    const angle = (Math.PI * (step + 0.5)) / 64
    sum += Math.cos(angle - x * Math.sin(angle)) / 64
  }
  return ((2 * sum) / x) ** 2
})

/** A cosine from a table: millions are needed and four digits are enough. */
function quickCosine(angle: number): number {
  return cosines[(angle * cosineScale) & 65535]!
}

const cosineScale = 65536 / (2 * Math.PI)
const cosines = Float32Array.from({ length: 65536 }, (_, index) => Math.cos(index / cosineScale))
