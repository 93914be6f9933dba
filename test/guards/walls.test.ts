import { spawnSync } from 'node:child_process'
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, matchesGlob, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { featureRanks } from '#scripts/feature-ranks.ts'

/** One import of each kind. */
const wanted = {
  above: '../above.ts',
  root: '#root.tsx',
  request: '#routes/request/begin.server.ts',
  site: '#routes/site/pages/home.tsx',
  staff: '#routes/staff/desk/find.ts',
  endpoints: '#routes/endpoints/answers.ts',
  starter: '#starter/starter.ts',
  test: '#test/harness/db.ts',
  features: '#features/audit/actor.ts',
  ui: '#ui/form/button.tsx',
  server: '#server/config/config.server.ts',
  db: '#db/engine/id.ts',
  time: '#office-time.ts',
  react: 'react',
  router: 'react-router',
  zod: 'zod',
  node: 'node:fs',
  kysely: 'kysely',
  sqlite: 'better-sqlite3',
  pg: 'pg',
}
type PlantedImport = keyof typeof wanted

const routes: PlantedImport[] = ['request', 'site', 'staff', 'endpoints']
const drivers: PlantedImport[] = ['kysely', 'sqlite', 'pg']
const behindFeatures: PlantedImport[] = ['above', 'starter', 'test', 'db', ...drivers]
const aboveFeatures: PlantedImport[] = ['above', 'root', 'starter', 'test', ...routes]

/** What files of each kind must not import. They may import everything else. */
const walls: Record<string, PlantedImport[]> = {
  'app/routes/request/$.ts': [...behindFeatures, 'site', 'staff', 'endpoints'],
  'app/routes/site/$.tsx': [...behindFeatures, 'staff'],
  'app/routes/endpoints/$.ts': [...behindFeatures, 'staff'],
  'app/routes/staff/$.tsx': behindFeatures,
  'app/features/people/$.tsx': [...aboveFeatures, 'router'],
  'app/features/people/$.ts': [...aboveFeatures, 'ui', 'react', 'router'],
  'app/server/$.server.ts': [...aboveFeatures, 'features', 'ui'],
  'app/ui/$.tsx': [...aboveFeatures, 'features', 'server', 'db', 'router', 'zod', 'node', 'kysely'],
  'app/db/$.server.ts': [...aboveFeatures, 'features', 'ui', 'server', 'react', 'router', 'zod'],
  'app/starter/$.ts': [...routes, 'above', 'root', 'test', 'ui', 'react', 'router'],
  'app/routes/staff/$.test.ts': ['above'],
}

test('the linter refuses every import through a wall, and no other', () => {
  const planted = Object.entries(walls).flatMap(([pattern, closed]) =>
    (Object.keys(wanted) as PlantedImport[]).map((name) => ({
      file: pattern.replace('$', name),
      wanted: wanted[name],
      isClosed: closed.includes(name),
    })),
  )

  const closed = planted.filter(({ isClosed }) => isClosed).map(({ file }) => file)
  expect(refused(planted)).toEqual(closed.toSorted())
})

test('every rule of the linter about imports has a planted violation', () => {
  const all = ['.oxlintrc.json', '.oxlintrc.features.json'].flatMap(
    (file) => (JSON.parse(readFileSync(file, 'utf8')) as Config).overrides,
  )
  const rules = all.flatMap(({ files, rules: { 'no-restricted-imports': rule } }) =>
    typeof rule === 'object'
      ? rule[1].patterns.flatMap(({ regex }) => eachOf(regex)).map((regex) => ({ files, regex }))
      : [],
  )
  const unplanted = rules.filter(
    ({ files, regex }) =>
      // The next test plants the ranks.
      !regex.startsWith('^#features/') &&
      !Object.entries(walls).some(
        ([pattern, closed]) =>
          files.some((file) => matchesGlob(pattern, file)) &&
          closed.some((name) => new RegExp(regex).test(wanted[name])),
      ),
  )

  expect(rules.length).toBeGreaterThan(40)
  expect(
    unplanted.filter(({ files }) => !/^app\/features\/(?!\*|.*\bpeople\b)/.test(files[0] ?? '')),
  ).toEqual([])
})

interface Config {
  overrides: {
    files: string[]
    rules: { 'no-restricted-imports'?: 'off' | [string, { patterns: { regex: string }[] }] }
  }[]
}

/** An expression for each name in `^#(db|starter)/`. */
function eachOf(regex: string): string[] {
  const [whole, names = ''] = /\(([^)]*)\)/.exec(regex) ?? []
  return whole === undefined ? [regex] : names.split('|').map((name) => regex.replace(whole, name))
}

test('the linter refuses each import that goes up in rank, and no other', () => {
  const imports = featureRanks.flatMap((features, rank) =>
    features.flatMap((feature) =>
      featureRanks.flatMap((others, otherRank) =>
        others
          .filter((other) => other !== feature)
          .flatMap((other) =>
            ['ts', 'tsx'].map((ending) => ({
              file: `app/features/${feature}/${other}.${ending}`,
              wanted: `#features/${other}/form.ts`,
              goesDown: otherRank < rank,
            })),
          ),
      ),
    ),
  )

  const upwards = imports.filter(({ goesDown }) => !goesDown).map(({ file }) => file)
  expect(upwards.length).toBeGreaterThan(imports.length / 2)
  expect(refused(imports)).toEqual(upwards.toSorted())
})

/** The files whose import the linter refuses. */
function refused(imports: readonly { file: string; wanted: string }[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'walls-'))
  try {
    for (const config of ['.oxlintrc.json', '.oxlintrc.features.json']) cpSync(config, join(folder, config))
    for (const { file, wanted } of imports) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), `import * as wanted from '${wanted}'\nexport const kept = wanted\n`)
    }
    const oxlint = resolve('node_modules/.bin/oxlint')
    const output = join(folder, 'output')
    const into = openSync(output, 'w')
    spawnSync(oxlint, ['-c', '.oxlintrc.json', '-f', 'unix', 'app'], {
      cwd: folder,
      stdio: ['ignore', into, 'inherit'],
    })
    closeSync(into)
    return [...readFileSync(output, 'utf8').matchAll(/^([^:\n]+):.* import is restricted/gm)]
      .map(([, file = '']) => file)
      .toSorted()
  } finally {
    rmSync(folder, { recursive: true })
  }
}
