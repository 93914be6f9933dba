import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test as base } from 'vitest'
import { openFileStore, type FileStore } from '#server/files/files.server.ts'
import { boxed, heicFiles, makeDocx, makePdf, otherBoxes, photograph } from '#test/hostile/made-files.ts'
import { makeHostileFiles } from '#test/hostile/hostile-files.ts'
import { captureLog } from '#test/harness/log.ts'
import { documentKinds } from './file-kinds.ts'
import { takeIn } from './intake.server.ts'
import { fileRefusals } from './refusals.ts'

const test = base.extend<{ folder: string; files: FileStore; give: Give }>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'intake-'))
    await use(folder)
    rmSync(folder, { recursive: true })
  },
  files: async ({ folder }, use) => use(openFileStore(join(folder, 'files'))),
  give: async ({ folder, files }, use) =>
    use((bytes, name, scanCommand) => {
      const path = join(folder, 'given')
      writeFileSync(path, bytes)
      return takeIn({ files, scanCommand }, { path, bytes: bytes.length, name })
    }),
})

type Give = (bytes: Buffer, name: string, scanCommand?: string[]) => ReturnType<typeof takeIn>

const hostile = await makeHostileFiles()

test('there are more than sixty hostile files', () => {
  expect(hostile.length).toBeGreaterThan(60)
  expect(new Set(hostile.map(({ name }) => name)).size).toBe(hostile.length)
})

test.for(hostile.filter(({ fate }) => fate === 'refused').map((one) => [one.name, one] as const))(
  '%s is refused with a sentence, and nothing of it is stored',
  async ([, { bytes, fileName }], { give, folder }) => {
    const taken = await give(bytes, fileName)

    expect(taken.ok).toBe(false)
    if (!taken.ok) expect(fileRefusals[taken.reason]).toMatch(/\.$/)
    expect(existsSync(join(folder, 'files'))).toBe(false)
  },
)

test.for(hostile.filter(({ fate }) => fate === 'picture').map((one) => [one.name, one] as const))(
  '%s is stored only as a picture that we encoded',
  async ([, { bytes, fileName }], { give, files }) => {
    const taken = await give(bytes, fileName)

    if (!taken.ok) throw new Error(taken.reason)
    const { sha256, mediaType, name } = taken.storedFile
    const storedFile = await files.read(sha256)
    expect(mediaType).toBe('image/jpeg')
    expect(name).toMatch(/\.jpg$/)
    expect((await sharp(storedFile).metadata()).format).toBe('jpeg')
    for (const trace of ['script', 'hacked', 'PK\x03\x04', '<html', 'Exif'])
      expect(storedFile.includes(trace), trace).toBe(false)
    expect(storedFile.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]))
  },
)

test.for(hostile.filter(({ fate }) => fate === 'attachment').map((one) => [one.name, one] as const))(
  '%s is stored under a name and a type that match its bytes',
  async ([, { bytes, fileName }], { give, files }) => {
    const taken = await give(bytes, fileName)

    if (!taken.ok) throw new Error(taken.reason)
    const { sha256, mediaType, name } = taken.storedFile
    const kind = Object.entries(documentKinds).find(([, one]) => one.mediaType === mediaType)?.[0]
    expect(name.endsWith(`.${kind}`)).toBe(true)
    expect(await files.read(sha256)).toEqual(bytes)
  },
)

test('a PDF tells how many pages it has', async ({ give }) => {
  const taken = await give(await makePdf(7), 'seven.pdf')

  expect(taken).toMatchObject({ ok: true, storedFile: { pages: 7, mediaType: 'application/pdf' } })
})

test.for([
  ['a picture of more than 8 MB', 'too-large-picture'],
  ['a drawing of more than 2 MB', 'too-large-drawing'],
  ['anything of more than 50 MB', 'too-large'],
] as const)('%s is refused by its size', async ([, reason], { give }) => {
  const sizes = { 'too-large-picture': 8_000_001, 'too-large-drawing': 2_000_001, 'too-large': 50_000_001 }
  const starts = { 'too-large-picture': '\xff\xd8\xff', 'too-large-drawing': '<svg>', 'too-large': '%PDF-' }
  const bytes = Buffer.alloc(sizes[reason])
  bytes.write(starts[reason], 'latin1')

  expect(await give(bytes, 'a')).toEqual({ ok: false, reason })
})

test.for([...heicFiles, ...otherBoxes])(
  'a picture with the brands %s is distinguished from other files: HEIC %s',
  async ([brands, isHeic], { give }) => {
    const taken = await give(boxed(brands), 'IMG_0001.HEIC')

    expect(taken).toEqual({ ok: false, reason: isHeic ? 'heic' : 'unknown-kind' })
  },
)

test('someone who sent a HEIC photograph is told what to do', () => {
  expect(fileRefusals.heic).toMatch(/Save it as JPEG.*Settings, Camera, Formats, Most Compatible/)
})

/** The standard test of scanners: a harmless text that they all know. */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

test('the scanner sees each file once, and infected ones are not stored', async ({ give, folder }) => {
  const scanner = join(folder, 'scanner.sh')
  const seen = join(folder, 'seen')
  writeFileSync(scanner, `#!/bin/sh\necho "$2" >> ${seen}\ngrep -q EICAR "$2" && exit 1\nexit 0\n`)
  chmodSync(scanner, 0o755)
  const pdf = await makePdf()
  const infected = Buffer.concat([pdf, Buffer.from(`\n%${eicar}\n`)])

  expect(await give(infected, 'a.pdf', [scanner, '--quiet'])).toEqual({ ok: false, reason: 'infected' })
  expect(existsSync(join(folder, 'files'))).toBe(false)
  expect(await give(pdf, 'a.pdf', [scanner, '--quiet'])).toMatchObject({ ok: true })
  expect(await give(await photograph(), 'a.jpg', [scanner, '--quiet'])).toMatchObject({ ok: true })
  expect(await give(makeDocx(), 'a.docx', [scanner, '--quiet'])).toMatchObject({ ok: true })
  expect(readFileSync(seen, 'utf8').trim().split('\n')).toHaveLength(4)
})

test('a file that the scanner cannot check is refused', async ({ give, folder }) => {
  const logged = captureLog()
  const broken = join(folder, 'broken.sh')
  writeFileSync(broken, '#!/bin/sh\nexit 2\n')
  chmodSync(broken, 0o755)

  expect(await give(await photograph(), 'a.jpg', [broken])).toEqual({ ok: false, reason: 'not-scanned' })
  expect(await give(await photograph(), 'a.jpg', ['/no/such/scanner'])).toEqual({
    ok: false,
    reason: 'not-scanned',
  })
  expect(readdirSync(folder)).not.toContain('files')
  expect(logged.map(({ event }) => event)).toEqual(['scan.failed', 'scan.failed'])
})
