import { expect, test } from 'vitest'
import { pdfFiles } from './newsletter-pdf.ts'

test.each(Object.keys(pdfFiles))('%s is a small PDF with the same bytes every time', async (name) => {
  const make = pdfFiles[name]!
  const bytes = await make()
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(bytes.length).toBeLessThan(40_000)
  expect((await make()).equals(bytes)).toBe(true)
})
