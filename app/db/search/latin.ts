const virama = '\u094d'

/** The pairs of a list such as "क k ख kh". */
function pairs(list: string): Map<string, string> {
  const parts = list.split(' ')
  return new Map(parts.flatMap((part, at): [string, string][] => (at % 2 ? [] : [[part, parts[at + 1]!]])))
}

const consonants = pairs(
  'क k ख kh ग g घ gh ङ n च ch छ chh ज j झ jh ञ n ट t ठ th ड d ढ dh ण n त t थ th द d ध dh न n प p फ ph ब b भ bh म m य y र r ल l ळ l व v श sh ष sh स s ह h',
)
const vowelSigns = pairs('ा a ि i ी i ु u ू u ृ ri ॅ e े e ै ai ॉ o ो o ौ au')
const otherLetters = pairs(
  'अ a आ a इ i ई i उ u ऊ u ऋ ri ए e ऐ ai ओ o औ au ं n ँ n ः h ० 0 १ 1 २ 2 ३ 3 ४ 4 ५ 5 ६ 6 ७ 7 ८ 8 ९ 9 ' +
    'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s τ t υ y φ f χ ch ψ ps ω o ' +
    'а a б b в v г g д d е e ж zh з z и i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ы y э e ю yu я ya і i є ye ґ g',
)

/** Lowercase words: Devanagari, Greek and Cyrillic in Latin letters, as names are usually written in English. */
export function inLatin(text: string): string {
  const letters = Array.from(text.replaceAll('\u093c', ''))
  return letters.map((letter, at) => latinOf(letter, letters, at)).join('')
}

function latinOf(letter: string, letters: string[], at: number): string {
  const consonant = consonants.get(letter)
  if (consonant !== undefined) return consonant + (hasInherentVowel(letters, at) ? 'a' : '')
  // The hard and the soft sign of Cyrillic are not written.
  if (letter === virama || letter === 'ъ' || letter === 'ь') return ''
  return vowelSigns.get(letter) ?? otherLetters.get(letter) ?? letter
}

/** A consonant without a vowel sign is followed by "a", except at the end of a word: नाथ is Nath, मिश्र is Mishra. */
function hasInherentVowel(letters: string[], at: number): boolean {
  const next = letters[at + 1] ?? ''
  if (next === virama || vowelSigns.has(next)) return false
  return /[\u0900-\u097f]/.test(next) || letters[at - 1] === virama
}
