import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '#test/harness/db.ts'
import { contains } from './contains.ts'

test.for([
  ['Golden Lamp', 'lamp', true],
  ['Golden Lamp', 'LAMP', true],
  ['Ärger in Ähren', 'Ähren', true],
  ['प्रकाश', 'काश', true],
  ['a_b', 'a_b', true],
  ['axb', 'a_b', false],
  ['100 % sure', '0 %', true],
  ['100 and sure', '0 %', false],
  [String.raw`a\b`, String.raw`a\b`, true],
] as const)('whether “%s” contains “%s” is %s', async ([text, sought, isThere], { db }) => {
  const held = contains(sql`cast(${text} as text)`, sought)
  const { rows } = await sql<{ found: number }>`select case when ${held} then 1 else 0 end as found`.execute(
    db,
  )

  expect(rows[0]?.found).toBe(isThere ? 1 : 0)
})

test('a match at the start is not a match anywhere', async ({ db }) => {
  const at = contains(sql`cast(${'staff.read'} as text)`, 'read', 'start')
  const { rows } = await sql<{ found: number }>`select case when ${at} then 1 else 0 end as found`.execute(db)

  expect(rows[0]?.found).toBe(0)
})
