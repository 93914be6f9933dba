import { newId } from '#db/engine/id.ts'
import { system } from '#features/audit/actor.ts'
import { startDraft } from '#features/rulebook/operations.server.ts'
import { findDraft, listRules } from '#features/rulebook/queries.server.ts'
import { autumn, type TestSite } from '#test/harness/site.ts'
import { makeCaller } from '#test/harness/visitors.ts'
import { ageRule, makeRulebook } from '#test/makers/rulebooks.ts'
import type { Act } from './act.ts'

export async function rulebookActs(testSite: TestSite): Promise<Act[]> {
  const { db } = testSite.site
  const by = await makeCaller(testSite, { role: 'admin', hasApp: true })
  // One of the delivered rulebooks is missing.
  const lost = db.selectFrom('rulebook').select('id').where('slug', '=', 'young-scientist-award')
  await db.deleteFrom('rulebook_version').where('rulebook_id', 'in', lost).execute()
  await db.deleteFrom('rulebook').where('slug', '=', 'young-scientist-award').execute()
  const rules = ['1', '2', '3'].map((clause) => ({ ...ageRule, clause }))
  const made = (publish: boolean) =>
    makeRulebook(db, autumn, { name: `Rules ${newId()}`, subject: null, rules, publish })
  const fresh = await made(false)
  const [inForce, discarded] = [await made(true), await made(true)]
  await startDraft(db, system, discarded.id, autumn)
  const [first, second, third] = await listRules(db, (await findDraft(db, fresh.id))?.id ?? '')
  const page = `/admin/rulebooks/${fresh.id}`
  const on = { route: 'routes/staff/rulebooks/rulebook', by }
  const onRule = { route: 'routes/staff/rulebooks/rule', by }
  const rulePage = `${page}/rules/${first?.id ?? ''}`
  const typed = {
    ...{ clause: '1', words: 'At most 45 years old.', stage: 'scrutiny', from: '', to: '' },
    ...{
      revision: '1',
      'value-of': 'nominee',
      'value-least': '',
      'value-most': '45',
      'value-on': 'year-end',
    },
  }
  const facts = { 'fact-nominee-birthDay': '1985-01-01', 'fact-cycleYear': '2027' }
  return [
    {
      name: 'create a rulebook',
      route: 'routes/staff/rulebooks/rulebooks',
      path: '/admin/rulebooks',
      by,
      form: { name: `Rulebook ${newId()}`, subject: '' },
    },
    {
      name: 'add the rulebooks that are missing',
      route: 'routes/staff/rulebooks/rulebooks',
      path: '/admin/rulebooks?do=add-missing',
      by,
      form: {},
    },
    { ...on, name: 'start a draft', path: `/admin/rulebooks/${inForce.id}?do=start`, form: {} },
    { ...on, name: 'discard a draft', path: `/admin/rulebooks/${discarded.id}?do=discard`, form: {} },
    { ...onRule, name: 'save a rule', path: rulePage, form: typed },
    {
      ...onRule,
      name: 'add an example',
      path: `${rulePage}?do=example`,
      form: { name: 'middle', expect: 'met', ...facts },
    },
    { ...onRule, name: 'delete an example', path: `${rulePage}?do=remove-example`, form: { name: 'middle' } },
    { ...on, name: 'move a rule', path: `${page}?do=up`, form: { rule: second?.id ?? '' } },
    { ...on, name: 'delete a rule', path: `${page}?do=remove`, form: { rule: third?.id ?? '' } },
    {
      ...on,
      name: 'restore a rule',
      path: `${page}?do=restore`,
      form: { rule: third?.id ?? '' },
    },
    {
      ...on,
      name: 'publish a rulebook',
      path: `${page}?do=publish`,
      form: { number: '1', note: 'The first version.' },
    },
  ]
}
