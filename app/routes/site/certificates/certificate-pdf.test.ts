import type { PDFiumPage } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { fingerprintOf } from '#features/certificates/key.server.ts'
import { verifyFile } from '#features/certificates/signature.server.ts'
import { code, key, open, origin, print } from '#test/harness/pdf/printed-certificate.ts'
import { readTags } from '#test/harness/pdf/tags.ts'
import { structureFaults } from '#test/long/pdf-structure.ts'

/** What is on the page of a certificate. */

test('the same certificate has the same bytes, on one page, and is read as written', async () => {
  const bytes = await print()
  expect(bytes.equals(await print())).toBe(true)
  expect(bytes.length).toBeLessThan(80_000)

  const { pages, page } = await open(bytes)
  expect(pages).toBe(1)
  const text = page.getText()
  for (const said of [
    'SAMPLE ACADEMY',
    'Certificate of Fellowship',
    'Prof. Asha Kṛṣṇamūrti Sample',
    'was elected Fellow of the Sample Academy in the year 2026',
    '“For the light of CO2 between Žilina and Αθήνα.”',
    'CF-2026-0001',
    'F-9',
    '15 November 2026',
    `${origin}/certificates/${code}`,
    fingerprintOf(key),
  ])
    expect(text).toContain(said)
})

test('its structure has no faults, and it says that it follows PDF/UA', async () => {
  const scan = await sharp({ create: { width: 60, height: 15, channels: 3, background: '#224488' } })
    .png()
    .toBuffer()
  const officers = [{ name: 'Prof. Meera Sample', office: 'President', signature: 'a1' }]
  const bytes = await print({ officers, sample: true }, key, { a1: scan })
  const { page } = await open(bytes)
  const structure = readTags(page)
  expect(structureFaults(structure)).toEqual([])
  const [document] = structure.children
  expect(structure.children.map(({ tag }) => tag)).toEqual(['Document'])
  expect(document?.children.filter(({ tag }) => tag !== 'P').map(({ tag, alt }) => [tag, alt])).toEqual([
    ['H1', ''],
    ['Figure', 'Signature of Prof. Meera Sample'],
    ['Figure', 'QR code of the page where you can check this certificate.'],
  ])

  const file = bytes.toString('latin1')
  expect(file).toContain('<pdfuaid:part>1</pdfuaid:part>')
  for (const said of ['/Marked true', '/Tabs /S', '/Lang (en-GB)', '/DisplayDocTitle true'])
    expect(file).toContain(said)
  // PDFium reads only what has content on the page, and the field of the signature has none.
  const objects = file.split('endobj')
  const field = objects.find((object) => object.includes('/Subtype /Widget'))
  expect(field).toMatch(/\/StructParent \d+/)
  const form = objects.find((object) => object.includes('/S /Form'))
  expect(form).toContain(`/Obj ${/(\d+ 0) obj/.exec(field ?? '')?.[1]} R`)
})

test('the metadata can be read whatever the Academy and the person are called', async () => {
  const named = { society: 'Physics & Chemistry <Delhi>', name: 'Asha > Meera & Sons' }
  const file = (await print(named)).toString()
  expect(file).toContain('>Physics &amp; Chemistry &lt;Delhi&gt;</rdf:li>')
  expect(file).toContain('>Asha &gt; Meera &amp; Sons, Fellow</rdf:li>')
  expect(file).toContain(`(${named.society})`)
})

test('officers are named below the text, with their scanned signatures, and the bytes stay the same', async () => {
  const background = '#224488'
  const scan = await sharp({ create: { width: 600, height: 150, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const officers = [
    { name: 'Prof. Meera Sample', office: 'President', signature: 'a1' },
    { name: 'Dr Ravi Sample', office: 'General Secretary' },
  ]
  const long = { officers, citation: 'light '.repeat(50).trim() }
  const bytes = await print(long, key, { a1: scan })

  expect(bytes.equals(await print(long, key, { a1: scan }))).toBe(true)
  const { pages, page } = await open(bytes)
  expect(pages).toBe(1)
  const text = page.getText()
  for (const said of ['Prof. Meera Sample', 'President', 'Dr Ravi Sample', 'General Secretary'])
    expect(text).toContain(said)
  expect(text.replaceAll(/\s+/g, ' ')).toContain(long.citation)
  expect(bytes.toString('latin1')).toContain('/DCTDecode')
  expect((await print({ officers }, key)).toString('latin1')).not.toContain('/DCTDecode')
})

test('a name in a script that the fonts lack is replaced by the number; the file still contains it for machines', async () => {
  const bytes = await print({ name: 'ஆஷா மாதிரி', citation: 'ஒளிக்காக' })
  const text = (await open(bytes)).page.getText()
  expect(text).toContain('the holder of fellow number F-9')
  expect(text).toContain('Read it on the page of the certificate.')
  expect(text).not.toContain('?')
  expect(verifyFile(bytes, key)).toMatchObject({ sealed: { statement: { name: 'ஆஷா மாதிரி' } } })
})

test('a name and a citation in Devanagari are printed as they are', async () => {
  const text = (await open(await print({ name: 'आशा नमूना', citation: 'चालन' }))).page.getText()

  expect(text).toContain('आशा नमूना')
  expect(text).toContain('“चालन”')
  expect(text).not.toMatch(/[?[]/)
})

test('a sample is marked as one', async () => {
  expect((await open(await print({ sample: true }))).page.getText()).toContain('SAMPLE\r\n')
  expect((await open(await print())).page.getText()).not.toContain('SAMPLE\r\n')
})

test.for([
  ['120 letters in one word', 'W'.repeat(120)],
  ['120 letters in words', 'WOLFESCHLEGELSTEINHAUSEN '.repeat(5).trim().slice(0, 120)],
  [
    'title and names of the longest that the register stores',
    `Prof. ${'Dr '.repeat(8)}${'Maximilian '.repeat(9)}${'von der Heide-Landsberg '.repeat(4)}`,
  ],
  ['120 letters in Devanagari', 'लक्ष्मीनारायण '.repeat(9).slice(0, 120).trim()],
  ['wide Cyrillic letters', `${'Щ'.repeat(40)} ${'Ж'.repeat(79)}`],
  ['other wide letters', `${'—'.repeat(60)} ${'औ'.repeat(59)}`],
] as const)('a name of %s is printed whole and within the page', async ([, written]) => {
  const name = written.trim().replaceAll(/\s+/g, ' ')
  for (const changes of [{}, { officers: [{ name: 'Dr Meera Sample', office: 'President' }] }]) {
    const { page } = await open(await print({ ...changes, name }))
    expect(page.getText().replaceAll(/\s+/g, '')).toContain(name.replaceAll(' ', ''))
    await expectEmptyMargins(page)
  }
})

test('a name that is too long for two lines is replaced by the number', async () => {
  const { page } = await open(await print({ name: 'W'.repeat(232) }))
  expect(page.getText()).toContain('the holder of fellow number F-9')
  await expectEmptyMargins(page)
})

test('a number that cannot be printed is replaced by words', async () => {
  const text = (await open(await print({ holderNo: 'உ-9', name: 'ஆஷா' }))).page.getText()
  expect(text).toContain('Shown on its page')
  expect(text).toContain('the holder of certificate CF-2026-0001')
})

test('text of the longest allowed length stays within the page', async () => {
  const long = { name: 'Wolfeschlegelsteinhausen '.repeat(4).trim(), citation: 'light '.repeat(166).trim() }
  const { pages, page } = await open(await print({ ...long, society: 'Sample Academy '.repeat(5).trim() }))
  expect(pages).toBe(1)
  expect(page.getText().replaceAll(/\s+/g, ' ')).toContain(long.citation)
  await expectEmptyMargins(page)
})

test('the QR code on the page is that of the public address', async () => {
  const { page } = await open(await print())
  const scale = 8
  const { data, width } = await page.render({ scale, render: 'bitmap' })
  const modules = encode(`${origin}/certificates/${code}`, { ecc: 'M', border: 0 }).data
  const side = 88 / modules.length
  const isDark = (across: number, down: number) => {
    const x = Math.round((841.89 - 72 - 88 + (across + 0.5) * side) * scale)
    const y = Math.round((394 + 12 + (down + 0.5) * side) * scale)
    return data[4 * (y * width + x)]! < 128
  }
  expect(modules.map((row, down) => row.map((_, across) => isDark(across, down)))).toEqual(modules)
})

/** Nothing but the frame is beside the text. */
async function expectEmptyMargins(page: PDFiumPage) {
  const { data, width, height } = await page.render({ scale: 1, render: 'bitmap' })
  const columns = [20, 50, 60, width - 60, width - 50]
  for (let y = 45; y < height - 45; y++)
    for (const x of columns) expect(data[4 * (y * width + x)]! < 128, `row ${y}, column ${x}`).toBe(false)
}
