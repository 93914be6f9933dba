import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** For some tasks there is one way, and no file finds another. */

interface Way {
  task: string
  /** What another way would look like. */
  other: RegExp
  files: string[]
  /** Where the one way is made. */
  home: RegExp
  /** Texts that would be found. */
  planted: string[]
}

const ways: Way[] = [
  {
    task: 'what a request brings comes from begin() or given()',
    other: /\.get\((db|config|files|privateFiles|now|client|session)Context\)/,
    files: ['app/routes/**/*.{ts,tsx}', 'app/root.tsx'],
    home: /^app\/routes\/request\//,
    planted: ['const db = context.get(dbContext)', 'args.context.get(nowContext)'],
  },
]

test.for(ways)('$task', ({ other, files, home, planted }) => {
  const read = globSync(files).filter((file) => !home.test(file) && !/\.test\.tsx?$/.test(file))
  const found = read.filter((file) => other.test(readFileSync(file, 'utf8')))

  expect(read.length).toBeGreaterThan(50)
  expect(planted.filter((text) => !other.test(text))).toEqual([])
  expect(found).toEqual([])
})
