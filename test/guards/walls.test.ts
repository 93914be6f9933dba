import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const planted = [
  ['app/routes/site/x.tsx', '#db/engine/engine.server.ts'],
  ['app/routes/site/x.tsx', 'kysely'],
  ['app/features/people/x.server.ts', 'react-router'],
  ['app/features/people/x.server.ts', '#routes/site/pages/home.tsx'],
  ['app/features/people/x.ts', '#ui/form/button.tsx'],
  ['app/server/x.server.ts', '#features/people/roll.ts'],
  ['app/ui/x.tsx', '#features/people/roll.ts'],
  ['app/ui/x.tsx', 'react-router'],
  ['app/db/x.server.ts', '#server/config/config.server.ts'],
  ['app/db/x.server.ts', 'zod'],
  ['app/starter/x.ts', '#routes/site/pages/home.tsx'],
  ['app/features/people/x.ts', '../content/kinds.ts'],
] as const

test.for(planted)('the linter refuses %s an import of %s', ([file, wanted]) => {
  const folder = mkdtempSync(join(tmpdir(), 'walls-'))
  try {
    cpSync('.oxlintrc.json', join(folder, '.oxlintrc.json'))
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), `import * as wanted from '${wanted}'\nexport const kept = wanted\n`)
    const oxlint = resolve('node_modules/.bin/oxlint')
    const { stdout } = spawnSync(oxlint, ['-c', '.oxlintrc.json', file], { cwd: folder, encoding: 'utf8' })
    expect(stdout).toContain('no-restricted-imports')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
