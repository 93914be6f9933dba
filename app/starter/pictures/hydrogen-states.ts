import { night } from './palette.ts'
import { develop, makePlate, makeRamp, tint, type Painter } from './plate.ts'

/** Slices through six states of the hydrogen atom: where the electron is likely to be found. */
export const hydrogenStates: Painter = (width, height) => {
  const plate = makePlate(width, height, night)
  const ramp = makeRamp([
    [0, '#0a0e18'],
    [0.15, '#1d1c3c'],
    [0.4, '#5b3163'],
    [0.65, '#b8574f'],
    [0.85, '#efb763'],
    [1, '#fff6dc'],
  ])
  const states = [
    [3, 1, 0, 24],
    [3, 2, 0, 27],
    [4, 2, 1, 38],
    [4, 3, 0, 38],
    [5, 3, 1, 54],
    [5, 2, 0, 56],
  ] as const
  const [cellX, cellY] = [width / 3, height / 2]
  states.forEach(([n, l, m, reach], index) => {
    const [left, top] = [(index % 3) * cellX, Math.floor(index / 3) * cellY]
    const size = Math.min(cellX, cellY)
    const radial = Float32Array.from({ length: 1025 }, (_, step) =>
      radialWave(n, l, (step / 1024) * reach * 1.5),
    )
    const polar = Float32Array.from({ length: 1025 }, (_, step) => legendre(l, m, step / 1024))
    const values = new Float32Array(Math.ceil(cellX) * Math.ceil(cellY))
    const stride = Math.ceil(cellX)
    let most = 0
    for (let row = 0; row < Math.floor(cellY); row++) {
      const z = ((row + 0.5 - cellY / 2) / size) * 2 * reach
      for (let column = 0; column < Math.floor(cellX); column++) {
        const x = ((column + 0.5 - cellX / 2) / size) * 2 * reach
        const r = Math.sqrt(x * x + z * z)
        const wave = radial[Math.min(1024, ((r / (reach * 1.5)) * 1024) | 0)]!
        const density = (wave * polar[((Math.abs(z) / r) * 1024) | 0]!) ** 2
        values[row * stride + column] = density
        if (density > most) most = density
      }
    }
    for (let row = 0; row < Math.floor(cellY); row++) {
      for (let column = 0; column < Math.floor(cellX); column++) {
        const value = (values[row * stride + column]! / most) ** 0.38 - 0.03
        tint(plate, (Math.floor(top) + row) * width + Math.floor(left) + column, ramp, 1.02 * value)
      }
    }
  })
  return develop(plate, { vignette: 0.1 })
}

/** The radial wave of the hydrogen atom, up to a factor; r in Bohr radii. */
function radialWave(n: number, l: number, r: number): number {
  const x = (2 * r) / n
  const [degree, alpha] = [n - l - 1, 2 * l + 1]
  let [before, now] = [1, 1 + alpha - x]
  if (degree === 0) now = 1
  for (let k = 1; k < degree; k++) {
    const next = ((2 * k + 1 + alpha - x) * now - (k + alpha) * before) / (k + 1)
    before = now
    now = next
  }
  return Math.exp(-x / 2) * x ** l * now
}

/** The associated Legendre function, up to sign, for an angle given by its cosine. */
function legendre(l: number, m: number, cosine: number): number {
  let now = Math.sqrt(1 - cosine * cosine) ** m
  for (let odd = 1; odd < 2 * m; odd += 2) now *= odd
  let before = 0
  for (let k = m + 1; k <= l; k++) {
    const next = ((2 * k - 1) * cosine * now - (k + m - 1) * before) / (k - m)
    before = now
    now = next
  }
  return now
}
