const maxCharacters = 254
const maxLocalCharacters = 64

const local = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i

/**
 * Whether the text is one plain address and nothing else. No quoted names, comments, groups, lists or address literals:
 * mail programs disagree on them, and a letter could end up with someone else.
 */
export function isMailAddress(text: string): boolean {
  if (text.length > maxCharacters) return false
  const at = text.lastIndexOf('@')
  const name = text.slice(0, at)
  const labels = text.slice(at + 1).split('.')
  return (
    at > 0 &&
    name.length <= maxLocalCharacters &&
    local.test(name) &&
    labels.length > 1 &&
    labels.every((part) => label.test(part)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  )
}
