interface Named {
  label: string
  hint?: string
}

interface Group<C extends Named> {
  label: string
  commands: C[]
}

/** The commands that fit what was typed, best match first: so are the groups, by their best command. */
export function rankCommands<C extends Named>(groups: Group<C>[], typed: string): Group<C>[] {
  const sought = wordsOf(typed)
  if (sought.length === 0) return groups.filter(({ commands }) => commands.length > 0)
  return groups
    .map(({ label, commands }) => {
      const fitting = commands
        .map((command) => ({ command, miss: missOf(command, sought) }))
        .filter(({ miss }) => miss < none)
        .toSorted((one, other) => one.miss - other.miss)
      return { label, commands: fitting.map(({ command }) => command), miss: fitting[0]?.miss ?? none }
    })
    .filter(({ commands }) => commands.length > 0)
    .toSorted((one, other) => one.miss - other.miss)
    .map(({ label, commands }) => ({ label, commands }))
}

const none = 1000

/** How far the name is from the typed words: 0 is the name itself; nothing fits at 1000. */
function missOf({ label, hint = '' }: Named, sought: string[]): number {
  const named = wordsOf(label)
  const hinted = wordsOf(hint)
  const misses = sought.map((word) => Math.min(wordMiss(word, named), 8 + wordMiss(word, hinted)))
  if (misses.some((miss) => miss >= none)) return none
  const isStart = named.join(' ').startsWith(sought.join(' '))
  const unsaid = Math.max(named.length - sought.length, 0)
  return misses.reduce((sum, miss) => sum + miss, 0) + (isStart ? 0 : 1) + unsaid / 10
}

/** The nearest of the words: the same, one that begins so, one that contains it, one with a typing mistake. */
function wordMiss(sought: string, words: string[]): number {
  const misses = words.map((word) => {
    // The plural is the same word: “award” means Awards before Award recipients.
    if (word === sought || word === `${sought}s`) return 0
    if (word.startsWith(sought)) return 1
    if (word.includes(sought)) return 3
    return isNearly(sought, word) ? 5 : none
  })
  return Math.min(none, ...misses)
}

/** Whether one mistake apart: a letter more, less, another one, or two that changed places. Short words have none. */
function isNearly(sought: string, word: string): boolean {
  if (sought.length < 4) return false
  // What was typed may be only the start of the word.
  return [
    word,
    word.slice(0, sought.length - 1),
    word.slice(0, sought.length),
    word.slice(0, sought.length + 1),
  ].some((part) => isOneApart(sought, part))
}

function isOneApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  const rest = (text: string, from: number) => text.slice(from)
  if (short.length < long.length) return rest(short, at) === rest(long, at + 1)
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at]
  return (
    rest(short, at + 1) === rest(long, at + 1) || (isSwapped && rest(short, at + 2) === rest(long, at + 2))
  )
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
