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
  ['magazine', 'bulletin', 'newsletter'],
  ['nominate', 'propose', 'nomination', 'proposal'],
]

/** Words too common to search for. */
const emptyWords = new Set(
  'a an and any are as at be by can do does for from get how i in is it me my of on or our the their there to we what when where which who with you your'.split(
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

/** The words that matter, or all of them if none does. */
export function meaningfulWords(words: string[]): string[] {
  const some = words.filter((word) => !emptyWords.has(word))
  return some.length > 0 ? some : words
}

/** Beginnings of words that mean the same or come from the same stem; the word itself comes first. */
export function beginningsFor(word: string): string[] {
  const same = synonyms.filter((group) => group.some((one) => stemOf(one) === stemOf(word))).flat()
  return [...new Set([word, stemOf(word), ...same.map(stemOf)])]
}

/** Without its ending, so that "nominated" and "nomination" begin alike. Numbers and other scripts stay whole. */
export function stemOf(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= shortestStem)
  if (ending) return word.slice(0, -ending.length)
  return /[^s]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word
}
