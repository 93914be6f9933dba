import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readTakenOn } from './taken-on.ts'

function photograph(exif: NonNullable<Parameters<ReturnType<typeof sharp>['withExif']>[0]>) {
  return sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .withExif(exif)
    .jpeg()
    .toBuffer()
}

test.for([
  ['2026:03:14 23:59:59', '2026-03-14'],
  ['2024:02:29 00:00:00', '2024-02-29'],
  ['2023:02:29 00:00:00', undefined],
  ['0000:00:00 00:00:00', undefined],
  ['sometime in spring!', undefined],
])('a camera that wrote %s took the photograph on %s', async ([written = '', day]) => {
  expect(readTakenOn(await photograph({ IFD2: { DateTimeOriginal: written } }))).toBe(day)
})

test('the day on which a file was changed is not the day on which it was taken', async () => {
  expect(readTakenOn(await photograph({ IFD0: { DateTime: '2026:03:14 23:59:59' } }))).toBeUndefined()
})

test('a photograph that ends anywhere is read without an error', async () => {
  const whole = await photograph({ IFD2: { DateTimeOriginal: '2026:03:14 23:59:59' } })
  const days = Array.from({ length: whole.length }, (_, length) => readTakenOn(whole.subarray(0, length)))
  expect(new Set(days)).toEqual(new Set([undefined, '2026-03-14']))
})

test('a photograph with any one byte changed is read without an error', async () => {
  const whole = await photograph({ IFD2: { DateTimeOriginal: '2026:03:14 23:59:59' } })
  for (let at = 0; at < Math.min(whole.length, 400); at++)
    for (const value of [0, 1, 0x7f, 0xff]) {
      const changed = Buffer.from(whole)
      changed[at] = value
      expect(readTakenOn(changed) ?? '2026-03-14').toMatch(/^\d{4}-\d\d-\d\d$/)
    }
})
