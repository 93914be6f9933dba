import { areSimilarInstitutions, areSimilarNames, institutionParts, nameParts } from './similar-names.ts'

interface Known {
  id: string
  name: string
  institution: string | null
}

const max = 2 ** 18

/**
 * Finds possible duplicates among many people. Names are compared only if they share the start or the end of one word
 * and the initial of another; these shared pieces are stored as sorted numbers, which take little memory.
 */
export class RegisterIndex {
  readonly #ids: string[] = []
  readonly #names: string[][] = []
  readonly #institutions: number[] = []
  readonly #institutionIds = new Map<string, number>()
  readonly #partsOfInstitution: string[][] = []
  readonly #alikeInstitutions = new Map<number, boolean>()
  #keys: number[] = []
  #sorted = new Float64Array()

  add({ id, name, institution }: Known) {
    const index = this.#ids.push(id) - 1
    if (index >= max) throw new Error('The register has more people than the index can number.')
    const parts = nameParts(name)
    this.#names.push(parts)
    this.#institutions.push(this.#institutionOf(institution))
    for (const key of keysOf(parts)) this.#keys.push(key * max + index)
  }

  /** Call after the last one was added. */
  ready(): this {
    this.#sorted = Float64Array.from(this.#keys).toSorted()
    this.#keys = []
    return this
  }

  /**
   * The id of someone with a similar name at a similar institution. Without an institution the whole name must be the
   * same.
   */
  find(
    { name, institution }: Omit<Known, 'id'>,
    fits: (id: string) => boolean = () => true,
  ): string | undefined {
    const parts = nameParts(name)
    const institutionIndex = this.#institutionOf(institution)
    const seen = new Set<number>()
    for (const key of keysOf(parts)) {
      for (let at = this.#start(key * max); (this.#sorted[at] ?? Infinity) < (key + 1) * max; at++) {
        const index = (this.#sorted[at] ?? 0) - key * max
        if (seen.has(index)) continue
        seen.add(index)
        const id = this.#ids[index] ?? ''
        if (fits(id) && this.#isSame(index, parts, institutionIndex)) return id
      }
    }
    return undefined
  }

  #isSame(index: number, parts: string[], institutionIndex: number): boolean {
    const names = this.#names[index] ?? []
    const theirs = this.#institutions[index] ?? 0
    if (institutionIndex === 0 || theirs === 0)
      return institutionIndex === theirs && isSameWholeName(names, parts)
    return this.#areAlike(institutionIndex, theirs) && areSimilarNames(names, parts)
  }

  /** Many people share few institutions, so each pair is compared once. */
  #areAlike(one: number, other: number): boolean {
    if (one === other) return true
    const pair = Math.min(one, other) * 2 ** 21 + Math.max(one, other)
    const known = this.#alikeInstitutions.get(pair)
    if (known !== undefined) return known
    const alike = areSimilarInstitutions(
      this.#partsOfInstitution[one] ?? [],
      this.#partsOfInstitution[other] ?? [],
    )
    if (this.#alikeInstitutions.size < 500_000) this.#alikeInstitutions.set(pair, alike)
    return alike
  }

  #institutionOf(institution: string | null): number {
    const parts = institutionParts(institution ?? '')
    if (this.#partsOfInstitution.length === 0) this.#partsOfInstitution.push([])
    if (parts.length === 0) return 0
    const key = parts.join(' ')
    const known = this.#institutionIds.get(key)
    if (known !== undefined) return known
    const institutionIndex = this.#partsOfInstitution.push(parts) - 1
    this.#institutionIds.set(key, institutionIndex)
    return institutionIndex
  }

  #start(value: number): number {
    let low = 0
    let high = this.#sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#sorted[middle] ?? 0) < value) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Whether two people may be one. */
export function areAlikePeople(one: Omit<Known, 'id'>, other: Omit<Known, 'id'>): boolean {
  const index = new RegisterIndex()
  index.add({ id: 'one', ...one })
  return index.ready().find(other) !== undefined
}

function isSameWholeName(one: string[], other: string[]): boolean {
  const isWhole = (parts: string[]) => parts.filter((part) => part.length > 1).length > 1
  return isWhole(one) && one.toSorted().join(' ') === other.toSorted().join(' ')
}

function keysOf(parts: string[]): Set<number> {
  const keys = new Set<number>()
  parts.forEach((part, index) => {
    if (part.length === 1 && parts.length > 1) return
    const others = parts.length === 1 ? [''] : parts.filter((_, at) => at !== index)
    for (const other of others) {
      keys.add(hash(`<${part.slice(0, 3)}${other.charAt(0)}`))
      keys.add(hash(`>${part.slice(-3)}${other.charAt(0)}`))
    }
  })
  return keys
}

/** FNV-1a: pieces that collide by chance are distinguished by the comparison itself. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0
  return value
}
