import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect } from 'vitest'
import { readContentVersion } from '#db/engine/content-version.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { openFileStore, type FileStore } from '#server/files/files.server.ts'
import { runDueJobs } from '#server/jobs/jobs.server.ts'
import { monday, test as base } from '#test/harness/db.ts'
import { processorMs } from '#test/harness/processor-time.ts'
import { storePicture, recordPicture, removeSampleFiles, storeDownload } from './operations.server.ts'
import { derivePicture } from './variants.server.ts'
import { findDownloads, findPictures } from './queries.server.ts'
import { derivePictureJob } from './jobs.ts'

const test = base.extend<{ folder: string; files: FileStore }>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'media-'))
    await use(folder)
    rmSync(folder, { recursive: true })
  },
  files: async ({ folder }, use) => use(openFileStore(folder)),
})

test('a picture is shown as its master immediately and in smaller variants after its job', async ({
  db,
  files,
}) => {
  const id = await addPicture(db, files, await photograph(700, 350))

  const before = (await findPictures(db, [id]))[id]
  expect(before).toMatchObject({ width: 700, height: 350, avif: [], webp: [] })
  expect(before!.jpeg.map(widthOf)).toEqual([700])

  const version = await readContentVersion(db)
  expect(await runDueJobs(db, handlers(db, files), () => monday)).toBe(1)
  const after = (await findPictures(db, [id]))[id]
  expect(after).toMatchObject({ width: 700, height: 350 })
  for (const format of ['avif', 'webp', 'jpeg'] as const) {
    expect(after![format].map(widthOf)).toEqual([480, 700])
    expect(after![format][0]).toMatchObject({ height: 240 })
  }
  expect(await readContentVersion(db)).toBe(version + 1)
})

test('every variant of a picture is what its row says', async ({ db, files }) => {
  const id = await addPicture(db, files, await photograph(500, 250))
  await derivePicture(db, files, id, monday)

  const rows = await db.selectFrom('picture_variant').selectAll().execute()
  expect(rows).toHaveLength(6)
  for (const row of rows) {
    const bytes = await files.read(row.sha256)
    const { format, width, height } = await describePicture(bytes)
    expect({ format, width, height, bytes: bytes.length }).toEqual({
      format: row.format,
      width: row.width,
      height: row.height,
      bytes: row.bytes,
    })
  }
})

test('every stored byte is named by a row', async ({ db, files, folder }) => {
  const id = await addPicture(db, files, await photograph(1600, 100))
  await derivePicture(db, files, id, monday)

  const named = await db.selectFrom('picture_variant').select('sha256').execute()
  expect(storedIn(folder)).toEqual(named.map((row) => row.sha256).toSorted())
})

test('making variants twice changes nothing', async ({ db, files, folder }) => {
  const id = await addPicture(db, files, await photograph(500, 250))
  await derivePicture(db, files, id, monday)
  const once = { rows: await listVariants(db), stored: storedIn(folder) }
  await derivePicture(db, files, id, monday)

  expect({ rows: await listVariants(db), stored: storedIn(folder) }).toEqual(once)
})

test('no variants are made of a picture that was removed in the meantime', async ({ db, files }) => {
  await addPicture(db, files, await photograph(20, 10), true)
  await removeSampleFiles(db, monday)

  expect(await runDueJobs(db, handlers(db, files), () => monday)).toBe(1)
  expect(await db.selectFrom('job').select('error').where('done_at', 'is', null).execute()).toEqual([])
})

test('where and with what a picture was taken is not stored', async ({ db, files }) => {
  const taken = await sharp({ create: { width: 600, height: 300, channels: 3, background: 'teal' } })
    .withExif({
      IFD0: { Make: 'SecretCamera', Artist: 'SecretArtist' },
      IFD2: { BodySerialNumber: 'SecretSerial' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '25/1 26/1 0/1', GPSLongitudeRef: 'E' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><SecretXmp/></x:xmpmeta>')
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()
  const given = withCaption(taken, 'SecretCaption')
  for (const secret of ['SecretCamera', 'SecretSerial', 'SecretXmp', 'SecretCaption'])
    expect(given.includes(secret), secret).toBe(true)
  expect(await sharp(given).metadata()).toMatchObject({
    exif: expect.anything(),
    xmp: expect.anything(),
    iptc: expect.anything(),
  })

  const id = await addPicture(db, files, given)
  await derivePicture(db, files, id, monday)

  for (const { sha256 } of await listVariants(db)) {
    const bytes = await files.read(sha256)
    expect(bytes.includes('Secret')).toBe(false)
    expect(bytes.includes('Exif\0\0')).toBe(false)
    expect(bytes.includes('GPS')).toBe(false)
    expect(await sharp(bytes).metadata()).not.toHaveProperty('iptc')
  }
})

/** A JPEG with agency metadata: IPTC in a Photoshop block. */
function withCaption(jpeg: Buffer, caption: string): Buffer {
  const field = Buffer.concat([Buffer.from([0x1c, 2, 120, 0, caption.length]), Buffer.from(caption)])
  const padded = Buffer.concat([field, Buffer.alloc(field.length % 2)])
  const block = Buffer.from([...Buffer.from('8BIM'), 4, 4, 0, 0, 0, 0, 0, field.length])
  const body = Buffer.concat([Buffer.from('Photoshop 3.0\0'), block, padded])
  const head = Buffer.from([0xff, 0xed, 0, body.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
}

test('a rotated picture is set upright', async ({ db, files }) => {
  const lying = await sharp({ create: { width: 60, height: 30, channels: 3, background: 'black' } })
    .composite([{ input: await plain(30, 30, 'white'), left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const storedFile = await storePicture(files, lying)

  expect(storedFile.master).toMatchObject({ width: 30, height: 60 })
  const { data } = await sharp(storedFile.master.bytes)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(data[15 * 30 + 15]).toBeGreaterThan(200)
  expect(data[45 * 30 + 15]).toBeLessThan(50)
  expect(await addPicture(db, files, lying)).toBeTypeOf('string')
})

test('a picture wider than needed is made smaller before it is stored', async ({ files }) => {
  const { master } = await storePicture(files, await photograph(3000, 20))

  expect(master).toMatchObject({ width: 2400, height: 16 })
})

test.for(['png', 'webp', 'jpeg'] as const)('%s is accepted', async (format, { files }) => {
  const given = await sharp(await photograph(40, 20))
    .toFormat(format)
    .toBuffer()

  expect((await storePicture(files, given)).master).toMatchObject({ format: 'jpeg', width: 40, height: 20 })
})

test.for([
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
  [
    'GIF',
    'GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff!\xf9\x04\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;',
  ],
  ['TIFF', 'II*\0\x08\0\0\0'],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a PDF', '%PDF-1.7\n%%EOF'],
  ['an archive', 'PK\x03\x04'],
  ['garbage', '\x01\x02\x03 nothing in particular'],
  ['nothing', ''],
  ['the beginning of a JPEG', '\xff\xd8\xff\xe0\0\x10JFIF'],
  ['the beginning of a PNG', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
] as const)('%s is refused, and nothing of it is stored', async ([, text], { files, folder }) => {
  await expect(storePicture(files, Buffer.from(text, 'latin1'))).rejects.toThrow()
  expect(storedIn(folder)).toEqual([])
})

test('a truncated picture is refused', async ({ files, folder }) => {
  const whole = await photograph(400, 400)

  await expect(storePicture(files, whole.subarray(0, whole.length / 2))).rejects.toThrow()
  expect(storedIn(folder)).toEqual([])
})

test.for(['plain', 'interlaced'] as const)(
  'a %s flood of pixels is refused from its header',
  async (kind, { files }) => {
    const flood = pngOf(16_000, 16_000, kind === 'interlaced')
    expect(flood.length).toBeLessThan(1_000_000)
    const took = await processorMs(() => expect(storePicture(files, flood)).rejects.toThrow(/pixel limit/))

    expect(took).toBeLessThan(1000)
  },
)

test('a picture whose row is not committed has no job either', async ({ db, files }) => {
  const storedFile = await storePicture(files, await photograph(20, 10))
  const work = inTransaction(db, async (db) => {
    await recordPicture(db, storedFile, { name: 'a.jpg' }, monday)
    throw new Error('refused')
  })

  await expect(work).rejects.toThrow('refused')
  expect(await db.selectFrom('job').select('id').execute()).toEqual([])
  expect(await db.selectFrom('file').select('id').execute()).toEqual([])
})

test('a download keeps its bytes, its name and its kind', async ({ db, files }) => {
  const bytes = Buffer.from('%PDF-1.7')
  const given = { name: 'Bulletin №1.pdf', mediaType: 'application/pdf' }
  const id = await storeDownload(db, files, bytes, given, monday)

  expect(await findDownloads(db, [id, undefined, 'unknown'])).toEqual({
    [id]: {
      href: `/files/${id}/Bulletin%20%E2%84%961.pdf`,
      name: 'Bulletin №1.pdf',
      mediaType: 'application/pdf',
      bytes: 8,
    },
  })
  expect(await files.read(createHash('sha256').update(bytes).digest('hex'))).toEqual(bytes)
})

test('removing the samples leaves the rest, and bytes that both share', async ({ db, files }) => {
  const shared = await photograph(30, 15)
  const alone = await photograph(30, 20)
  const storedFile = await addPicture(db, files, shared, false)
  const gone = [
    await addPicture(db, files, shared, true),
    await addPicture(db, files, alone, true),
    await storeDownload(
      db,
      files,
      Buffer.from('sample'),
      { name: 'a.pdf', mediaType: 'application/pdf', sample: true },
      monday,
    ),
  ]
  for (const id of [storedFile, ...gone]) await derivePicture(db, files, id, monday)
  const needed = (await listVariants(db)).filter((row) => row.file_id === storedFile).map((row) => row.sha256)

  const { count, unnamed } = await removeSampleFiles(db, monday)

  expect(count).toBe(3)
  expect(unnamed.filter((sha256) => needed.includes(sha256))).toEqual([])
  expect(unnamed).toContain(createHash('sha256').update('sample').digest('hex'))
  expect(unnamed).toHaveLength(4)
  expect((await listVariants(db)).map((row) => row.file_id)).toEqual([storedFile, storedFile, storedFile])
  expect(await removeSampleFiles(db, monday)).toEqual({ count: 0, unnamed: [] })
})

async function addPicture(db: Db, files: FileStore, bytes: Uint8Array, sample = false) {
  return recordPicture(db, await storePicture(files, bytes), { name: 'a.jpg', sample }, monday)
}

function handlers(db: Db, files: FileStore) {
  return {
    [derivePictureJob]: ({ fileId }: { fileId: string }) => derivePicture(db, files, fileId, monday),
  }
}

/** Something with detail, so that the formats have work to do. */
function photograph(width: number, height: number): Promise<Buffer> {
  const rgb = Uint8Array.from({ length: width * height * 3 }, (_, i) => 128 + 100 * Math.sin(i / 7))
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer()
}

function plain(width: number, height: number, background: string): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}

async function describePicture(bytes: Buffer) {
  const isAvif = bytes.subarray(4, 12).toString() === 'ftypavif'
  if (isAvif) return { format: 'avif', ...avifSize(bytes) }
  const { format, width, height } = await sharp(bytes).metadata()
  return { format, width, height }
}

/** The box "ispe" contains the size. */
function avifSize(bytes: Buffer) {
  const at = bytes.indexOf('ispe')
  return { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) }
}

/** A PNG whose header claims many pixels and whose body is far too short for them. */
function pngOf(width: number, height: number, interlaced: boolean): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, interlaced ? 1 : 0], 8)
  const body = deflateSync(Buffer.alloc(10_000_000))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}

function storedIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => item.name)
    .toSorted()
}

function listVariants(db: Db) {
  return db
    .selectFrom('picture_variant')
    .selectAll()
    .orderBy('file_id')
    .orderBy('format')
    .orderBy('width')
    .execute()
}

function widthOf(source: { width: number }) {
  return source.width
}
