/** Texts in a workbook: characters that XML cannot contain are written as _xHHHH_. */

const escaped = /_x([0-9a-f]{4})_/gi
// What XML forbids, the carriage return that it would drop, and what looks like an escape.
const toEscape = /[\0-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9a-f]{4}_)/gi

export function decodeXlsxText(text: string): string {
  return text.includes('_x')
    ? text.replace(escaped, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
}

export function encodeXlsxText(text: string): string {
  return text
    .toWellFormed()
    .replace(toEscape, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
