import { expect, test } from 'vitest'
import { migrations } from './all.ts'
import type { Migration } from './migration.ts'

/**
 * While a site of several processes is updated, the release before it goes on serving on the new schema. So a migration
 * only adds; what an earlier release stopped using is taken away in a later one, which says so. The first hundred are
 * older than this rule.
 */

const newer = migrations.filter(({ name }) => Number(name.slice(0, 3)) > 100)

const demands = [
  /\bdrop\s+(table|column|index|constraint)\b/i,
  /\brename\b/i,
  /\bset\s+not\s+null\b/i,
  /\balter\s+column\b/i,
  /\badd\s+constraint\b/i,
  /\badd\s+column\b(?![^;,]*\bdefault\b)[^;,]*\bnot\s+null\b/i,
  /\bcreate\s+unique\s+index\b/i,
]

function demandsOf({ sql, sqlite = '', postgres = '' }: Migration): string[] {
  const ownTables = [...sql.matchAll(/create table (\w+)/g)].map(([, name]) => name)
  const text = [sql, sqlite, postgres].join(';\n')
  const statements = text.split(';').filter((one) => !ownTables.some((table) => one.includes(` ${table} `)))
  return statements.filter((one) => demands.some((demand) => demand.test(one)))
}

test('a migration takes nothing away and demands nothing new, or says why the release before does not mind', () => {
  expect(newer.length).toBeGreaterThan(0)
  const silent = newer.filter((one) => one.contracts === undefined && demandsOf(one).length > 0)
  expect(silent.map(({ name }) => name)).toEqual([])
})

test.for([
  ['drop table body;', 1],
  ['alter table body drop column purpose;', 1],
  ['alter table body rename column purpose to aim;', 1],
  ['alter table body add column rank text not null;', 1],
  ['create unique index body_name on body (name);', 1],
  ["alter table body add column rank text not null default '';", 0],
  ['alter table body add column rank text;', 0],
  ['create index body_name on body (name);', 0],
  ['create table seat (id text primary key);\ncreate unique index seat_id on seat (id);', 0],
] as const)('%s is noticed %i times', ([sql, count]) => {
  expect(demandsOf({ name: '999-planted', sql })).toHaveLength(count)
})
