import { expect, test, vi } from 'vitest'
import { log, logError } from './log.server.ts'

/** E4 of the threat model: what strangers send is data in the log, and never a separate line. */

const hostile = [
  'a\r\n{"at":"2026-11-15T00:00:00.000Z","event":"staff.signed-in"}',
  'a\nb\u2028c\u2029d\u0085e',
  '\u001b[2J\u001b[31mred',
  'a\0b\b',
  '","event":"forged","x":"',
  '%s %d %o ${7*7} {{7*7}}',
  '\ud800',
  '__proto__',
]

test.for(hostile)('%j is one line of JSON, in a name, a value and an error', (text) => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  log('request.refused', { path: text, [text]: text })
  logError('request.failed', new Error(text, { cause: new Error(text) }), { path: text })
  const lines = written.mock.calls.map(([line]) => String(line))
  written.mockRestore()

  expect(lines).toHaveLength(2)
  for (const line of lines) {
    expect(line.slice(0, -1)).not.toMatch(/[\r\n\0\b\u001b]/)
    expect(line.at(-1)).toBe('\n')
  }
  const [logged, failed] = lines.map((line) => JSON.parse(line) as Record<string, string>)
  expect(logged).toMatchObject({ event: 'request.refused', path: text })
  expect(failed).toMatchObject({ event: 'request.failed', path: text })
})
