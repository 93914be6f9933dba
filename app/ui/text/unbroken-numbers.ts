const numbered = /\b(volume|vol\.|number|no\.|issue|part) (?=\d)/gi

/** Binds each number to the word before it, so that no line ends with "number" and the next starts with "2". */
export function unbrokenNumbers<Title>(title: Title): Title | string {
  return typeof title === 'string' ? title.replace(numbered, '$1\u00a0') : title
}
