import { deflateRawSync, deflateSync, crc32 } from 'node:zlib'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'

/** Files made for tests, honest ones and damaged ones. */

const photographs = new Map<string, Promise<Buffer>>()

export function photograph(width = 120, height = 80): Promise<Buffer> {
  const size = `${width} x ${height}`
  const taken = photographs.get(size) ?? takePhotograph(width, height)
  photographs.set(size, taken)
  return taken
}

function takePhotograph(width: number, height: number): Promise<Buffer> {
  const rgb = Uint8Array.from({ length: width * height * 3 }, (_, i) => 128 + 100 * Math.sin(i / 7))
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer()
}

export function makePdf(pages = 2): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A5', info: { CreationDate: new Date(0) } })
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  for (let page = 1; page <= pages; page++) {
    if (page > 1) document.addPage()
    document.text(`Page ${page}`)
  }
  document.end()
  return new Promise((resolve) => document.on('end', () => resolve(Buffer.concat(parts))))
}

export function makeDocx(): Buffer {
  return makeZip([
    { name: '[Content_Types].xml', data: Buffer.from('<Types/>') },
    { name: 'word/document.xml', data: Buffer.from('<w:document/>') },
  ])
}

export interface ZipEntry {
  name: string
  data: Buffer
  /** The unpacked size it claims. */
  says?: number
  isLink?: boolean
}

/** Archives that an honest tool would not write. */
export function makeZip(entries: ZipEntry[]): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const { name, data, says = data.length, isLink = false } of entries) {
    const packed = deflateRawSync(data)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(8, 4)
    shared.writeUInt32LE(crc32(data), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(says, 18)
    shared.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, Buffer.from(name), packed])
    const end = Buffer.alloc(14)
    end.writeUInt32LE(isLink ? (0o120777 << 16) >>> 0 : 0, 6)
    end.writeUInt32LE(at, 10)
    const madeBy = Buffer.from([20, 3])
    central.push(Buffer.concat([Buffer.from('PK\x01\x02'), madeBy, shared, end, Buffer.from(name)]))
    locals.push(local)
    at += local.length
  }
  const directory = Buffer.concat(central)
  const tail = Buffer.alloc(22)
  tail.write('PK\x05\x06')
  tail.writeUInt16LE(entries.length, 8)
  tail.writeUInt16LE(entries.length, 10)
  tail.writeUInt32LE(directory.length, 12)
  tail.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, directory, tail])
}

export function gif(): Buffer {
  return Buffer.from(
    'GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;',
    'latin1',
  )
}

/** A PNG whose header claims 256 million pixels in less than a megabyte. */
export function pngFlood(isInterlaced: boolean): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(16_000, 0)
  head.writeUInt32BE(16_000, 4)
  head.set([8, 2, 0, 0, isInterlaced ? 1 : 0], 8)
  const body = deflateSync(Buffer.alloc(100_000_000), { level: 1 })
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))])
}

/** A PNG whose header claims this much and whose body contains hardly anything. */
export function promisingPng(width: number, height: number, bits: 8 | 16, isInterlaced: boolean): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([bits, 6, 0, 0, isInterlaced ? 1 : 0], 8)
  const body = deflateSync(Buffer.alloc(1000))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))])
}

export function withSide(jpeg: Buffer, side: number): Buffer {
  const changed = Buffer.from(jpeg)
  const at = changed.indexOf(Buffer.from([0xff, 0xc0]))
  changed.writeUInt16BE(side, at + 5)
  changed.writeUInt16BE(side, at + 7)
  return changed
}

export function manyFrames(): Buffer {
  const frame = Buffer.concat([Buffer.from('ANMF'), Buffer.alloc(4 + 16)])
  frame.writeUInt32LE(16, 4)
  const head = Buffer.alloc(18)
  head.write('VP8X')
  head.writeUInt32LE(10, 4)
  head[8] = 2
  const body = Buffer.concat([Buffer.from('WEBP'), head, ...Array.from({ length: 100_000 }, () => frame)])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from('RIFF'), size, body])
}

export function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}

/** The first box of a picture as phones make it: its brand, and those it is compatible with, separated by spaces. */
export function boxed(brands: string): Buffer {
  const [major = '', ...others] = brands.split(' ')
  const box = Buffer.concat([Buffer.alloc(4), Buffer.from(`ftyp${major}\0\0\0\0${others.join('')}`)])
  box.writeUInt32BE(box.length)
  return Buffer.concat([box, Buffer.alloc(64)])
}

export const heicFiles = ['heic mif1 heic', 'heix', 'hevc', 'mif1 heic', 'msf1 hevc', 'mif1'].map(
  (brands) => [brands, true] as const,
)

export const otherBoxes = ['avif mif1 avif', 'mif1 avif', 'isom mp42', 'qt  ', 'hei'].map(
  (brands) => [brands, false] as const,
)
