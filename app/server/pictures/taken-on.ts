/**
 * The day on which a photograph was taken, by the camera's clock: DateTimeOriginal in the Exif part of a JPEG. Nothing
 * else of that part is read, and none of it is stored.
 */
export function readTakenOn(given: Uint8Array): string | undefined {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const exif = findExif(bytes)
  return exif && dayIn(exif)
}

const maxSegments = 64

/** The segments before the picture itself, until one of them is the Exif part. */
function findExif(bytes: Buffer): Buffer | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  let at = 2
  for (let segment = 0; segment < maxSegments && at + 4 <= bytes.length; segment++) {
    const marker = bytes.readUInt16BE(at)
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (marker < 0xffe0 || marker === 0xffda || end > bytes.length) return undefined
    if (marker === 0xffe1 && bytes.toString('latin1', at + 4, at + 10) === 'Exif\0\0')
      return bytes.subarray(at + 10, end)
    at = end
  }
  return undefined
}

const exifPointer = 0x8769
const dateTimeOriginal = 0x9003
const text = 2
const dateLength = 20

/** Exif is built like a TIFF file: directories of entries of twelve bytes, in either order of bytes. */
function dayIn(exif: Buffer): string | undefined {
  const isLittle = exif.toString('latin1', 0, 2) === 'II'
  if (!isLittle && exif.toString('latin1', 0, 2) !== 'MM') return undefined
  const read = (at: number, size: 2 | 4) => {
    if (at + size > exif.length) return undefined
    return isLittle ? exif.readUIntLE(at, size) : exif.readUIntBE(at, size)
  }
  const entryIn = (directory: number | undefined, tag: number) => {
    const count = directory === undefined ? undefined : read(directory, 2)
    if (directory === undefined || count === undefined) return undefined
    const entries = Array.from({ length: count }, (_, index) => directory + 2 + 12 * index)
    return entries.find((at) => read(at, 2) === tag)
  }
  const pointer = entryIn(read(4, 4), exifPointer)
  const entry = entryIn(pointer === undefined ? undefined : read(pointer + 8, 4), dateTimeOriginal)
  if (entry === undefined || read(entry + 2, 2) !== text || read(entry + 4, 4) !== dateLength)
    return undefined
  const at = read(entry + 8, 4)
  return at === undefined ? undefined : toDay(exif.toString('latin1', at, at + dateLength))
}

/** A camera whose clock was never set writes zeros. */
function toDay(written: string): string | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4}):(\d\d):(\d\d) /.exec(written) ?? []
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  const isReal = !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day)
  return isReal && Number(year) >= 1826 ? `${year}-${month}-${day}` : undefined
}
