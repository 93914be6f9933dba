import { Parser } from 'saxen'
import { BadTable } from './bad-table.ts'

/** The events of a document, in order. Names come without their prefix. */
export interface XmlListener {
  open(name: string, attributes: () => Record<string, string>): void
  close(name: string): void
  text(text: string): void
}

// Far more than any cell: an endless text is not waited for.
const maxPieceLength = 4 * 1024 * 1024

/** Parses a document chunk by chunk; after each chunk the caller may take what the listener has collected. */
export async function* parseXml(
  pieces: AsyncIterable<Uint8Array>,
  listener: XmlListener,
): AsyncGenerator<void> {
  const decoder = new TextDecoder()
  let silent = 0
  const hear = <Args extends unknown[]>(handler: (...args: Args) => void) => {
    return (...args: Args) => {
      silent = 0
      handler(...args)
    }
  }
  const parser = new Parser()
    .on(
      'openTag',
      hear((name, attributes) => listener.open(bare(name), attributes)),
    )
    .on(
      'closeTag',
      hear((name) => listener.close(bare(name))),
    )
    .on(
      'text',
      hear((text) => listener.text(decodeEntities(text))),
    )
    .on(
      'cdata',
      hear((text) => listener.text(text)),
    )
    .on('attention', () => refuse())
    .on('warn', () => undefined)
    .on('error', () => refuse())
  for await (const piece of pieces) {
    silent += piece.length
    if (silent > maxPieceLength) refuse()
    parser.write(decoder.decode(piece, { stream: true }))
    yield
  }
  parser.write(decoder.decode())
  parser.end()
  yield
}

/** Entities of a document type could make a small file large; a workbook has none. */
function refuse(): never {
  throw new BadTable(
    'Part of this workbook is damaged. Open it in your spreadsheet program and save it again.',
  )
}

function bare(name: string) {
  return name.slice(name.indexOf(':') + 1)
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (written, hex, decimal, name) => {
    if (name !== undefined) return entities[name] ?? written
    const code = hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : written
  })
}
