import { expect } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { monday, test } from '#test/harness/db.ts'
import { ageRule, makeRulebook } from '#test/makers/rulebooks.ts'
import { deliveredRulebooks } from './delivered-rulebooks.ts'
import { findDraft, listRulebooks, listRules } from './queries.server.ts'
import { addMissingRulebooks, listMissingRulebooks } from './starter.server.ts'

test('a site gets the rulebooks that it lacks as drafts, and its own stay as they are', async ({ db }) => {
  const own = await makeRulebook(db, monday, { name: 'Our Fellows', subject: 'fellow' })
  await makeRulebook(db, monday, { name: 'Young Scientist Award', subject: null, publish: false })
  const names = (await listMissingRulebooks(db)).map(({ name }) => name)
  expect(names).toEqual(['Election of Associate Fellows', 'Nominations for awards'])

  expect(await addMissingRulebooks(db, system, monday)).toEqual({ ok: true, count: 2 })
  expect(await addMissingRulebooks(db, system, monday)).toEqual({ ok: false, reason: 'nothing-missing' })
  expect(await listRulebooks(db)).toMatchObject([
    { name: 'Election of Associate Fellows', published: null, draft: 1 },
    { name: 'Nominations for awards', published: null, draft: 1 },
    { name: 'Our Fellows', published: 1, draft: null },
    { name: 'Young Scientist Award', published: null, draft: 1 },
  ])
  expect((await listRules(db, (await findDraft(db, own.id))?.id ?? '')).length).toBe(0)
})

test('added rulebooks put nothing in force, and their samples are marked', async ({ db }) => {
  expect(await addMissingRulebooks(db, system, monday)).toEqual({
    ok: true,
    count: deliveredRulebooks.length,
  })
  for (const { id, name, published } of await listRulebooks(db)) {
    const rules = await listRules(db, (await findDraft(db, id))?.id ?? '')
    const delivered = deliveredRulebooks.find((one) => one.name === name)
    expect([name, published]).toEqual([name, null])
    expect(rules.filter(({ isSample }) => isSample)).toHaveLength(delivered?.samples.length ?? -1)
    expect(rules.map(({ clause }) => clause)).not.toContain(ageRule.clause)
  }
})
