import { doiIn } from './doi.ts'
import { joinAuthors, toPublication, type ListedPublication } from './publication.ts'

/** A line of RIS starts with two characters and a dash: `TI  - On light`. */
const tagged = /^([A-Z][A-Z0-9]) {1,2}-(?: (.*))?$/

export function isRisStart(line: string): boolean {
  return tagged.exec(line)?.[1] === 'TY'
}

export function isRisEnd(line: string): boolean {
  return tagged.exec(line.trimEnd())?.[1] === 'ER'
}

/** The publication of one record, from its first line to its last. */
export function risPublication(lines: string[]): ListedPublication | undefined {
  const values = valuesByTag(lines)
  const first = (...tags: string[]) =>
    tags.flatMap((tag) => values.get(tag) ?? []).find((value) => value !== '') ?? ''
  const [start, end] = [first('SP'), first('EP')]
  return toPublication({
    authors: joinAuthors(['AU', 'A1'].flatMap((tag) => values.get(tag) ?? [])),
    year: first('PY', 'Y1', 'DA'),
    title: first('TI', 'T1', 'CT'),
    journal: first('JO', 'JF', 'T2', 'JA', 'BT', 'PB'),
    volume: first('VL'),
    pages: start && end ? `${start}–${end}` : start,
    doi: doiIn(first('DO')) || doiIn(first('UR', 'L1', 'M3')),
  })
}

/** A line without a tag continues the one before it. */
function valuesByTag(lines: string[]): Map<string, string[]> {
  const pieces: { tag: string; texts: string[] }[] = []
  for (const line of lines) {
    const [, tag, text = ''] = tagged.exec(line.trimEnd()) ?? []
    if (tag !== undefined) pieces.push({ tag, texts: [text.trim()] })
    else pieces.at(-1)?.texts.push(line.trim())
  }
  const values = new Map<string, string[]>()
  for (const { tag, texts } of pieces) {
    const known = values.get(tag) ?? []
    known.push(texts.filter(Boolean).join(' '))
    values.set(tag, known)
  }
  return values
}
