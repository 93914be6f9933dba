import { readFileSync } from 'node:fs'
import { pruner } from './used-styles.server.ts'

/** The styles that each route needs, by its built file: their text, and their order. */
export interface PageStyles {
  sheets: string[]
  routes: Record<string, number[]>
}

/** In build/, beside the files that browsers load. */
export const pageStylesFile = 'page-styles.json'

/** The styles of a page, as far as its markup uses them. */
export type FitStyles = (html: string) => string

/**
 * Joins the styles of the routes on a page, each sheet once. Pages of one kind have the same routes, so it is done
 * once.
 */
export function readPageStyles(path: string): (routes: string[]) => { whole: string; fit: FitStyles } {
  const { sheets, routes } = JSON.parse(readFileSync(path, 'utf8')) as PageStyles
  const joined = new Map<string, { whole: string; fit: FitStyles }>()
  return (names) => {
    const key = names.join()
    const known = joined.get(key)
    if (known !== undefined) return known
    const needed = new Set(names.flatMap((name) => routes[name] ?? []))
    const whole = [...needed].map((number) => sheets[number]).join('')
    const styles = { whole, fit: pruner(whole) }
    joined.set(key, styles)
    return styles
  }
}
