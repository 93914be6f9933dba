/** Accents of TeX as the Unicode characters that follow the letter. */
const accents: Record<string, string> = {
  ...{ '`': '\u0300', "'": '\u0301', '^': '\u0302', '~': '\u0303', '=': '\u0304', '.': '\u0307' },
  ...{ '"': '\u0308', u: '\u0306', r: '\u030A', H: '\u030B', v: '\u030C', d: '\u0323', c: '\u0327' },
  ...{ k: '\u0328', b: '\u0331' },
}

const letters: Record<string, string> = {
  ...{ ss: 'ß', o: 'ø', O: 'Ø', l: 'ł', L: 'Ł', ae: 'æ', AE: 'Æ', oe: 'œ', OE: 'Œ', aa: 'å', AA: 'Å' },
  ...{ i: 'i', j: 'j', dh: 'ð', th: 'þ', textendash: '–', textemdash: '—', textquoteright: '’' },
}

interface Cursor {
  text: string
  at: number
}

/** The words of a BibTeX value: accents as letters, without braces and commands. One pass, whatever the text. */
export function plainTeX(text: string): string {
  const cursor = { text, at: 0 }
  let plain = ''
  while (cursor.at < text.length) {
    const sign = text[cursor.at] ?? ''
    cursor.at += 1
    if (sign === '\\') plain += readCommand(cursor)
    else if (sign === '~') plain += ' '
    else if (sign !== '{' && sign !== '}' && sign !== '$') plain += sign
  }
  const dashes = plain.replaceAll('---', '—').replaceAll('--', '–').replaceAll('&amp;', '&')
  return dashes.replaceAll(/\s+/g, ' ').trim().normalize('NFC')
}

/** What stands after a backslash. */
function readCommand(cursor: Cursor): string {
  const sign = cursor.text[cursor.at] ?? ''
  if (!/[a-z]/i.test(sign)) {
    cursor.at += 1
    return accents[sign] === undefined ? sign : accented(cursor, accents[sign])
  }
  const word = readWord(cursor)
  if (accents[word] !== undefined) return accented(cursor, accents[word])
  if (cursor.text[cursor.at] === ' ') cursor.at += 1
  return Object.hasOwn(letters, word) ? (letters[word] ?? '') : ''
}

function readWord(cursor: Cursor): string {
  const start = cursor.at
  while (/[a-z]/i.test(cursor.text[cursor.at] ?? '')) cursor.at += 1
  return cursor.text.slice(start, cursor.at)
}

/** The letter may stand in braces, after a space, or be a dotless i. */
function accented(cursor: Cursor, accent: string): string {
  while (/[{ ]/.test(cursor.text[cursor.at] ?? '')) cursor.at += 1
  if (cursor.text[cursor.at] === '\\') {
    cursor.at += 1
    return readWord(cursor).slice(0, 1) + accent
  }
  const letter = cursor.text[cursor.at] ?? ''
  if (!/\p{L}/u.test(letter)) return ''
  cursor.at += 1
  return letter + accent
}
