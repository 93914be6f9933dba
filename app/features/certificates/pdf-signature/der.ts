/** ASN.1 in its one exact encoding, as far as certificates and signatures need it: ITU-T X.690. */

export function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body])
  const hex = body.length.toString(16)
  const length = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, body])
}

export const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
/** The parts must already be in order. */
export const set = (...parts: Uint8Array[]) => der(0x31, ...parts)
export const octets = (bytes: Uint8Array) => der(0x04, bytes)
export const utf8 = (text: string) => der(0x0c, Buffer.from(text))
export const nothing = der(0x05)
export const bits = (bytes: Uint8Array, unused = 0) => der(0x03, Buffer.from([unused]), bytes)

/** A positive number; a leading zero keeps it from being read as negative. */
export function integer(bytes: Uint8Array | number): Buffer {
  const raw = typeof bytes === 'number' ? Buffer.from([bytes]) : Buffer.from(bytes)
  return der(0x02, raw[0]! & 0x80 ? Buffer.concat([Buffer.from([0]), raw]) : raw)
}

export function objectId(dotted: string): Buffer {
  const [first = 0n, second = 0n, ...rest] = dotted.split('.').map(BigInt)
  return der(0x06, Buffer.from([first * 40n + second, ...rest].flatMap(base128)))
}

/** Seven bits a byte; all but the last have the eighth set. */
function base128(number: bigint): number[] {
  const bytes = [Number(number & 0x7fn)]
  for (let rest = number >> 7n; rest > 0n; rest >>= 7n) bytes.unshift(Number(rest & 0x7fn) | 0x80)
  return bytes
}

/** GeneralizedTime from 2050, UTCTime before, as RFC 5280 says. */
export function time(moment: Date): Buffer {
  const digits = moment.toISOString().replaceAll(/[-:T]|\..*/g, '')
  return moment.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(`${digits.slice(2)}Z`))
    : der(0x18, Buffer.from(`${digits}Z`))
}

interface DerElement {
  tag: number
  /** With tag and length. */
  whole: Buffer
  body: Buffer
}

/** The elements one after the other. */
export function elementsOf(bytes: Buffer): DerElement[] {
  const elements: DerElement[] = []
  for (let at = 0; at < bytes.length;) {
    const short = bytes[at + 1]!
    const more = short & 0x80 ? short & 0x7f : 0
    const start = at + 2 + more
    const length = more > 0 ? bytes.readUIntBE(at + 2, more) : short
    const end = start + length
    elements.push({ tag: bytes[at]!, whole: bytes.subarray(at, end), body: bytes.subarray(start, end) })
    at = end
  }
  return elements
}
