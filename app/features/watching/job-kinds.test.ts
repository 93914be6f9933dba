import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeJob } from './job-kinds.ts'

test('every kind of background job has words', () => {
  const files = globSync('app/**/*.ts', { exclude: ['**/*.test.ts'] })
  const kinds = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/Job = '([\w.-]+)'/g)].map(([, kind = '']) => kind),
  )

  expect(kinds).toContain('mail.send')
  expect(kinds.filter((kind) => describeJob(kind).work === kind)).toEqual([])
})
