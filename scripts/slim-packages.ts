import { globSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { reachedPackages, type LockedPackage } from './packages.ts'

/**
 * Leaves in node_modules only what a running site opens, for a small image. Unreachable packages are removed, and in
 * the others what is meant for compilers, other machines and readers; licences stay.
 */

const [root = '.'] = process.argv.slice(2)
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>
}

const reached = reachedPackages(packages)
for (const folder of Object.keys(packages)) if (folder && !reached.has(folder)) remove(folder)
for (const found of unopened()) if (!/^(licen[cs]e|notice|copying)/i.test(basename(found))) remove(found)

function unopened(): string[] {
  const ours = `${process.platform}-${process.arch}.node`
  const prebuilt = find('better-sqlite3/prebuilds/*').filter((file) => basename(file) !== ours)
  const sources = ['better-sqlite3/deps', 'better-sqlite3/src'].map((name) => join('node_modules', name))
  return [...prebuilt, ...sources, ...find('**/*.{d.ts,d.mts,d.cts,map,md,markdown}'), 'node_modules/.bin']
}

function find(pattern: string): string[] {
  return globSync(join('node_modules', pattern), { cwd: root })
}

function remove(path: string) {
  rmSync(join(root, path), { recursive: true, force: true })
}
