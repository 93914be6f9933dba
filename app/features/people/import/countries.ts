import { plainText } from '#db/search/words.ts'

/** Other names and codes under which lists mention a country, by the code of the country. */
const otherNames: Record<string, string[]> = {
  IN: ['ind', 'bharat', 'republic of india', 'भारत', 'inde', 'indien'],
  US: ['usa', 'us of america', 'united states of america', 'america', 'etats unis', 'vereinigte staaten'],
  GB: ['uk', 'great britain', 'britain', 'england', 'scotland', 'wales', 'northern ireland', 'gbr'],
  DE: ['deutschland', 'allemagne', 'west germany', 'fr germany', 'federal republic of germany', 'deu'],
  FR: ['fra'],
  RU: ['russian federation', 'ussr', 'rus'],
  KR: ['south korea', 'republic of korea', 'korea', 'korea south'],
  KP: ['north korea', 'dpr korea'],
  CN: ['pr china', 'peoples republic of china', 'chn', 'mainland china'],
  TW: ['taiwan roc'],
  NL: ['holland', 'the netherlands', 'nld'],
  CH: ['schweiz', 'suisse', 'che'],
  AT: ['osterreich', 'aut'],
  ES: ['espana', 'esp'],
  IT: ['italia', 'ita'],
  JP: ['nippon', 'jpn'],
  AE: ['uae', 'emirates'],
  SA: ['ksa', 'kingdom of saudi arabia'],
  LK: ['ceylon', 'lka'],
  MM: ['burma', 'myanmar'],
  BD: ['bgd', 'bangla desh'],
  NP: ['npl'],
  VN: ['viet nam'],
  CZ: ['czech republic'],
  TR: ['turkey', 'turkiye'],
  IR: ['islamic republic of iran', 'persia'],
  ZA: ['rsa', 'republic of south africa'],
  CI: ['ivory coast'],
  CD: ['dr congo', 'democratic republic of the congo'],
  MK: ['macedonia'],
  HK: ['hong kong'],
  MO: ['macau', 'macao'],
  PS: ['palestine'],
}

/** Names that we write shorter than the list of the language does. */
const ownNames: Record<string, string> = { HK: 'Hong Kong', MO: 'Macao', MM: 'Myanmar', PS: 'Palestine' }

/** The English name of a country, however it is written; anything unknown stays as it is. */
export function countryOf(cell: string): string {
  names ??= collectNames()
  return names.get(wordsIn(cell)) ?? cell
}

let names: Map<string, string> | undefined

function collectNames(): Map<string, string> {
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const found = new Map<string, string>()
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = ownNames[code] ?? english.of(code)
    // Unions, pseudo-regions and former countries have codes, too.
    if (name === undefined || ['EU', 'EZ', 'UN', 'ZZ', 'XA', 'XB', 'QO', 'DD', 'SU', 'YU'].includes(code))
      continue
    for (const word of [code, name, ...(otherNames[code] ?? [])])
      if (!found.has(wordsIn(word))) found.set(wordsIn(word), name)
  }
  return found
}

/** Without case, accents, dots and an article: "The U.S.A." is "usa". */
function wordsIn(text: string): string {
  const plain = plainText(text).replaceAll(/[.’']/g, '')
  return (plain.match(/[\p{L}\p{M}]+/gu) ?? []).join(' ').replace(/^the /, '').replaceAll(' and ', ' ')
}
