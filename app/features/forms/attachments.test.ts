import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test as base } from 'vitest'
import { makeMaster, pictureWorkerPid } from '#server/pictures/pictures.server.ts'
import {
  boxed,
  heicFiles,
  otherBoxes,
  photograph as makePhotograph,
  promisingPng,
  withSide,
} from '#test/hostile/made-files.ts'
import { processorMs } from '#test/harness/processor-time.ts'
import { checkFile } from './attachments.server.ts'
import { fileSentence } from './file-sentences.ts'
import { photograph } from './pieces.ts'

const test = base.extend<{ put: (bytes: Buffer) => UploadedFile }>({
  put: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'files-'))
    let count = 0
    await use((bytes) => {
      const path = join(folder, `${count++}.jpg`)
      writeFileSync(path, bytes)
      return { path, bytes: bytes.length, name: 'me.jpg' }
    })
    rmSync(folder, { recursive: true })
  },
})

type UploadedFile = { path: string; bytes: number; name: string }

const check = (given: UploadedFile, network = '192.0.2.1') => checkFile(photograph, given, network, undefined)

test('two files are checked at a time, fifty wait, and the next are refused immediately', async ({ put }) => {
  const given = put(await makePhotograph(300, 400))
  const checked = await Promise.all(
    Array.from({ length: 60 }, (_, number) => check(given, `192.0.2.${number}`)),
  )
  const after = await check(given)

  expect(checked.filter(({ ok }) => ok)).toHaveLength(52)
  expect(checked.filter((one) => !one.ok && one.reason === 'busy')).toHaveLength(8)
  expect(after.ok).toBe(true)
})

test('of one network one file is checked and eight wait; others go before those', async ({ put }) => {
  const given = put(await makePhotograph(300, 400))
  const ended: string[] = []
  const send = async (network: string) => {
    const { ok } = await check(given, network)
    if (ok) ended.push(network)
    return ok
  }
  const burst = Array.from({ length: 20 }, () => send('192.0.2.1'))
  const other = send('192.0.2.2')
  const late = send('192.0.2.3')

  expect((await Promise.all(burst)).filter(Boolean)).toHaveLength(9)
  expect(await Promise.all([other, late])).toEqual([true, true])
  expect(ended.indexOf('192.0.2.2')).toBeLessThan(2)
  expect(ended.indexOf('192.0.2.3')).toBeLessThan(4)
})

const costly: [name: string, make: () => Buffer | Promise<Buffer>][] = [
  ['PNG, 16 bits, interlaced', () => promisingPng(7050, 7090, 16, true)],
  ['PNG, 16 bits', () => promisingPng(4000, 2001, 16, false)],
  ['PNG, interlaced', () => promisingPng(4000, 2001, 8, true)],
  ['PNG', () => promisingPng(5001, 5000, 8, false)],
  ['JPEG', async () => withSide(await makePhotograph(8, 8), 7072)],
  ['JPEG, progressive', async () => progressive(withSide(await makePhotograph(8, 8), 5001))],
]

/** The frame marker shows the encoding. */
function progressive(jpeg: Buffer): Buffer {
  jpeg[jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 1] = 0xc2
  return jpeg
}

const onePlane = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })

test.for(costly)('%s: what takes long to decode is refused from its header', async ([, make], { put }) => {
  const given = put(await make())
  expect(given.bytes).toBeLessThan(photograph.maxBytes)
  await expect.poll(() => pictureWorkerPid(), { timeout: 10_000 }).toBeUndefined()
  const took = await processorMs(async () =>
    expect(await check(given)).toEqual({ ok: false, reason: 'too-many-pixels' }),
  )

  expect(took).toBeLessThan(100)
  expect(pictureWorkerPid()).toBeUndefined()
})

const honest: [name: string, make: () => Buffer | Promise<Buffer>][] = [
  ['50 million pixels of a phone', () => onePlane(8160, 6120).jpeg({ quality: 60 }).toBuffer()],
  ['12 million pixels, progressive', () => onePlane(4032, 3024).jpeg({ progressive: true }).toBuffer()],
  ['a screenshot of a large screen', () => onePlane(5120, 2880).png().toBuffer()],
  ['a screenshot in wide colours', () => onePlane(2048, 2732).toColourspace('rgb16').png().toBuffer()],
]

test.for(honest)('%s is accepted', async ([, make], { put }) => {
  expect(await check(put(await make()))).toMatchObject({ ok: true })
})

test('staff uploads do not wait behind the files of visitors', async ({ put }) => {
  const given = put(await onePlane(4032, 3024).jpeg().toBuffer())
  const ended: string[] = []
  const visitors = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'].map(async (network) => {
    await check(given, network)
    ended.push('visitor')
  })
  // Once the first visitors are being served.
  await expect.poll(() => pictureWorkerPid(), { timeout: 10_000 }).toBeDefined()
  await makeMaster({ width: 1, height: 1, rgb: new Uint8Array(3) })
  ended.push('staff')
  await Promise.all(visitors)

  expect(ended.indexOf('staff')).toBeLessThan(2)
})

test.for([...heicFiles, ...otherBoxes])(
  'a photograph with the brands %s is distinguished from other files: HEIC %s',
  async ([brands, isHeic], { put }) => {
    const given = put(boxed(brands))
    const checked = await check(given)
    const asDocument = await checkFile({ ...photograph, types: ['pdf'] }, given, '192.0.2.1', undefined)

    expect(checked).toEqual({ ok: false, reason: isHeic ? 'heic' : 'other-type' })
    expect(asDocument).toEqual({ ok: false, reason: 'other-type' })
  },
)

test('someone who sent a HEIC photograph is told which, and what to do', () => {
  expect(fileSentence(photograph, 'IMG_0001.HEIC', 'heic')).toMatch(
    /“IMG_0001.HEIC” is a HEIC photo.*Save it as JPEG.*Settings, Camera, Formats, Most Compatible/,
  )
})
