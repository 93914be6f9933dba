import { readFileSync } from 'node:fs'
import { namesIn, readSheet, writeUsed, type Sheet } from './used-styles.server.ts'

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
 * The styles of the routes on a page, each sheet once. The rules of a sheet are read once for all pages that need it:
 * routes combine in many ways, and joined for each of them the styles took six megabytes.
 */
export function readPageStyles(path: string): (routes: string[]) => { whole: () => string; fit: FitStyles } {
  const { sheets, routes } = JSON.parse(readFileSync(path, 'utf8')) as PageStyles
  const read: Sheet[] = []
  const sheetOf = (number: number) => (read[number] ??= readSheet(sheets[number]!))
  return (names) => {
    const needed = [...new Set(names.flatMap((name) => routes[name] ?? []))]
    return {
      whole: () => needed.map((number) => sheets[number]).join(''),
      fit: (html) => writeUsed(needed.map(sheetOf), namesIn(html)),
    }
  }
}
