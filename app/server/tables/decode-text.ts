import { isUtf8 } from 'node:buffer'

const pieceBytes = 64 * 1024

/** The text of a file in chunks: by its byte order mark, otherwise as UTF-8 if valid, otherwise as Windows-1252. */
export function* decodeText(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder(encodingOf(bytes))
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    const piece = decoder.decode(bytes.subarray(start, start + pieceBytes), { stream: true })
    if (piece !== '') yield piece
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}

export function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (bytes.length >= 2 && bytes.length % 2 === 0) {
    // Without a mark, UTF-16 can be recognised by the zero bytes of its commas and line ends.
    const halves = emptyHalves(bytes.subarray(0, 2000))
    if (halves.odd > 0.3 && halves.even < 0.05) return 'utf-16le'
    if (halves.even > 0.3 && halves.odd < 0.05) return 'utf-16be'
  }
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

function emptyHalves(bytes: Uint8Array) {
  const share = (side: 0 | 1) => bytes.filter((byte, index) => byte === 0 && index % 2 === side).length
  return { even: share(0) / (bytes.length / 2), odd: share(1) / (bytes.length / 2) }
}
