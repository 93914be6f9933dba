import type { WordMeaning } from '#db/search/word-match.ts'

/** Other words for what someone searches for. */

/** Words that visitors and the Academy use for the same thing. */
const synonyms = [
  ['fee', 'fees', 'subscription', 'dues'],
  ['join', 'become', 'apply', 'application', 'enrol', 'enroll'],
  ['deadline', 'closes', 'closing', 'due'],
  ['contact', 'phone', 'telephone', 'email'],
  ['rules', 'bylaws', 'constitution', 'statutes'],
  ['council', 'committee', 'president', 'secretary'],
  ['prize', 'award', 'medal'],
  ['talk', 'lecture', 'seminar'],
  ['meeting', 'conference', 'congress', 'convention'],
  ['photo', 'photograph', 'picture', 'album', 'gallery'],
  ['magazine', 'bulletin', 'newsletter', 'issue'],
  ['nominate', 'propose', 'nomination', 'proposal'],
  ['program', 'programme'],
  ['old', 'former', 'previous', 'earlier'],
  ['volume', 'vol'],
]

/** Words too common to search for. */
const emptyWords = new Set(
  'a about am an and any are as at be by can could did do does find for from get give had has have how i in information is it list me my need of on or our page please should show someone tell the their there to want was we were what when where which who will with would you your'.split(
    ' ',
  ),
)

/** The longest first. */
const endings = [
  ...['ations', 'ation', 'ating', 'ators', 'ements', 'ement', 'ments', 'ment', 'ships', 'ship'],
  ...['ated', 'ates', 'ator', 'ions', 'ings', 'ical', 'ate', 'ion', 'ing', 'ies', 'ers', 'als'],
  ...['ed', 'er', 'es', 'al', 'ic', 'e', 'y', 's'],
]
const shortestStem = 4
/** A shorter synonym stands only for itself: "dues" does not mean every word that begins with "due". */
const shortestBeginning = 5

/** The words that matter, or all of them if none does. */
export function meaningfulWords(words: string[]): string[] {
  const some = words.filter((word) => !emptyWords.has(word))
  return some.length > 0 ? some : words
}

/** Every page is about the Academy, and a page may be read in any form: these say nothing beside other words. */
const unspecific = new Set([
  'iaps',
  'academy',
  'pdf',
  'download',
  'print',
  'website',
  'details',
  'info',
  'many',
  'much',
])

export function withoutUnspecific(words: string[]): string[] {
  const others = words.filter((word) => !unspecific.has(word))
  return others.length > 0 ? others : words
}

/** Other forms of a word, and words that mean the same. */
export function meaningOf(word: string): WordMeaning {
  const stem = stemOf(word)
  const same = synonyms.filter((group) => group.some((one) => isSame(stemOf(one), stem))).flat()
  const isLong = (one: string) => stemOf(one).length >= shortestBeginning
  return {
    begins: distinct([word, stem, ...same.filter(isLong).map(stemOf)]),
    is: distinct(same.filter((one) => !isLong(one))),
  }
}

/** Without its ending, so that "nominated" and "nomination" begin alike. Numbers and other scripts stay whole. */
export function stemOf(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= shortestFor(one))
  if (ending) return word.slice(0, -ending.length)
  return /[^s]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word
}

/** Names often end in a vowel, and then it is not an ending. */
function shortestFor(ending: string) {
  return ending === 'e' || ending === 'y' ? shortestStem + 1 : shortestStem
}

/** "apply" keeps its last letter, "applies" loses it. */
function isSame(a: string, b: string) {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return a === b || (short.length >= shortestStem && long.startsWith(short) && long.length - short.length < 2)
}

function distinct(words: string[]) {
  return [...new Set(words)]
}
