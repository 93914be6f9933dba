import { inLatin } from './latin.ts'

/**
 * How a word sounds, roughly: "Pandey", "Pande" and "पाण्डेय" alike. It ignores what spellings of Indian names differ in:
 * the vowel a, long vowels, aspirated and doubled letters, and vowels at the end.
 */

const shortestSound = 3

/** Empty for numbers, for other scripts, and for words that are too short to be told apart by their sound. */
export function soundOf(word: string): string {
  const latin = inDevanagari.test(word) ? inLatin(word) : word
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
