/** Whether two names may mean one institution: people add a department, leave out a word or write initials. */
export function areSameInstitution(one: string, other: string): boolean {
  const [a, b] = [namingWords(one), namingWords(other)]
  if (a.length === 0 || b.length === 0) return false
  return isWithin(a, b) || isWithin(b, a) || isInitials(a, b) || isInitials(b, a)
}

const smallWords = new Set(['the', 'of', 'and', 'for', 'at', 'in', 'de', 'für', 'fur'])

function namingWords(text: string): string[] {
  const words = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  return words?.filter((word) => !smallWords.has(word)) ?? []
}

/** One word alone, such as "University", names nothing, unless it is the whole name of both. */
function isWithin(few: string[], many: string[]): boolean {
  if (few.join(' ') === many.join(' ')) return true
  return few.length > 1 && few.every((word) => many.includes(word))
}

/** "IIT Bombay" and "Indian Institute of Technology, Bombay". */
function isInitials(short: string[], long: string[]): boolean {
  return short.some((word, at) => {
    if (word.length < 3 || word.length > long.length) return false
    const start = long.findIndex((_, from) => initialsOf(long.slice(from, from + word.length)) === word)
    if (start < 0) return false
    const left = short.filter((_, other) => other !== at)
    return left.every((one) => long.includes(one))
  })
}

function initialsOf(words: string[]): string {
  return words.map((word) => word.slice(0, 1)).join('')
}
