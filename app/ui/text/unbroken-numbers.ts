import { months } from '#office-time.ts'

const numbered = /\b(volume|vol\.|number|no\.|issue|part) (?=\d)/gi

const dayOfMonth = new RegExp(`\\b(\\d{1,2}) (?=(?:${months.join('|')})\\b)`, 'g')

/** Binds each number to its word, so that no line ends with "number" or "4" and the next starts with "2" or "December". */
export function unbrokenNumbers<Text>(text: Text): Text | string {
  if (typeof text !== 'string') return text
  return text.replace(numbered, '$1\u00a0').replace(dayOfMonth, '$1\u00a0')
}
