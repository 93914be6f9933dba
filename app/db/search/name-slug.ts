import { inLatin } from './latin.ts'
import { plainText } from './words.ts'

/** The end of the address of a person's page, made from the name: plain letters, digits and single hyphens. */

const maxBaseLength = 60
/** For a name in a script that we cannot write in Latin letters. */
const nameless = 'fellow'

export function nameSlug(name: string): string {
  const words = inLatin(plainText(name).replaceAll("'", '')).match(/[a-z0-9]+/g) ?? []
  let slug = (words[0] ?? nameless).slice(0, maxBaseLength)
  for (const word of words.slice(1)) {
    if (slug.length + 1 + word.length > maxBaseLength) break
    slug += `-${word}`
  }
  return slug
}

/** The slugs that are taken. A second person of the same name gets the next number: `asha-rao`, `asha-rao-2`. */
export class TakenSlugs {
  readonly #taken = new Set<string>()
  readonly #highest = new Map<string, number>()

  add(slug: string): void {
    this.#taken.add(slug)
    const [, base, number] = /^(.+)-([1-9]\d{0,8})$/.exec(slug) ?? []
    if (base !== undefined) this.#highest.set(base, Math.max(Number(number), this.#highest.get(base) ?? 1))
  }

  /** Takes the next free slug for a name. */
  take(base: string): string {
    let slug = base
    for (let number = (this.#highest.get(base) ?? 1) + 1; this.#taken.has(slug); number++)
      slug = `${base}-${number}`
    this.add(slug)
    return slug
  }
}
