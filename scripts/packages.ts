import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the lockfile says of a package. */
export interface LockedPackage {
  version?: string
  license?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
}

export interface ProductionPackage {
  folder: string
  name: string
  version: string
  license: string | undefined
}

/** What stays installed where the site only runs; of the binaries for each platform none, or all. */
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

/** Whose work it is and the words of its licence, where its authors put them; otherwise its name and theirs. */
export function noticeOf({ folder, name, version, license }: ProductionPackage): string {
  const entries = readdirSync(folder)
  const file =
    entries.find((entry) => /^(un)?licen[cs]e/i.test(entry)) ??
    entries.find((entry) => /^readme/i.test(entry)) ??
    'package.json'
  const words = readFileSync(join(folder, file), 'utf8').trim()
  return `## ${name} ${version} (${license ?? 'see below'})\n\n${words}\n`
}
