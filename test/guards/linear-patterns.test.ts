import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

/**
 * E4 of the threat model: every pattern of the site against hostile texts. The test does not judge how long one takes,
 * which depends on the machine, but how it grows: twice the text may cost about twice the processor time.
 */

const files = globSync('app/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file))
const patterns = [...new Set(files.flatMap(patternsIn))].toSorted()

test('the patterns of the site are found', () => {
  expect(patterns.length).toBeGreaterThan(200)
})

test(
  'no pattern takes more than proportional time for a hostile text, up to 100 KB',
  { timeout: 300_000 },
  () => {
    const slow = patterns.flatMap((pattern) => {
      const text = slowTextFor(pattern)
      return text === undefined ? [] : [`${pattern} with ${text}`]
    })
    expect(slow).toEqual([])
  },
)

test('a pattern known to be slow is detected', () => {
  expect(slowTextFor(String.raw`/\s+$/`)).toBeDefined()
  expect(slowTextFor(String.raw`/^(a+)+$/`)).toBeDefined()
  expect(slowTextFor(String.raw`/[\w.+-]+@\w+/g`)).toBeDefined()
  expect(slowTextFor(String.raw`/^[a-z]+$/`)).toBeUndefined()
})

type Node = { type?: string; regex?: { pattern: string; flags: string } | null } & Record<string, unknown>

/** As written in the source, such as `/a+/g`. */
function patternsIn(file: string): string[] {
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  const found: string[] = []
  const walk = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    const { regex } = value as Node
    if (regex) found.push(`/${regex.pattern}/${regex.flags}`)
    for (const inner of Object.values(value)) walk(inner)
  }
  walk(program)
  return found
}

/** A few characters are enough to find exponential growth, and more would never end. */
const few = 22
const sizes = [400, 5_000]
const suspiciousMs = 5
const certainMs = 50
const maxGrowth = 3

function slowTextFor(pattern: string): string | undefined {
  const regex = regexFrom(pattern)
  const texts = hostileTexts(pattern)
  const endless = texts.find(([, make]) => best(regex, make(few)) > suspiciousMs)
  if (endless) return endless[0]
  let worst = { took: -1, made: texts[0]! }
  for (const size of sizes)
    for (const made of texts) {
      const took = millis(regex, made[1](size))
      if (took > suspiciousMs && growsTooFast(regex, made, size)) return made[0]
      if (took > worst.took) worst = { took, made }
    }
  return growsTooFast(regex, worst.made, 50_000) ? worst.made[0] : undefined
}

function growsTooFast(regex: RegExp, [, make]: HostileText, size: number): boolean {
  const [text, longer] = [make(size), make(size * 2)]
  const measure = (rounds: number) => {
    // In turn, because a machine can be several times slower for a second.
    let [once, twice] = [Infinity, Infinity]
    for (let round = 0; round < rounds; round++) {
      once = Math.min(once, millis(regex, text))
      twice = Math.min(twice, millis(regex, longer))
    }
    return { twice, grows: twice > suspiciousMs && twice > once * maxGrowth }
  }
  const { twice, grows } = measure(3)
  // Other work can disturb a few milliseconds, so those are measured again.
  return grows && (twice > certainMs || measure(20).grows)
}

function regexFrom(pattern: string): RegExp {
  const end = pattern.lastIndexOf('/')
  return new RegExp(pattern.slice(1, end), pattern.slice(end + 1))
}

/** The minimum of several, because others use the machine too. */
function best(regex: RegExp, text: string, rounds = 3): number {
  return Math.min(...Array.from({ length: rounds }, () => millis(regex, text)))
}

function millis(regex: RegExp, text: string): number {
  regex.lastIndex = 0
  const began = process.threadCpuUsage()
  text.replace(regex, '')
  const { user, system } = process.threadCpuUsage(began)
  return (user + system) / 1000
}

type HostileText = [name: string, make: (size: number) => string]

/** Long runs of what the pattern matches, with ends that make it fail at the very last moment. */
function hostileTexts(pattern: string): HostileText[] {
  const signs = new Set([...'a0 \n-./<"A:=%@,(_#&', '\u00e9', '\u0915', '\u{1f600}', '\u00a0', '\t'])
  const spoken = pattern.replaceAll(/\\[a-zA-Z]|[^\x20-\x7e]/g, '')
  for (const sign of spoken) if (/[^\\^$*+?()[\]{}|]/.test(sign)) signs.add(sign)
  const units = [
    ...signs,
    ...['a ', 'a-', 'a.', 'a@', '<a', '0,', ' \n', '\r\n', 'a\n', '<!--', '](', '\\a', '{{'],
  ]
  const starts = ['', 'a@', firstWords(pattern)].filter((start, at, all) => all.indexOf(start) === at)
  return starts.flatMap((start) =>
    units.flatMap((unit) =>
      ['', '\u0000', 'a!'].map((end): HostileText => [
        JSON.stringify(`${start}${unit}…${end}`),
        (size) => start + unit.repeat(Math.ceil(size / unit.length)) + end,
      ]),
    ),
  )
}

/** What a text must start with to get past the start of the pattern. */
function firstWords(pattern: string): string {
  return (/^\/\^?((?:[\w /:@<>&#,;!"'=-]|\\[/.$?*+()[\]{}|^-])+)/.exec(pattern)?.[1] ?? '').replaceAll(
    '\\',
    '',
  )
}
