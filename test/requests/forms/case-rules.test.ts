import { expect } from 'vitest'
import type { AcademyRule } from '#features/rulebook/rule.ts'
import { post } from '#test/makers/caller-post.ts'
import { makeCase } from '#test/makers/casework.ts'
import { ageRule, makeRulebook } from '#test/makers/rulebooks.ts'
import { ask } from '#test/harness/http.ts'
import { autumn } from '#test/harness/site.ts'
import { listActions } from '#test/makers/staff.ts'
import { test } from '#test/harness/visitors.ts'

/** The rules of a case over HTTP: what they say, and what the office enters for them. */

const dues: AcademyRule = {
  ...ageRule,
  clause: '6.1',
  words: 'A nominee has paid the dues of the year by 31 July.',
  check: 'dues-paid',
  values: { of: 'nominee', by: '07-31' },
  examples: [
    { name: 'in time', facts: { 'nominee.duesPaidOn': '2026-07-31', cycleYear: 2026 }, expect: 'met' },
    { name: 'late', facts: { 'nominee.duesPaidOn': '2026-08-01', cycleYear: 2026 }, expect: 'not-met' },
  ],
}
const changes = { rulebook: 'rules-about-dues' }
const [value, source] = ['fact-nominee-duesPaidOn', 'source-nominee-duesPaidOn']

test('the office enters a fact that a rule needs, with its source, and takes it back', async ({
  site,
  port,
  callers,
}) => {
  await makeRulebook(site.db, autumn, { name: 'Rules about dues', subject: null, rules: [dues] })
  const reference = await makeCase(site.db, autumn, { state: 'complete', cycle: '2026', changes })
  const page = `/editor/cases/${reference}/rules`
  const read = async () => (await ask(port, page, { cookie: callers.office.cookie })).bytes.toString()
  const send = (act: string, form: Record<string, string>) =>
    post(port, `${page}?do=${act}`, callers.office, form)
  expect(await read()).toContain('Not known. Ask the office.')

  const wrong = await send('enter-nominee.duesPaidOn', { [value]: 'in spring', [source]: 'The ledger.' })
  expect(wrong.status).toBe(400)
  expect(wrong.bytes.toString()).toContain('value="in spring"')
  expect(wrong.bytes.toString()).toContain('value="The ledger."')
  const unsourced = await send('enter-nominee.duesPaidOn', { [value]: '2026-07-01', [source]: ' ' })
  expect([unsourced.status, unsourced.bytes.toString().includes('Enter the source.')]).toEqual([400, true])

  const entered = { [value]: '2026-07-01', [source]: 'The ledger of 2026.' }
  expect((await send('enter-nominee.duesPaidOn', entered)).status).toBe(302)
  const known = await read()
  expect(known).toContain('The ledger of 2026.')
  expect(known).toContain('met. Paid on 1 July 2026; due by 31 July 2026.')
  expect(known).not.toContain('Not known. Ask the office.')

  expect((await send('remove-nominee.duesPaidOn', {})).status).toBe(302)
  expect((await send('remove-nominee.duesPaidOn', {})).status).toBe(404)
  expect(await read()).toContain('Not known. Ask the office.')
  const actions = await listActions(site.db)
  expect(actions).toEqual(expect.arrayContaining(['case.fact-entered', 'case.fact-removed']))
})

test('facts are entered only on an open case, by those who work on it, and only those of the list', async ({
  site,
  port,
  callers,
}) => {
  const closed = await makeCase(site.db, autumn, { state: 'not_elected', cycle: '2026', changes })
  const entered = { [value]: '2026-07-01', [source]: 'The ledger of 2026.' }
  const send = (reference: string, fact: string, by = callers.office) =>
    post(port, `/editor/cases/${reference}/rules?do=enter-${fact}`, by, entered)

  const refused = await send(closed, 'nominee.duesPaidOn')
  expect([refused.status, refused.bytes.toString().includes('This case is closed')]).toEqual([409, true])
  expect((await send('FN-2026-9999', 'nominee.duesPaidOn')).status).toBe(404)
  expect((await send(closed, 'nominee.shoeSize')).status).toBe(400)
  expect((await send(closed, 'nominee.duesPaidOn', callers.editor)).status).toBe(403)
})
