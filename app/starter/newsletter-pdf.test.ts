import { expect, test } from 'vitest'
import { pdfFiles } from './newsletter-pdf.ts'
import { sampleIssues } from './samples/newsletters.ts'

test.each(Object.keys(pdfFiles))('%s is a small PDF with the same bytes every time', async (name) => {
  const make = pdfFiles[name]!
  const bytes = await make()
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(bytes.length).toBeLessThan(40_000)
  expect((await make()).equals(bytes)).toBe(true)
})

test('an issue of the newsletter has as many pages as its entry says', async () => {
  for (const { pdf, articles } of sampleIssues.filter((issue) => issue.pdf)) {
    const text = (await pdfFiles[pdf!]!()).toString('latin1')
    expect(text.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(articles.length + 1)
  }
})
