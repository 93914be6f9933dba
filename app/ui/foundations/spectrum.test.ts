import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrast, fromHex } from './colour.ts'
import {
  accent,
  accentStyles,
  backgrounds,
  elements,
  lines,
  window,
  type SpectrumLine,
  type Theme,
} from './spectrum.ts'

const themes = Object.keys(backgrounds) as Theme[]
const tokens = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

test.for(elements)('the accent of %s is readable on every background of both themes', (element) => {
  for (const theme of themes) {
    for (const ground of Object.values(backgrounds[theme])) {
      expect(contrast(fromHex(accent(element, theme)), fromHex(ground))).toBeGreaterThanOrEqual(4.5)
    }
  }
})

test('accents.css contains the computed accents', async () => {
  await expect(accentStyles()).toMatchFileSnapshot('./accents.css')
})

test('the backgrounds are those of tokens.css, and so is the accent of pages without a section', () => {
  const { light, dark } = backgrounds
  expect(tokens).toContain(`--paper: light-dark(${light.page}, ${dark.page})`)
  expect(tokens).toContain(`--subtle: light-dark(${light.subtle}, ${dark.subtle})`)
  expect(tokens).toContain(
    `--accent: light-dark(${accent('hydrogen', 'light')}, ${accent('hydrogen', 'dark')})`,
  )
})

test.for(['ink', 'quiet', 'error', 'success'])(
  '--%s is readable on every background of both themes',
  (name) => {
    expect(worstContrast(name)).toBeGreaterThanOrEqual(4.5)
  },
)

test('the border of a form field has the contrast that WCAG requires of a control', () => {
  expect(worstContrast('edge')).toBeGreaterThanOrEqual(3)
})

test.for(elements)(
  'the lines of %s are in order, inside the strip, and the strongest has full strength',
  (element) => {
    const own = lines[element] as SpectrumLine[]
    const wavelengths = own.map(([nanometres]) => nanometres)
    expect(wavelengths).toEqual(wavelengths.toSorted((a, b) => a - b))
    expect(wavelengths.at(0)).toBeGreaterThan(window.from)
    expect(wavelengths.at(-1)).toBeLessThan(window.to)
    expect(Math.max(...own.map(([, strength]) => strength))).toBe(1)
  },
)

function worstContrast(name: string) {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens) ?? []
  const colours = { light: fromHex(light!), dark: fromHex(dark!) }
  return Math.min(
    ...themes.flatMap((theme) =>
      Object.values(backgrounds[theme]).map((ground) => contrast(colours[theme], fromHex(ground))),
    ),
  )
}
