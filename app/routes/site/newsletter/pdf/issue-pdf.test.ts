import { PDFiumLibrary } from '@hyzyla/pdfium'
import { expect, onTestFinished, test } from 'vitest'
import { prose } from '#starter/prose.ts'
import { cover, printedIssue as issue } from '#test/makers/printed-issue.ts'
import { drawIssue } from './issue-pdf.server.ts'

async function open(bytes: Buffer) {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes)
  onTestFinished(() => {
    document.destroy()
    library.destroy()
  })
  return Array.from({ length: document.getPageCount() }, (_, at) => document.getPage(at))
}

const count = (bytes: Buffer, form: RegExp) => bytes.toString('latin1').match(form)?.length ?? 0

test('the same issue has the same bytes', async () => {
  const bytes = await drawIssue(issue)
  expect(bytes.equals(await drawIssue(issue))).toBe(true)
  expect(bytes.length).toBeLessThan(200_000)
})

test('every text is read as written, with its page in the list of contents', async () => {
  const texts = (await open(await drawIssue(issue))).map((page) => page.getText().replaceAll(/\s+/g, ' '))
  expect(texts.length).toBeGreaterThanOrEqual(8)
  expect(texts[0]).toContain('Read again: Newton’s Opticks · Dr Keśavinder Sample, page')
  for (const { title } of issue.articles) {
    const [, page] =
      new RegExp(`${escaped(title)} · Dr Keśavinder Sample, page (\\d+)`).exec(texts[0] ?? '') ?? []
    expect(texts[Number(page) - 1]).toContain(title)
  }
  const all = texts.join(' ')
  expect(all).toContain('p′ = p + K sin θ')
  expect(all).toContain('T_c = 2J/(k ln (1 + √2)) ≈ 2.27')
  expect(all).not.toMatch(/\[sign\]|\\frac|quad|undefined/)
})

test('no page is nearly blank', async () => {
  const pages = await open(await drawIssue(issue))
  expect(Math.min(...pages.slice(0, -1).map((page) => page.getText().length))).toBeGreaterThan(600)
})

test('every page after the cover has a running head and its number, and a sample says so on each', async () => {
  const texts = (await open(await drawIssue(issue))).map((page) => page.getText())
  for (const [at, text] of texts.entries()) {
    expect(text).toContain('SAMPLE. Not issued by the Academy.')
    if (at > 0) expect(text).toMatch(new RegExp(`July to October 2026[^]*(^|\\s)${at + 1}(\\s|$)`))
  }
  const [real] = await open(await drawIssue({ ...issue, sample: false }))
  expect(real?.getText()).not.toContain('SAMPLE')
})

test('the structure names headings, lists, tables, links and the picture; fonts are embedded', async () => {
  const bytes = await drawIssue(issue)
  const parts = (type: string) => count(bytes, new RegExp(`/S /${type}\\b`, 'g'))
  expect(parts('Document')).toBe(1)
  expect(parts('H1')).toBe(1)
  expect(parts('H2')).toBe(issue.articles.length + 2)
  expect(parts('H3')).toBeGreaterThan(15)
  expect(parts('Figure')).toBe(1)
  expect(bytes.includes('/Alt (The cover picture of the issue)')).toBe(true)
  expect(parts('Table')).toBe(2)
  expect(parts('TH')).toBe(5)
  expect(parts('LI')).toBeGreaterThan(20)
  expect(parts('Link')).toBeGreaterThanOrEqual(8)
  expect(bytes.includes('(https://www.example.org/calendar)')).toBe(true)
  expect(bytes.includes('/Lang (en-GB)')).toBe(true)
  expect(bytes.includes('/Type /Outlines') || bytes.includes('/Outlines')).toBe(true)
  expect(count(bytes, /\/FontFile[23]/g)).toBeGreaterThanOrEqual(3)
  expect(bytes.includes('/BaseFont /Helvetica')).toBe(false)
})

test('a text with everything that the editor can write is printed', async () => {
  const body = prose('> A quote.\n\nA note^[Printed below.] and `code`.\\\nNext line.\n\n1. one\n2. two')
  const figure = { type: 'figure' as const, attrs: { file: 'lamp', alt: 'A lamp', caption: 'It glows.' } }
  const content = [...body.content, { type: 'horizontalRule' as const }, figure]
  const article = { title: 'कविता', body: { ...body, content } }
  const bytes = await drawIssue({
    ...issue,
    cover: undefined,
    articles: [article],
    pictures: { lamp: cover },
  })
  const text = (await open(bytes)).map((page) => page.getText()).join(' ')
  for (const words of ['A quote.', 'A note [1]', '[1] Printed below.', 'Next line.', '2.', 'It glows.'])
    expect(text).toContain(words)
  expect(bytes.includes('/Alt (A lamp)')).toBe(true)
})

test('a link in a table and the title of a call are links, and a note in a table is printed once', async () => {
  const table = prose('| Day | Lecture |\n| 1 May | [On rain](/activities/rain) at noon^[In the hall.] |')
  const bytes = await drawIssue({ ...issue, articles: [{ title: 'Dates', body: table }] })
  const text = (await open(bytes)).map((page) => page.getText()).join(' ')

  expect(bytes.includes('(https://www.example.org/activities/rain)')).toBe(true)
  expect(bytes.includes('/Alt (On rain)')).toBe(true)
  expect(text.match(/In the hall\./g)).toHaveLength(1)
  expect(text).toContain('On rain at noon [1]')
  expect(bytes.includes('(https://www.example.org/fellowship#call)')).toBe(true)
  for (const words of ['Nominations of Fellows, 2027 (sample)', 'Closes 31 January 2027, 23:59 IST.'])
    expect(text).toContain(words)
  expect(count(await drawIssue({ ...issue, calls: [] }), /Calls for nominations/g)).toBe(0)
})

function escaped(text: string): string {
  return text.replaceAll(/[?.]/g, String.raw`\$&`)
}
