import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { timeIn } from '#test/e2e/harness/visitor-time.ts'
import { runProgram } from '#test/harness/processes.ts'
import { rootPrograms } from './root-programs.ts'

/** N1 of the threat model: office time decides, whatever the machine's zone. */

const offsets = {
  UTC: 0,
  'America/St_Johns': 150,
  'America/New_York': 240,
  'Asia/Kolkata': -330,
  'Pacific/Kiritimati': -840,
  'Etc/GMT+12': 720,
}

test('every rule about days and hours gives the same in every zone, as clocks change, years end and leap days occur', async () => {
  const runs = await Promise.all(
    Object.entries(offsets).map(async ([TZ, offset]) => {
      const { code, errors, lines } = await runProgram('test/harness/processes/moments.ts', { TZ }).ended
      expect([code, errors], TZ).toEqual([0, ''])
      const shown = lines.slice(0, -1).map((line) => JSON.parse(line) as { at: string })
      const visitor = shown.map(({ at }) => timeIn(TZ, new Date(at)))
      expect(JSON.parse(lines.at(-1)!), TZ).toEqual({ offset, visitor })
      return shown
    }),
  )

  const [first = [], ...others] = runs
  expect(first.length).toBeGreaterThan(20)
  for (const shown of others) expect(shown).toEqual(first)
  for (const one of first)
    expect(one).toMatchObject({ states: ['coming', 'open', 'open', 'closed'], grace: [true, false] })
  expect(first).toContainEqual(
    expect.objectContaining({ at: '2027-12-31T18:30:00.000Z', shown: '1 January 2028, 00:00 IST' }),
  )
})

test('the times that visitors are shown change with their clocks', () => {
  // Newfoundland skips an hour, and half a year later repeats one.
  const zone = 'America/St_Johns'
  expect(timeIn(zone, new Date('2027-03-14T05:29:59Z'))).toBe('14 March 2027, 01:59')
  expect(timeIn(zone, new Date('2027-03-14T05:30:00Z'))).toBe('14 March 2027, 03:00')
  expect(timeIn(zone, new Date('2027-11-07T04:30:00Z'))).toBe('7 November 2027, 01:00')
})

/** Code that uses the machine's own zone, or reads a time without a zone. */
const localTime = [
  /\.(get|set)(FullYear|Month|Date|Day|Hours|Minutes|Seconds)\(/,
  /\.getTimezoneOffset\(|\.to(Date|Time)String\(/,
  /\.toLocale(Date|Time)String\((?![^\n]*(timeZone|options))/,
  /\.toLocaleString\([^)]*(Style|day|hour)(?![^\n]*timeZone)/,
  /new Date\(\s*(\d+|\w+)\s*,/,
  /(new Date|Date\.parse)\(`[^`\n]*T[\d:.]+`\)/,
  /new Intl\.DateTimeFormat\([^)]*\)(?<!timeZone[^)]*\))/,
]

/** Visitors see their own time; a zip file stores local times, and from local parts its time is the same everywhere. */
const meant = [
  'app/ui/script/zones.ts: .getHours(',
  'app/features/site-copy/zip-out.server.ts: new Date(1994,',
]

test('no code uses the machine’s own zone', () => {
  const files = globSync(['app/**/*.{ts,tsx}', 'scripts/*.ts', ...rootPrograms])
  const found = files
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => localTimeIn(readFileSync(file, 'utf8')).map((text) => `${file}: ${text}`))

  expect(files.length).toBeGreaterThan(500)
  expect(found.toSorted()).toEqual(meant.toSorted())
})

test.for([
  'now.getHours()',
  'day.setDate(day.getDate() + 1)',
  "at.toLocaleDateString('en-GB')",
  "at.toLocaleString('en-GB', { dateStyle: 'long' })",
  'new Date(2027, 0, 31)',
  'new Date(`${day}T00:00:00`)',
  'Date.parse(`${day}T23:59`)',
  "new Intl.DateTimeFormat('en-GB', { hour: '2-digit' })",
  'now.toTimeString()',
])('“%s” would be found', (text) => {
  expect(localTimeIn(text)).not.toEqual([])
})

function localTimeIn(text: string): string[] {
  return localTime.flatMap((pattern) => pattern.exec(text)?.[0] ?? [])
}
