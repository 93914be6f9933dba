import { readFileSync } from 'node:fs'

/** The styles that each route needs, by its built file: their text, and their order. */
export interface PageStyles {
  sheets: string[]
  routes: Record<string, number[]>
}

/** In build/, beside the files that browsers load. */
export const pageStylesFile = 'page-styles.json'

/**
 * Joins the styles of the routes on a page, each sheet once. Pages of one kind have the same routes, so it is done
 * once.
 */
export function readPageStyles(path: string): (routes: string[]) => string {
  const { sheets, routes } = JSON.parse(readFileSync(path, 'utf8')) as PageStyles
  const joined = new Map<string, string>()
  return (names) => {
    const key = names.join()
    const known = joined.get(key)
    if (known !== undefined) return known
    const needed = new Set(names.flatMap((name) => routes[name] ?? []))
    const text = [...needed].map((number) => sheets[number]).join('')
    joined.set(key, text)
    return text
  }
}
