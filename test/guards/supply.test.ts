import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { expect, test } from 'vitest'
import {
  judgeMaintenance,
  noticeOf,
  productionPackages,
  reachedPackages,
  type LockedPackage,
} from '#scripts/packages.ts'

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>
}
const { '': project, ...installed } = lock.packages
const direct = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies',
  Record<string, string>
>

const welcome = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'MPL-2.0',
  'BlueOak-1.0.0',
]

/** The picture library is used unmodified, beside our code; one package states its licence in a file. */
const known: Record<string, RegExp> = {
  '@img/sharp': /^(Apache-2\.0 AND )?LGPL-3\.0-or-later( AND MIT)?$/,
  'png-js': /^undefined$/,
}

test('every package has an exact version and a hash', () => {
  const named = Object.entries({
    ...direct.dependencies,
    ...direct.devDependencies,
    ...direct.optionalDependencies,
  })
  expect(named.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  const unproved = Object.entries(installed).filter(([, { integrity, link }]) => !integrity || link)
  expect(unproved.map(([name]) => name)).toEqual([])
  expect(project).toBeDefined()
})

test('a server needs at most 40 packages of ours and 150 in all', () => {
  expect(Object.keys(direct.dependencies).length).toBeLessThanOrEqual(40)
  expect(productionPackages(lock.packages).length).toBeLessThanOrEqual(150)
})

test('an image contains every package that the built server opens', () => {
  const reached = reachedPackages(lock.packages)
  const opened = globSync('build/server/**/*.js').flatMap((file) => packagesIn(readFileSync(file, 'utf8')))
  expect(opened).toContain('better-sqlite3')
  const lost = opened.filter((name) => !reached.has(`node_modules/${name}`))

  // Only browsers open the editor; the server only names the file.
  expect(lost.filter((name) => !name.startsWith('@tiptap/'))).toEqual([])
  expect(reached.has('node_modules/vitest')).toBe(false)
})

function packagesIn(source: string): string[] {
  const names = [...source.matchAll(/^import .*?from "([^"]+)"|^import "([^"]+)"/gm)].map(
    ([, from, alone]) => from ?? alone ?? '',
  )
  const foreign = names.filter((name) => !/^[./#]/.test(name) && !isBuiltin(name))
  return foreign.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
}

test('packages without a release for two years, with one maintainer, or without data are named', () => {
  const now = new Date('2026-11-15T00:00:00Z')
  const day = (text: string) => new Date(`${text}T00:00:00Z`)
  const maintenance = new Map([
    ['fresh', { newestAt: day('2026-10-01'), maintainers: 3 }],
    ['just-in-time', { newestAt: day('2024-11-15'), maintainers: 2 }],
    ['left-alone', { newestAt: day('2024-11-14'), maintainers: 1 }],
    ['unheard-of', { newestAt: undefined, maintainers: undefined }],
  ])

  expect(judgeMaintenance(maintenance, now)).toEqual({
    old: ['left-alone, last 2024-11-14'],
    single: ['left-alone'],
    unknown: ['unheard-of'],
  })
})

test('every package comes from the registry, whichever one is set, and none may run a script', () => {
  // The lockfile names a location only for what comes from somewhere else, such as a repository.
  const elsewhere = Object.entries(installed).filter(([, { resolved }]) => resolved !== undefined)
  expect(elsewhere.map(([name]) => name)).toEqual([])
  expect(readFileSync('scripts/prepare.mjs', 'utf8')).toContain('--ignore-scripts')
})

test('what a server needs has a licence that only requires attribution', () => {
  const others = productionPackages(lock.packages, { everyPlatform: true }).filter(
    ({ name, license }) =>
      !welcome.includes(license ?? '') &&
      !Object.entries(known).some(
        ([start, pattern]) => name.startsWith(start) && pattern.test(String(license)),
      ),
  )
  expect(others).toEqual([])
})

test('the notices name every package a server needs, with its licence', () => {
  for (const found of productionPackages(lock.packages)) {
    const notice = noticeOf(found)
    expect(notice.startsWith(`## ${found.name} ${found.version} (`)).toBe(true)
    expect(notice).toMatch(/licen[cs]e|copyright/i)
  }
})
