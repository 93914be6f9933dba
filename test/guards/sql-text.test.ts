import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rootPrograms } from './root-programs.ts'

/** No statement is concatenated from text: what people send reaches a database only as a bound value. */

const files = [...rootPrograms, ...globSync('{app,scripts}/**/*.{ts,tsx,mjs}')].filter(
  (file) => !/\.test\.tsx?$/.test(file),
)

/** Raw text that becomes part of a statement. */
const rawText = /\bsql\s*\.\s*(raw|lit|literal|unsafe)\b|CompiledQuery|\.(exec|prepare)\(\s*(?!text\b)['"`]/
/** Names of columns and tables that are computed; Kysely quotes them. */
const names = /\bsql\.(ref|table|id)\b(?!\(\s*'[\w.]+'\s*[,)])/

const reasons: Record<string, string> = {
  'app/db/copy/all-rows.server.ts': 'puts back the rules that the database itself told',
  'app/db/engine/migrate.server.ts': 'runs the migrations, which are text of our own',
  'app/db/engine/sqlite.server.ts': 'starts a transaction with fixed words',
}

const nameReasons: Record<string, string> = {
  'app/db/copy/all-rows.server.ts': 'the names come from the database itself, or from a verified backup',
  'app/db/engine/lock.server.ts': 'the tables are named by our own operations',
  'app/db/copy/replace-rows.server.ts': 'the columns come from the database itself',
  'app/db/search/name-fits.server.ts': 'the column is named by a query of ours',
  'app/db/search/search.server.ts': 'the column is one of three',
  'app/db/copy/snapshot.server.ts': 'the columns are those of the copied tables, by a table of our own',
  'app/db/engine/unindexed.server.ts': 'the column is named by a query of ours',
  'app/features/people/queries.server.ts': 'the column is of a type that lists two of them',
  'app/features/staff/session/identity-adapter.server.ts':
    'the names are those configured in the identity library',
  'app/server/mail/mail-tokens.server.ts': 'the column is one of two, named in the same function',
}

test('nothing is written into a statement as text', () => {
  expect(findIn(rawText)).toEqual(Object.keys(reasons).toSorted())
})

test('names of columns and tables are literals, except a few with a reason', () => {
  expect(findIn(names)).toEqual(Object.keys(nameReasons).toSorted())
})

test.for([
  "sql.raw('x')",
  'sql.lit(kind)',
  "CompiledQuery.raw('select 1')",
  'database.exec(`delete from ${table}`)',
  "database.prepare('select ' + column)",
])('the search would find “%s”', (line) => {
  expect(rawText.test(line)).toBe(true)
})

test.for(['sql.ref(column)', 'sql.table(name)', "['a'].map(sql.ref)", 'sql.id(`a${b}`)'])(
  'the search for names would find “%s”',
  (line) => {
    expect(names.test(line)).toBe(true)
  },
)

function findIn(pattern: RegExp): string[] {
  return files.filter((file) => pattern.test(readFileSync(file, 'utf8'))).toSorted()
}
