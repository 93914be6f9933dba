/** What the first bytes of a picture say about it, read without decoding anything. */
export interface PictureHead {
  format: 'jpeg' | 'png' | 'webp'
  width: number
  height: number
  /** Whether it is animated: more frames than the one that we would show. */
  isAnimated: boolean
  /** Whether it must be decoded whole, or in more than eight bits a colour, before it can be made smaller. */
  isCostly: boolean
}

/** Judged by the bytes, as the decoders do: a name or a stated type proves nothing. */
export function readPictureHead(given: Uint8Array): PictureHead | undefined {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const start = bytes.toString('latin1', 0, 16)
  if (start.startsWith('\xff\xd8\xff')) return readJpeg(bytes)
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return readPng(bytes)
  return /^RIFF[^]{4}WEBP/.test(start) ? readWebp(bytes) : undefined
}

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1'])
const avifBrands = new Set(['avif', 'avis'])

/**
 * Whether it is a typical phone photograph that we do not decode. Its first box names the brands of the format; AVIF
 * shares the general ones.
 */
export function isHeic(given: Uint8Array): boolean {
  const bytes = Buffer.from(given.buffer, given.byteOffset, Math.min(given.byteLength, 512))
  if (bytes.length < 12 || bytes.toString('latin1', 4, 8) !== 'ftyp') return false
  const end = Math.min(bytes.readUInt32BE(0), bytes.length)
  const brands = [bytes.toString('latin1', 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4))
  return brands.some((brand) => heicBrands.has(brand)) && !brands.some((brand) => avifBrands.has(brand))
}

function readPng(bytes: Buffer): PictureHead | undefined {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  const isAnimated = bytes.subarray(33, 4096).includes('acTL')
  const isCostly = bytes[24] === 16 || bytes[28] !== 0
  return {
    format: 'png',
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    isAnimated,
    isCostly,
  }
}

/** The frame header is somewhere behind segments that state their length. */
function readJpeg(bytes: Buffer): PictureHead | undefined {
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!
    if (marker === 0xff) {
      at++
    } else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
      // Only the first two encodings come row by row and are made smaller while they are read.
      return { format: 'jpeg', width, height, isAnimated: false, isCostly: marker > 0xc1 }
    } else {
      const isBare = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
      at += isBare ? 2 : 2 + Math.max(2, bytes.readUInt16BE(at + 2))
    }
  }
  return undefined
}

function readWebp(bytes: Buffer): PictureHead | undefined {
  if (bytes.length < 30) return undefined
  const [width, height] = webpSize(bytes)
  const isExtended = bytes.toString('latin1', 12, 16) === 'VP8X'
  const isAnimated = isExtended && (bytes[20]! & 2) !== 0
  return width && height ? { format: 'webp', width, height, isAnimated, isCostly: true } : undefined
}

function webpSize(bytes: Buffer): [width: number, height: number] {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]
    case 'VP8 ':
      return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff]
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
    }
    default:
      return [0, 0]
  }
}
