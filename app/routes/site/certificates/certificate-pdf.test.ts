import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { encode } from 'uqr'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { fingerprintOf, publicPem } from '#features/certificates/key.server.ts'
import { openCertificateKey } from '#features/certificates/own-key.server.ts'
import { openPdfSigner } from '#features/certificates/pdf-signature/signer.server.ts'
import { findSeal, signPdf } from '#features/certificates/pdf-signature/sign-pdf.server.ts'
import { verifyFile } from '#features/certificates/signature.server.ts'
import { certificateAddress, type CertificateContent } from '#features/certificates/certificate-content.ts'
import { readTags } from '#test/harness/pdf/tags.ts'
import { runProgram } from '#test/harness/processes.ts'
import { structureFaults } from '#test/long/pdf-structure.ts'
import { drawCertificate } from './certificate-pdf.server.ts'

const key = generateKeyPairSync('ed25519').privateKey
const origin = 'https://www.example.org'
const signerFolder = mkdtempSync(join(tmpdir(), 'signer-'))
const signer = await openPdfSigner(signerFolder, 'Sample Academy', new Date('2026-11-15T00:00:00Z'))
afterAll(() => rmSync(signerFolder, { recursive: true }))
const code = 'aB3_-6789012345678901x'
const statement: CertificateContent = {
  kind: 'fellowship',
  number: 'CF-2026-0001',
  name: 'Prof. Asha Kṛṣṇamūrti Sample',
  rank: 'Fellow',
  holderNo: 'F-9',
  since: 2026,
  validFrom: null,
  validTo: null,
  citation: 'For the light of CO₂ between Žilina and Αθήνα.',
  society: 'Sample Academy',
  issuedOn: '2026-11-15',
  sample: false,
}

async function print(changes: Partial<CertificateContent> = {}, by = key, signatures = {}) {
  const drawn = await drawCertificate({
    statement: { ...statement, ...changes },
    issuedAt: Date.UTC(2026, 10, 15),
    address: certificateAddress(origin, code),
    fingerprint: fingerprintOf(by),
    signatures,
  })
  return signPdf(drawn, signer, by)
}

async function open(bytes: Buffer) {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes)
  onTestFinished(() => {
    document.destroy()
    library.destroy()
  })
  return { pages: document.getPageCount(), page: document.getPage(0) }
}

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
] as const)('a name of %s is printed in two lines within the page', async ([, written]) => {
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

test('a thousand single flipped bits are all detected', async () => {
  const bytes = await print()
  expect(verifyFile(bytes, key).verdict).toBe('valid')
  const random = seeded(19_941_204)
  const verdicts = new Map<string, number>()
  for (let turn = 0; turn < 1000; turn++) {
    const at = Math.floor(random() * bytes.length)
    const bit = 1 << Math.floor(random() * 8)
    bytes[at]! ^= bit
    const { verdict } = verifyFile(bytes, key)
    verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1)
    bytes[at]! ^= bit
  }
  expect(verdicts.get('valid')).toBeUndefined()
  expect(verdicts.get('changed')).toBeGreaterThan(900)
  expect(verifyFile(bytes, key).verdict).toBe('valid')
})

test('every bit of the signature counts, and nothing may be added, cut off or put in twice', async () => {
  const bytes = await print()
  const { at: offset } = findSeal(bytes)!
  for (let at = offset; at < offset + 128; at++)
    for (let bit = 0; bit < 8; bit++) {
      bytes[at]! ^= 1 << bit
      expect(verifyFile(bytes, key).verdict).not.toBe('valid')
      bytes[at]! ^= 1 << bit
    }
  const wrong = [
    Buffer.concat([bytes, Buffer.from('\n')]),
    bytes.subarray(0, -1),
    Buffer.concat([bytes, bytes]),
    Buffer.from('%PDF-1.7'),
    Buffer.alloc(0),
  ]
  for (const file of wrong) expect(verifyFile(file, key).verdict).not.toBe('valid')
})

test('what another key signed is not ours', async () => {
  const other = generateKeyPairSync('ed25519').privateKey
  const theirs = await print({}, other)
  expect(verifyFile(theirs, key)).toEqual({ verdict: 'not-ours' })
  expect(verifyFile(theirs, other)).toMatchObject({ verdict: 'valid' })
})

test('the command distinguishes the results without a site and without a database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const own = openCertificateKey({ dataDir: folder })
  const file = (name: string, bytes: Buffer | string) => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  }
  const good = await print({ validTo: '2026-12-31', kind: 'membership', sample: true }, own)
  const changed = Buffer.from(good)
  changed[200]! ^= 1
  const publicKey = file('key.pem', publicPem(own))
  const run = (args: string[], env = {}) => runProgram('scripts/verify-certificate.ts', env, ...args).ended

  const byKey = ['--key', publicKey]
  const none = { DATA_DIR: join(folder, 'none') }
  const [valid, ...others] = await Promise.all([
    run([file('good.pdf', good), ...byKey]),
    run([join(folder, 'good.pdf')], { DATA_DIR: folder }),
    run([file('changed.pdf', changed), ...byKey]),
    run([file('other.pdf', await print()), ...byKey]),
    run([file('no.pdf', '%PDF-1.7'), ...byKey]),
    run([join(folder, 'missing.pdf'), ...byKey]),
    run([join(folder, 'good.pdf')], none),
    run([join(folder, 'good.pdf'), '--key', join(folder, 'no.pdf')]),
    run(['--unknown']),
  ])
  expect(others.map(({ code }) => code)).toEqual([0, 1, 2, 2, 3, 3, 3, 3])
  expect(valid).toMatchObject({ code: 0, errors: '' })
  expect(valid.lines).toHaveLength(1)
  expect(valid.lines[0]).toMatch(/^valid: .*Prof\. Asha Kṛṣṇamūrti Sample/)
  expect(valid.lines[0]).toContain(`whether it was revoked since, open ${origin}/certificates/${code}`)
})

test('the command ignores no file that was named with an option', async () => {
  const badges = resolve('test/credentials/open-badges')
  const revoked = join(badges, 'bit-string-list', 'credential-status-revoked.json')
  const run = (...args: string[]) => runProgram('scripts/verify-certificate.ts', {}, ...args).ended

  const missing = await run(revoked, '--status', '/missing')
  expect(missing).toMatchObject({ code: 3, errors: '' })
  expect(missing.lines).toEqual(['unreadable: There is no list of revoked credentials at "/missing".'])
  const noKeys = await run(revoked, '--did', revoked)
  expect(noKeys).toMatchObject({ code: 3, errors: '' })
  expect(noKeys.lines[0]).toMatch(/^unreadable: The file ".*" is not a DID document with a key\.$/)
})

test('without a key, the command refuses to check only what is a PDF', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const badge = readFileSync('test/credentials/open-badges/simple-noproof.json', 'utf8')
  const picture = readFileSync('test/credentials/open-badges/simple-json.png')
  const files = {
    'no.pdf': '%PDF-1.7',
    'badge.json': badge.replace('{', '{"%PDF-": 1,'),
    'badge.png': Buffer.concat([picture, Buffer.from('%PDF-1.7')]),
  }
  const lines = await Promise.all(
    Object.entries(files).map(async ([name, bytes]) => {
      writeFileSync(join(folder, name), bytes)
      const env = { DATA_DIR: join(folder, 'none') }
      return (await runProgram('scripts/verify-certificate.ts', env, join(folder, name)).ended).lines[0]
    }),
  )
  expect(lines[0]).toContain('There is no certificate key here to check a PDF with.')
  for (const line of lines.slice(1)) expect(line).not.toContain('PDF with')
})

test('a file of the first version, with its seal in the text and no standard signature, is still ours', () => {
  const sealed = { statement, page: certificateAddress(origin, code), key: fingerprintOf(key) }
  const text = Buffer.from(JSON.stringify(sealed)).toString('base64url')
  const file = Buffer.from(`%PDF-1.7\n(iaps-certificate-1:${text}:${'0'.repeat(128)})\n%%EOF`)
  const at = file.indexOf('0'.repeat(128))
  file.write(sign(null, Buffer.from(file), key).toString('hex'), at, 'latin1')
  expect(verifyFile(file, key)).toMatchObject({ verdict: 'valid', sealed: { page: sealed.page } })
  file[2]! ^= 1
  expect(verifyFile(file, key)).toEqual({ verdict: 'changed' })
})

test('pdfsig of Poppler finds a valid standard signature over the whole document', async ({ skip }) => {
  const path = join(signerFolder, 'signed.pdf')
  writeFileSync(path, await print())
  const said = spawnSync('pdfsig', ['-nocert', path], { encoding: 'utf8' })
  if (said.error) skip('There is no pdfsig here; Debian has it in poppler-utils.')
  expect(said.stdout).toContain('Signature is Valid.')
  expect(said.stdout).toContain('Total document signed')
  expect(said.stdout).toContain('ETSI.CAdES.detached')
  const changed = await print()
  changed[changed.indexOf('/Title') + 10]! ^= 1
  writeFileSync(path, changed)
  expect(spawnSync('pdfsig', ['-nocert', path], { encoding: 'utf8' }).stdout).not.toContain(
    'Signature is Valid.',
  )
})

/** Nothing but the frame is beside the text. */
async function expectEmptyMargins(page: PDFiumPage) {
  const { data, width, height } = await page.render({ scale: 1, render: 'bitmap' })
  const columns = [20, 50, 60, width - 60, width - 50]
  for (let y = 45; y < height - 45; y++)
    for (const x of columns) expect(data[4 * (y * width + x)]! < 128, `row ${y}, column ${x}`).toBe(false)
}

/** Marsaglia's xorshift: the same sequence of numbers every time. */
function seeded(seed: number) {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
