import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runProgram } from '#test/harness/processes.ts'

test.for([
  ['backup'],
  ['export-site', 'copy'],
  ['move', '--to', 'new.db'],
  ['remove-samples'],
  ['static-site', 'copy.zip'],
  ['verify-audit'],
])('with a wrong DATA_DIR the command %s says so and creates no site', async ([name = '', ...args]) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'no-site-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const paths = args.map((arg) => (arg.startsWith('--') ? arg : join(dataDir, arg)))
  const database = join(dataDir, 'site.db')

  const { code, errors, lines } = await runProgram(`scripts/${name}.ts`, { DATA_DIR: dataDir }, ...paths)
    .ended
  expect({ code, errors, lines }).toEqual({
    ...{ code: 1, lines: [] },
    errors: `There is no database yet at "${database}". Check DATA_DIR.\n`,
  })
  expect(existsSync(database)).toBe(false)
})
