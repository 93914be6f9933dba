import { makeRandom } from '#starter/random.ts'
import { colour, develop, makePlate, type Painter } from './plate.ts'
import { wavelengthColour } from './visible-light.ts'

/** Visible lines in nanometres with a rough strength each, element by element. */
const elements: [name: string, lines: [nanometres: number, strength: number][]][] = [
  [
    'hydrogen',
    [
      [656.28, 1],
      [486.13, 0.7],
      [434.05, 0.45],
      [410.17, 0.3],
    ],
  ],
  [
    'helium',
    [
      [706.52, 0.4],
      [667.82, 0.6],
      [587.56, 1],
      [504.77, 0.25],
      [501.57, 0.6],
      [492.19, 0.35],
      [471.31, 0.35],
      [447.15, 0.6],
      [438.79, 0.2],
      [402.62, 0.25],
    ],
  ],
  [
    'sodium',
    [
      [589.59, 0.9],
      [588.99, 1],
      [615.42, 0.2],
      [568.82, 0.3],
      [568.26, 0.25],
      [498.28, 0.2],
      [466.86, 0.15],
    ],
  ],
  [
    'mercury',
    [
      [690.75, 0.2],
      [623.44, 0.2],
      [579.07, 0.7],
      [576.96, 0.7],
      [546.07, 1],
      [491.61, 0.2],
      [435.83, 0.9],
      [407.78, 0.3],
      [404.66, 0.6],
    ],
  ],
  [
    'neon',
    [
      [703.24, 0.7],
      [692.95, 0.6],
      [671.7, 0.45],
      [667.83, 0.6],
      [659.9, 0.55],
      [653.29, 0.5],
      [650.65, 0.7],
      [640.22, 1],
      [638.3, 0.7],
      [633.44, 0.7],
      [630.48, 0.4],
      [626.65, 0.6],
      [621.73, 0.5],
      [616.36, 0.6],
      [614.31, 0.8],
      [609.62, 0.6],
      [607.43, 0.6],
      [603, 0.4],
      [597.55, 0.5],
      [594.48, 0.6],
      [588.19, 0.6],
      [585.25, 0.9],
      [540.06, 0.4],
    ],
  ],
  [
    'iron',
    [
      [640, 0.3],
      [613.77, 0.3],
      [561.56, 0.4],
      [558.68, 0.4],
      [544.69, 0.45],
      [542.97, 0.5],
      [540.58, 0.5],
      [537.15, 0.6],
      [532.8, 0.7],
      [526.95, 0.8],
      [523.29, 0.5],
      [522.72, 0.6],
      [516.75, 0.5],
      [495.76, 0.6],
      [492.05, 0.5],
      [489.15, 0.4],
      [487.13, 0.4],
      [452.86, 0.4],
      [441.51, 0.6],
      [440.48, 0.9],
      [438.35, 1],
      [432.58, 0.8],
      [430.79, 0.7],
      [427.18, 0.8],
      [426.05, 0.6],
      [414.39, 0.6],
      [407.17, 0.6],
      [406.36, 0.8],
      [404.58, 1],
    ],
  ],
]

/** Light of six elements, one below the other, as a spectrograph writes it. */
export const emissionSpectra: Painter = (width, height) => {
  const unit = width / 1600
  const plate = makePlate(width, height, colour('#090c13'))
  const margin = 60 * unit
  const gap = 26 * unit
  const band = (height - 2 * margin - gap * (elements.length - 1)) / elements.length
  const toX = (nm: number) => margin + ((nm - 390) / (720 - 390)) * (width - 2 * margin)
  elements.forEach(([, lines], index) => {
    const top = Math.round(margin + index * (band + gap))
    const bottom = Math.round(top + band)
    const row = plate.light.slice(0, width * 3)
    for (let column = Math.round(margin); column < width - margin; column++) {
      const nm = 390 + ((column - margin) / (width - 2 * margin)) * 330
      row.set(
        wavelengthColour(nm).map((part) => 0.006 + 0.012 * part),
        column * 3,
      )
    }
    for (const [nm, strength] of lines) {
      const hue = wavelengthColour(nm)
      const peak = Math.max(...hue) || 1
      for (let column = Math.round(margin); column < width - margin; column++) {
        const off = (column + 0.5 - toX(nm)) / unit
        const core = Math.exp(-((off / (1.3 + 1.2 * strength)) ** 2))
        const halo = 0.1 * strength * Math.exp(-Math.abs(off) / 9)
        for (let part = 0; part < 3; part++) {
          const pure = hue[part]! / peak
          row[column * 3 + part]! += strength * (core * (0.85 * pure + 0.12) + halo * pure)
        }
      }
    }
    for (let y = top; y < bottom; y++) plate.light.set(row, y * width * 3)
  })
  return develop(plate, { vignette: 0.12 })
}

/** The strong dark lines of sunlight that Fraunhofer named, and others nearly as strong. */
const fraunhofer = [
  393.37, 396.85, 404.58, 410.17, 414.39, 422.67, 427.18, 430.78, 432.58, 434.05, 438.35, 440.48, 452.86,
  466.81, 486.13, 489.15, 492.05, 495.76, 501.2, 504.16, 516.73, 517.27, 518.36, 522.72, 526.95, 532.8,
  537.15, 540.58, 542.97, 552.84, 558.68, 561.56, 588.99, 589.59, 610.27, 612.22, 616.22, 627.66, 630.15,
  649.5, 656.28, 686.72, 687.6, 688.4,
]

/** Sunlight cut into rows, violet below and red on top, crossed by dark lines. */
export const solarSpectrum: Painter = (width, height, seed) => {
  const random = makeRandom(seed)
  const unit = width / 1600
  const plate = makePlate(width, height, colour('#07090e'))
  const rows = 26
  const [longest, shortest] = [702, 390]
  const step = (longest - shortest) / rows
  const weak = Array.from({ length: 2400 }, () => [
    shortest + random() * 312,
    0.8 * random() ** 3,
    0.012 + 0.025 * random(),
  ])
  const strong = fraunhofer.map((nm) => [nm, 0.92, nm < 400 ? 0.35 : 0.07])
  const lines = [...weak, ...strong].toSorted((a, b) => a[0]! - b[0]!)
  const pitch = height / rows
  for (let row = 0; row < rows; row++) {
    const from = longest - (row + 1) * step
    const passed = new Float32Array(width).fill(1)
    for (const [nm, depth, broad] of lines) {
      if (nm! < from - 1 || nm! > from + step + 1) continue
      const centre = (1 - (nm! - from) / step) * width
      const reach = Math.max(0.8 * unit, (broad! / step) * width)
      for (
        let x = Math.max(0, Math.floor(centre - 4 * reach));
        x < Math.min(width, centre + 4 * reach);
        x++
      ) {
        passed[x]! *= 1 - depth! * Math.exp(-(((x + 0.5 - centre) / reach) ** 2))
      }
    }
    const strip = new Float32Array(width * 3)
    for (let x = 0; x < width; x++) {
      const [red, green, blue] = wavelengthColour(from + (1 - x / width) * step)
      const grey = 0.25 * red + 0.6 * green + 0.15 * blue
      for (const [part, value] of [red, green, blue].entries()) {
        strip[x * 3 + part] = (0.004 + 0.4 * (0.28 * grey + 0.72 * value)) * passed[x]!
      }
    }
    const bottom = Math.min(height, Math.round((row + 1) * pitch) - Math.round(5 * unit))
    for (let y = Math.round(row * pitch); y < bottom; y++) plate.light.set(strip, y * width * 3)
  }
  return develop(plate, { vignette: 0.3 })
}
