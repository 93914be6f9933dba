import type { Values } from '#features/content/values.ts'

/** What was typed, kept in this browser with every keystroke, so that neither a lost line nor a closed lid takes it. */
export interface Kept {
  base: number
  values: Values
  at: number
}

const nameOf = (id: string) => `entry:${id}`

export function keepHere(id: string, kept: Kept): boolean {
  try {
    localStorage.setItem(nameOf(id), JSON.stringify(kept))
    return true
  } catch {
    // The browser may have no room, or none for us.
    return false
  }
}

export function findHere(id: string): Kept | undefined {
  try {
    const text = localStorage.getItem(nameOf(id))
    const kept = text === null ? undefined : (JSON.parse(text) as Partial<Kept>)
    return kept && typeof kept.at === 'number' && typeof kept.base === 'number' && kept.values
      ? (kept as Kept)
      : undefined
  } catch {
    return undefined
  }
}

export function forgetHere(id: string): void {
  try {
    localStorage.removeItem(nameOf(id))
  } catch {
    // Nothing was kept then.
  }
}
