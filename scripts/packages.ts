import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the lockfile says about a package. */
export interface LockedPackage {
  version?: string
  license?: string
  integrity?: string
  resolved?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export interface ProductionPackage {
  folder: string
  name: string
  version: string
  license: string | undefined
}

/** What stays installed where the site only runs; without platform binaries, or with all of them. */
export function productionPackages(
  packages: Record<string, LockedPackage>,
  { everyPlatform = false } = {},
): ProductionPackage[] {
  return Object.entries(packages)
    .filter(([folder, { dev, optional }]) => folder && !dev && (everyPlatform || !optional))
    .map(([folder, { version = '', license }]) => {
      const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return { folder, name, version, license }
    })
}

/**
 * The folders of all direct and indirect dependencies of the site; optional peers that it does not use are left out.
 */
export function reachedPackages(packages: Record<string, LockedPackage>): Set<string> {
  const reached = new Set<string>()
  const follow = (folder: string, names: string[]) => {
    for (const name of names) {
      const found = resolveFrom(packages, folder, name)
      if (found === undefined || reached.has(found)) continue
      reached.add(found)
      follow(found, dependenciesOf(packages[found]!))
    }
  }
  follow('', Object.keys(packages['']?.dependencies ?? {}))
  return reached
}

function dependenciesOf({
  dependencies,
  optionalDependencies,
  peerDependencies,
  peerDependenciesMeta,
}: LockedPackage) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/** Where Node finds a package: in the nearest node_modules upwards. */
function resolveFrom(
  packages: Record<string, LockedPackage>,
  folder: string,
  name: string,
): string | undefined {
  const found = `${folder}${folder && '/'}node_modules/${name}`
  if (packages[found]) return found
  if (!folder) return undefined
  return resolveFrom(packages, folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/'))), name)
}

/** Its authors and the text of its licence, if it includes one; otherwise its name and theirs. */
export function noticeOf({ folder, name, version, license }: ProductionPackage): string {
  const entries = readdirSync(folder)
  const file =
    entries.find((entry) => /^(un)?licen[cs]e/i.test(entry)) ??
    entries.find((entry) => /^readme/i.test(entry)) ??
    'package.json'
  const words = readFileSync(join(folder, file), 'utf8').trim()
  return `## ${name} ${version} (${license ?? 'see below'})\n\n${words}\n`
}

/** What a registry says about a package; some give no times or people. */
export interface Maintenance {
  newestAt: Date | undefined
  maintainers: number | undefined
}

const maxQuietMonths = 24

export function judgeMaintenance(packages: Map<string, Maintenance>, now: Date) {
  const oldest = new Date(now)
  oldest.setUTCMonth(oldest.getUTCMonth() - maxQuietMonths)
  const all = [...packages]
  const named = (is: (maintenance: Maintenance) => boolean) =>
    all.filter(([, maintenance]) => is(maintenance))
  return {
    old: named(({ newestAt }) => newestAt !== undefined && newestAt < oldest).map(
      ([name, { newestAt }]) => `${name}, last ${newestAt?.toISOString().slice(0, 10)}`,
    ),
    single: named(({ maintainers }) => maintainers === 1).map(([name]) => name),
    unknown: named(({ newestAt, maintainers }) => newestAt === undefined || maintainers === undefined).map(
      ([name]) => name,
    ),
  }
}
