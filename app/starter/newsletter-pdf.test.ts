import { PDFiumLibrary } from '@hyzyla/pdfium'
import { expect, test } from 'vitest'
import { pdfFiles } from './newsletter-pdf.ts'

test.each(Object.keys(pdfFiles))('%s is a small PDF with the same bytes every time', async (name) => {
  const make = pdfFiles[name]!
  const bytes = await make()
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(bytes.length).toBeLessThan(40_000)
  expect((await make()).equals(bytes)).toBe(true)
})

test.each(Object.keys(pdfFiles))('%s fits on a page: none is nearly blank', async (name) => {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(await pdfFiles[name]!())
  expect(document.getPageCount()).toBe(1)
  document.destroy()
  library.destroy()
})
