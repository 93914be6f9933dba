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
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { featureRanks } from '#scripts/feature-ranks.ts'

const planted = [
  ['app/routes/site/x.tsx', '#db/engine/engine.server.ts'],
  ['app/routes/site/x.tsx', 'kysely'],
  ['app/features/people/x.server.ts', 'react-router'],
  ['app/features/people/x.server.ts', '#routes/site/pages/home.tsx'],
  ['app/features/people/x.ts', '#ui/form/button.tsx'],
  ['app/server/x.server.ts', '#features/people/register.ts'],
  ['app/ui/x.tsx', '#features/people/register.ts'],
  ['app/ui/x.tsx', 'react-router'],
  ['app/db/x.server.ts', '#server/config/config.server.ts'],
  ['app/db/x.server.ts', 'zod'],
  ['app/starter/x.ts', '#routes/site/pages/home.tsx'],
  ['app/features/people/x.ts', '../content/kinds.ts'],
] as const

test.for(planted)('the linter refuses %s an import of %s', ([file, wanted]) => {
  expect(refused([{ file, wanted }])).toEqual([file])
})

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
