/** The main language of each Indian script; a script that several nations share is left open. */
const languages: [RegExp, string][] = [
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Bengali}/gu, 'bn'],
  [/\p{Script=Gujarati}/gu, 'gu'],
  [/\p{Script=Gurmukhi}/gu, 'pa'],
  [/\p{Script=Kannada}/gu, 'kn'],
  [/\p{Script=Malayalam}/gu, 'ml'],
  [/\p{Script=Oriya}/gu, 'or'],
  [/\p{Script=Tamil}/gu, 'ta'],
  [/\p{Script=Telugu}/gu, 'te'],
]

const ofIndia = /[\u0900-\u0d7f]/
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * What a paragraph needs to be spoken, spell-checked and set correctly in an English page: the language if most of its
 * letters are of one Indian script, the direction if any of them run from right to left.
 */
export function languageOf(text: string): { lang?: string; dir?: 'auto' } {
  if (rightToLeft.test(text)) return { dir: 'auto' }
  if (!ofIndia.test(text)) return {}
  const half = (text.match(/[\p{L}\p{M}]/gu)?.length ?? 0) / 2
  const found = languages.find(([script]) => (text.match(script)?.length ?? 0) > half)
  return found ? { lang: found[1] } : {}
}
