import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { rootPrograms } from './root-programs.ts'

const read = (path: string) => readFileSync(path, 'utf8')

test.for([
  ['scripts/prepare.mjs', (name: string) => `    '${name}',`],
  ['scripts/release.ts', (name: string) => `    '${name}',`],
  ['tsconfig.json', (name: string) => `    "${name}",`],
  ['README.md', (name: string) => `[\`${name}\`](${name})`],
  ['CONTRIBUTING.md', (name: string) => name],
] as const)('%s names every program in the first folder', ([file, nameOf]) => {
  expect(rootPrograms.length).toBeGreaterThan(5)
  expect(rootPrograms.filter((name) => !read(file).includes(nameOf(name)))).toEqual([])
})

/** What the build runs, and what it compiles on its own. */
const start = [
  'scripts/build.ts',
  'vite.config.ts',
  'react-router.config.ts',
  ...[...read('scripts/build.ts').matchAll(/buildAside\('([^']+)'\)/g)].map(([, input = '']) => input),
]

test('a build is compared with every file that it runs or compiles', () => {
  const compared = [...read('scripts/prepare.mjs').matchAll(/^ {4}'([^']+)',$/gm)].map(
    ([, path = '']) => path,
  )
  const inputs = reachedFrom(start)
  expect(inputs).toContain('scripts/verify-certificate.ts')
  expect(inputs.length).toBeGreaterThan(8)
  const isCompared = (file: string) => compared.some((path) => file === path || file.startsWith(`${path}/`))
  expect(inputs.filter((file) => !isCompared(file))).toEqual([])
})

test('the image has what each program in it imports', () => {
  const copied = rootPrograms.filter((name) => read('Dockerfile').includes(`/src/${name} `))
  expect(copied.length).toBeGreaterThan(2)
  const needed = copied.flatMap(importsOf).filter((file) => rootPrograms.includes(file))
  expect(needed.filter((name) => !copied.includes(name))).toEqual([])
})

/** Outside app/, which counts as one. */
function reachedFrom(files: string[]): string[] {
  const reached = new Set<string>()
  const waiting = [...files]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue
    reached.add(file)
    if (!file.startsWith('app/')) waiting.push(...importsOf(file))
  }
  return [...reached]
}

/** The files of ours that a file imports by their path, without those whose types it needs. */
function importsOf(file: string): string[] {
  const imports = read(file).matchAll(/^(?:import|export) (?!type)[^\n]*?from '(\.[^']+|#scripts\/[^']+)'/gm)
  return [...imports].map(([, path = '']) =>
    path.startsWith('#') ? path.slice(1) : normalize(join(dirname(file), path)),
  )
}
