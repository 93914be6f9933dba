import { contrast, fromHex, fromOklch, toHex, toOklch, wavelengthToRgb } from './colour.ts'

/** One emission line: wavelength in air in nanometres, strength relative to the strongest visible line. */
export type SpectrumLine = [nanometres: number, strength: number]

/**
 * The strong visible lines of atoms. Wavelengths after the NIST Atomic Spectra Database (Kramida, Ralchenko, Reader and
 * the NIST ASD Team, doi:10.18434/T4W30F). The strengths are the tabulated relative intensities, evened out so that the
 * strip looks like the view in a spectroscope. Oxygen also has the forbidden lines of auroras (557.7, 630.0) and
 * nebulae (500.7).
 */
// oxfmt-ignore
export const lines = {
  hydrogen: [[397.01, 0.25], [410.17, 0.4], [434.05, 0.6], [486.13, 0.85], [656.28, 1]],
  helium: [
    [388.86, 0.6], [402.62, 0.3], [438.79, 0.25], [447.15, 0.7], [471.31, 0.4], [492.19, 0.4], [501.57, 0.7],
    [504.77, 0.2], [587.56, 1], [667.82, 0.8], [706.52, 0.5],
  ],
  sodium: [
    [449.77, 0.15], [466.86, 0.2], [498.28, 0.3], [515.34, 0.25], [568.26, 0.4], [568.82, 0.45], [589, 1],
    [589.59, 0.9], [615.42, 0.3], [616.08, 0.35],
  ],
  mercury: [
    [404.66, 0.7], [407.78, 0.3], [433.92, 0.2], [435.83, 0.9], [491.61, 0.2], [546.07, 1], [576.96, 0.75],
    [579.07, 0.8], [607.27, 0.15], [623.44, 0.2], [690.75, 0.25],
  ],
  neon: [
    [453.78, 0.15], [471.53, 0.15], [533.08, 0.2], [534.11, 0.25], [540.06, 0.4], [585.25, 0.9], [588.19, 0.6],
    [594.48, 0.6], [597.55, 0.4], [602.99, 0.5], [607.43, 0.6], [609.62, 0.7], [614.31, 0.9], [616.36, 0.6],
    [621.73, 0.6], [626.65, 0.7], [630.48, 0.5], [633.44, 0.7], [638.3, 0.8], [640.22, 1], [650.65, 0.8],
    [653.29, 0.5], [659.9, 0.5], [667.83, 0.6], [671.7, 0.4], [692.95, 0.6], [703.24, 0.7],
  ],
  iron: [
    [385.99, 0.7], [404.58, 1], [406.36, 0.8], [407.17, 0.7], [414.39, 0.5], [427.18, 0.7], [430.79, 0.75],
    [432.58, 0.8], [438.35, 0.95], [440.48, 0.7], [441.51, 0.5], [452.86, 0.35], [489.15, 0.4], [492.05, 0.5],
    [495.76, 0.6], [516.75, 0.5], [522.72, 0.5], [526.95, 0.7], [532.8, 0.55], [537.15, 0.45], [540.58, 0.35],
    [558.68, 0.3], [561.56, 0.35], [606.55, 0.2], [613.77, 0.25], [623.07, 0.25], [640, 0.3], [649.5, 0.3],
  ],
  argon: [
    [404.44, 0.3], [415.86, 0.6], [420.07, 0.7], [425.94, 0.4], [430.01, 0.4], [451.07, 0.35], [549.59, 0.3],
    [555.87, 0.3], [560.67, 0.3], [591.21, 0.3], [603.21, 0.45], [604.32, 0.3], [641.63, 0.4], [667.73, 0.4],
    [675.28, 0.4], [687.13, 0.4], [696.54, 1], [703.03, 0.4], [706.72, 0.9], [714.7, 0.4],
  ],
  krypton: [
    [427.4, 0.6], [431.96, 0.6], [436.26, 0.4], [437.61, 0.5], [445.39, 0.4], [446.37, 0.5], [450.24, 0.4],
    [556.22, 0.5], [557.03, 0.95], [587.09, 1], [599.39, 0.2], [605.61, 0.25], [642.1, 0.35], [645.63, 0.5],
    [690.47, 0.3], [722.41, 0.25],
  ],
  calcium: [
    [422.67, 1], [428.3, 0.35], [430.25, 0.5], [431.87, 0.35], [442.54, 0.4], [443.5, 0.5], [445.48, 0.6],
    [487.81, 0.3], [526.56, 0.35], [534.95, 0.25], [558.88, 0.4], [559.45, 0.4], [585.75, 0.35], [610.27, 0.4],
    [612.22, 0.55], [616.22, 0.65], [643.91, 0.6], [646.26, 0.55], [649.38, 0.45], [671.77, 0.35],
  ],
  oxygen: [
    [394.73, 0.35], [436.83, 0.4], [495.89, 0.55], [500.68, 0.9], [532.91, 0.25], [543.69, 0.2], [557.73, 1],
    [604.64, 0.25], [615.82, 0.55], [630.03, 0.85], [636.38, 0.5], [645.6, 0.5], [700.22, 0.4], [725.44, 0.4],
  ],
} satisfies Record<string, SpectrumLine[]>

export type Element = keyof typeof lines

export const elements = Object.keys(lines) as Element[]

export const symbols: Record<Element, string> = {
  hydrogen: 'H',
  helium: 'He',
  sodium: 'Na',
  mercury: 'Hg',
  neon: 'Ne',
  iron: 'Fe',
  argon: 'Ar',
  krypton: 'Kr',
  calcium: 'Ca',
  oxygen: 'O',
}

/** The range of a strip, in nanometres. */
export const window = { from: 380, to: 730 }

/** The line that gives a section its accent, chosen so that the sections differ. */
export const accentLine: Record<Element, number> = {
  hydrogen: 486.13,
  helium: 471.31,
  sodium: 589,
  mercury: 546.07,
  neon: 602.99,
  iron: 404.58,
  argon: 696.54,
  krypton: 557.03,
  calcium: 445.48,
  oxygen: 500.68,
}

/** The page backgrounds of tokens.css, the subtle one first: what passes on it passes on the page too. */
export const backgrounds = {
  light: { subtle: '#f3f2ec', page: '#fbfaf6' },
  dark: { subtle: '#181c23', page: '#0f1217' },
}

export type Theme = keyof typeof backgrounds

/** The accent of an element's section: its line's hue, as bright (or as dark) as text may be on that theme. */
export function accent(element: Element, theme: Theme) {
  const { hue, chroma } = toOklch(wavelengthToRgb(accentLine[element]))
  const ground = fromHex(backgrounds[theme].subtle)
  const step = theme === 'light' ? -0.005 : 0.005
  let lightness = theme === 'light' ? 0.6 : 0.66
  for (;;) {
    const colour = fromOklch({ lightness, chroma: Math.min(chroma, 0.17), hue })
    if (contrast(colour, ground) >= 5) return toHex(colour)
    lightness += step
  }
}

/** The colour of a line on a plate. Violet and blue look dim at any strength; they are brightened until they show. */
export function shine(nanometres: number) {
  const colour = toOklch(wavelengthToRgb(nanometres))
  return toHex(fromOklch({ ...colour, lightness: Math.max(colour.lightness, 0.62) }))
}

/** The text of accents.css. A test compares the file with it. */
export function accentStyles() {
  const rules = elements.map(
    (element) =>
      `  [data-element='${element}'] {\n` +
      `    --accent: light-dark(${accent(element, 'light')}, ${accent(element, 'dark')});\n  }\n`,
  )
  return `/* Computed by accentStyles() in spectrum.ts: change it there. */\n@layer tokens {\n${rules.join('')}}\n`
}
