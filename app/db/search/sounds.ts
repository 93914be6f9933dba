/**
 * How a word sounds, roughly: "Pandey", "Pande" and "पाण्डेय" alike. It ignores what spellings of Indian names differ in:
 * the vowel a, long vowels, aspirated and doubled letters, and vowels at the end.
 */

const shortestSound = 3

/** Empty for numbers, for other scripts, and for words that are too short to be told apart by their sound. */
export function soundOf(word: string): string {
  const latin = inDevanagari.test(word) ? latinFor(word) : word
  if (!/^[a-z]+$/.test(latin)) return ''
  const sound = withoutLastVowels(spellings.reduce((text, [from, to]) => text.replace(from, to), latin))
  return sound.length < shortestSound ? '' : sound
}

function withoutLastVowels(text: string) {
  let end = text.length
  while (end > 1 && 'eiou'.includes(text[end - 1]!)) end--
  return text.slice(0, end)
}

/** In this order: each changes what the earlier ones left. A capital C stands for ch. */
const spellings: [RegExp, string][] = [
  [/chh?/g, 'C'],
  [/sh/g, 's'],
  [/gy|jn/g, 'g'],
  [/x/g, 'ks'],
  [/[ckq]/g, 'k'],
  [/z/g, 'j'],
  [/ph|f/g, 'p'],
  [/w/g, 'v'],
  [/nha?$/, 'ng'],
  [/m(?=[^aeiouy])/g, 'n'],
  [/ee/g, 'i'],
  [/oo/g, 'u'],
  [/a[iy](?=[^aeiou])/g, 'e'],
  [/a[uw](?=[^aeiou])|ou/g, 'o'],
  [/(?<=.)[ahy]/g, ''],
  [/(.)\1+/g, '$1'],
]

const inDevanagari = /^[\u0900-\u097f]+$/
const consonants: Record<string, string> = {
  ...{ क: 'k', ख: 'kh', ग: 'g', घ: 'gh', ङ: 'n', च: 'ch', छ: 'chh', ज: 'j', झ: 'jh', ञ: 'n' },
  ...{ ट: 't', ठ: 'th', ड: 'd', ढ: 'dh', ण: 'n', त: 't', थ: 'th', द: 'd', ध: 'dh', न: 'n' },
  ...{ प: 'p', फ: 'ph', ब: 'b', भ: 'bh', म: 'm', य: 'y', र: 'r', ल: 'l', व: 'v', श: 'sh', ष: 'sh' },
  ...{ स: 's', ह: 'h', ळ: 'l' },
}
const vowels: Record<string, string> = {
  ...{ अ: 'a', आ: 'aa', इ: 'i', ई: 'ii', उ: 'u', ऊ: 'uu', ऋ: 'ri', ए: 'e', ऐ: 'ai', ओ: 'o', औ: 'au' },
  ...{ 'ा': 'aa', 'ि': 'i', 'ी': 'ii', 'ु': 'u', 'ू': 'uu', 'ृ': 'ri', 'े': 'e', 'ै': 'ai', 'ो': 'o', 'ौ': 'au' },
  ...{ 'ं': 'n', 'ँ': 'n', 'ः': 'h' },
}

/** A consonant without a sign for a vowel is followed by a, unless a virama takes it away. */
function latinFor(word: string): string {
  const letters = Array.from(word)
  const one = (letter: string, at: number) => {
    const consonant = consonants[letter]
    if (consonant === undefined) return vowels[letter] ?? ''
    return /[\u093e-\u094d]/.test(letters[at + 1] ?? '') ? consonant : `${consonant}a`
  }
  return letters.map(one).join('')
}
