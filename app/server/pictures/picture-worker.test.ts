import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test, onTestFinished, vi } from 'vitest'
import { manyFrames } from '#test/hostile/made-files.ts'
import { processorMs } from '#test/harness/processor-time.ts'
import { UnfitFile } from './picture-task.ts'
import { inPictureWorker, makeMaster, pictureWorkerPid } from './pictures.server.ts'

const dot = { width: 1, height: 1, rgb: new Uint8Array(3) }

test('a worker that dies loses only the file it was working on', async () => {
  await makeMaster(dot)
  const first = pictureWorkerPid()!
  const large = makeMaster(await wall(4000, 4000))
  const waiting = makeMaster(dot)
  await expect.poll(() => pictureWorkerPid()).toBe(first)
  process.kill(first, 'SIGKILL')

  await expect(large).rejects.toThrow(UnfitFile)
  expect(await waiting).toMatchObject({ width: 1, height: 1 })
  expect(pictureWorkerPid()).not.toBe(first)
})

test('a task that takes too long is ended, and another worker takes the next file', async () => {
  await makeMaster(dot)
  const first = pictureWorkerPid()
  const slow = inPictureWorker({ kind: 'master', picture: await wall(3000, 3000) }, { limitMs: 5 })

  await expect(slow).rejects.toMatchObject({ reason: 'too-slow' })
  expect(await makeMaster(dot)).toMatchObject({ width: 1 })
  expect(pictureWorkerPid()).not.toBe(first)
})

test('a task that takes too much processor time is ended, whatever the wall time', async () => {
  await makeMaster(dot)
  const first = pictureWorkerPid()
  const slow = inPictureWorker({ kind: 'master', picture: await wall(5000, 5000) }, { processorMs: 50 })

  await expect(slow).rejects.toMatchObject({ reason: 'too-slow' })
  expect(await makeMaster(dot)).toMatchObject({ width: 1 })
  expect(pictureWorkerPid()).not.toBe(first)
})

test('staff and visitors are served in turn', async () => {
  const ended: string[] = []
  const ask = async (by: 'staff' | 'visitor', name: string) => {
    await makeMaster(dot, by)
    ended.push(name)
  }
  await Promise.all([
    ...['v1', 'v2', 'v3', 'v4'].map((name) => ask('visitor', name)),
    ...['s1', 's2'].map((name) => ask('staff', name)),
  ])

  expect(ended).toEqual(['v1', 's1', 'v2', 's2', 'v3', 'v4'])
})

test('an idle worker ends', async () => {
  await makeMaster(dot)
  const pid = pictureWorkerPid()!
  expect(isRunning(pid)).toBe(true)

  await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false)
  expect(pictureWorkerPid()).toBeUndefined()
})

test.runIf(process.platform === 'linux')('a worker does not get the environment of the site', async () => {
  vi.stubEnv('SECRET', 'not for decoders')
  onTestFinished(() => void vi.unstubAllEnvs())
  await makeMaster(dot)

  expect(readFileSync(`/proc/${pictureWorkerPid()}/environ`, 'latin1')).not.toContain('not for decoders')
})

test('tasks are done one after the other, each with its own answer', async () => {
  const sizes = Array.from({ length: 12 }, (_, n) => n + 1)
  const made = await Promise.all(
    sizes.map((width) => makeMaster({ width, height: 1, rgb: new Uint8Array(width * 3) })),
  )

  expect(made.map(({ width }) => width)).toEqual(sizes)
})

/** 256 million pixels in less than a megabyte, in each way they can be claimed. */
const floods: [name: string, bytes: () => Buffer | Promise<Buffer>][] = [
  ['a plain PNG', () => flood(false)],
  ['an interlaced PNG', () => flood(true)],
  ['a JPEG', async () => resized(await dotAs('jpeg'), 16_000)],
  ['a rotated JPEG', async () => resized(await dotAs('jpeg', 6), 16_000)],
  ['a WebP', async () => resizedWebp(await dotAs('webp'), 16_000)],
]

test.for(floods)('%s that claims a flood of pixels is refused from its header', async ([, bytes]) => {
  const given = await bytes()
  expect(given.length).toBeLessThan(1_000_000)
  await expect.poll(() => pictureWorkerPid(), { timeout: 10_000 }).toBeUndefined()
  const before = process.memoryUsage.rss()
  const took = await processorMs(() =>
    expect(makeMaster(given)).rejects.toMatchObject({ reason: 'too-many-pixels' }),
  )

  expect(took).toBeLessThan(100)
  expect(process.memoryUsage.rss() - before).toBeLessThan(50_000_000)
  expect(pictureWorkerPid()).toBeUndefined()
})

test('a picture of a hundred thousand frames is refused from its header', async () => {
  const picture = manyFrames()
  const took = await processorMs(() => expect(makeMaster(picture)).rejects.toMatchObject({ reason: 'moves' }))

  expect(took).toBeLessThan(100)
})

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function wall(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .jpeg({ progressive: true })
    .toBuffer()
}

function dotAs(format: 'jpeg' | 'webp', orientation?: number): Promise<Buffer> {
  const dot = sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
  return (orientation ? dot.withMetadata({ orientation }) : dot).toFormat(format).toBuffer()
}

function resized(jpeg: Buffer, side: number): Buffer {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  jpeg.writeUInt16BE(side, at + 5)
  jpeg.writeUInt16BE(side, at + 7)
  return jpeg
}

function resizedWebp(webp: Buffer, side: number): Buffer {
  webp.writeUInt16LE(side, 26)
  webp.writeUInt16LE(side, 28)
  return webp
}

function flood(isInterlaced: boolean): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(16_000, 0)
  head.writeUInt32BE(16_000, 4)
  head.set([8, 2, 0, 0, isInterlaced ? 1 : 0], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const body = deflateSync(Buffer.alloc(100_000_000), { level: 9 })
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}
