import { z } from 'zod'

/**
 * Recovery points: the database file at a moment, as the pages that changed since the point before. The first of a
 * chain has every page.
 */

export const pointSchema = z.strictObject({
  kind: z.literal('point'),
  chain: z.string(),
  number: z.int().min(1),
  /** Everything acknowledged before this moment is in it. */
  at: z.int(),
  /** Of the site that made it. */
  version: z.string(),
  pageSize: z.int().min(512).max(65_536),
  /** How many pages the file has. */
  pages: z.int().min(1),
  /** The digest of the whole file before and with this point, so that none can be left out. */
  before: z.string(),
  after: z.string(),
})

export type RecoveryPoint = z.infer<typeof pointSchema>

/** The name of the part with the pages says their size and how many the file has. */
export function pagesPart(pageSize: number, count: number): string {
  return `pages/${pageSize}/${count}`
}

export function readPagesPart(name: string): { pageSize: number; count: number } | undefined {
  const [, pageSize, count] = /^pages\/(\d{3,5})\/(\d{1,10})$/.exec(name) ?? []
  return pageSize === undefined ? undefined : { pageSize: Number(pageSize), count: Number(count) }
}

/** In front of each page. */
export const pageHeadBytes = 4

export const pointsPrefix = 'points/'
export const chainsPrefix = `${pointsPrefix}chains/`
/** Below it, a folder for each key. */
export const pointFilesPrefix = `${pointsPrefix}files/`

/** Sorts by the time at which the chain began. */
export function chainName(startedAt: number, random: string): string {
  return `${compact(startedAt)}-${random}`
}

export function pointName(chain: string, number: number, at: number): string {
  return `${chainsPrefix}${chain}/${String(number).padStart(6, '0')}-${compact(at)}`
}

export interface NamedPoint {
  name: string
  chain: string
  number: number
  at: number
}

/** Undefined for a name that is not of a point. */
export function readPointName(name: string): NamedPoint | undefined {
  const found = /^points\/chains\/(\d{8}T\d{9}Z-[0-9a-f]{8})\/(\d{6})-(\d{8}T\d{9}Z)$/.exec(name)
  if (!found) return undefined
  const [, chain = '', number, at = ''] = found
  return { name, chain, number: Number(number), at: readCompact(at) }
}

/** `20261115T203000123Z` */
function compact(at: number): string {
  return new Date(at).toISOString().replaceAll(/[-:.]/g, '')
}

function readCompact(text: string): number {
  const [, year, month, day, hour, minute, second, ms] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/.exec(text) ?? []
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`)
}
