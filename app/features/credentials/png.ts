import { crc32, inflateSync } from 'node:zlib'
import { CheckStopped, unreadable } from './verdict.ts'

/** Credentials in PNG pictures: https://www.imsglobal.org/spec/ob/v3p0/#png */

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const keyword = 'openbadgecredential'
const maxTextBytes = 1024 * 1024

export function isPng(file: Buffer): boolean {
  return file.subarray(0, signature.length).equals(signature)
}

interface Chunk {
  type: string
  data: Buffer
  whole: Buffer
}

/** The picture with the credential before its end. */
export function bakePng(picture: Buffer, credential: string): Buffer {
  const data = Buffer.concat([Buffer.from(`${keyword}\0\0\0\0\0`), Buffer.from(credential)])
  const chunks = chunksOf(picture).map(({ whole }) => whole)
  return Buffer.concat([signature, ...chunks.slice(0, -1), chunk('iTXt', data), ...chunks.slice(-1)])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** The credential in a picture, and the picture without it. */
export function readBakedPng(file: Buffer): { text: string; picture: Buffer } {
  const chunks = chunksOf(file)
  const carrying = chunks.filter(isCredential)
  const [found] = carrying
  if (!found) throw unreadable('This picture contains no credential.')
  if (carrying.length > 1) throw unreadable('This picture contains more than one credential.')
  const rest = chunks.filter((one) => one !== found).map(({ whole }) => whole)
  return { text: textOf(found.data), picture: Buffer.concat([signature, ...rest]) }
}

function isCredential({ type, data }: Chunk): boolean {
  return type === 'iTXt' && data.subarray(0, keyword.length + 1).toString('latin1') === `${keyword}\0`
}

function chunksOf(file: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = signature.length; at < file.length;) {
    const length = at + 12 <= file.length ? file.readUInt32BE(at) : file.length
    const end = at + 12 + length
    if (end > file.length || chunks.length > 10_000) throw unreadable('This picture is incomplete.')
    const whole = file.subarray(at, end)
    if (crc32(whole.subarray(4, -4)) !== whole.readUInt32BE(whole.length - 4))
      throw new CheckStopped('changed', 'This picture was changed or damaged: a checksum in it is wrong.')
    chunks.push({ type: whole.toString('latin1', 4, 8), data: whole.subarray(8, -4), whole })
    at = end
    if (chunks.at(-1)?.type === 'IEND' && end < file.length)
      throw new CheckStopped('changed', 'This picture was changed: something was added after its end.')
  }
  if (chunks.at(-1)?.type !== 'IEND') throw unreadable('This picture is incomplete.')
  return chunks
}

/** After the keyword: whether and how it is compressed, a language and a translated keyword. */
function textOf(data: Buffer): string {
  const at = keyword.length + 1
  const language = data.indexOf(0, at + 2)
  const translated = language < 0 ? -1 : data.indexOf(0, language + 1)
  if (translated < 0) throw unreadable('The credential in this picture cannot be read.')
  const body = data.subarray(translated + 1)
  if (data[at] === 0) return body.toString()
  try {
    return inflateSync(body, { maxOutputLength: maxTextBytes }).toString()
  } catch {
    throw unreadable('The credential in this picture cannot be unpacked.')
  }
}
