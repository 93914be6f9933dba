import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import type { CallNow } from '#features/calls/call.ts'
import { askConfirmation } from '#features/cases/confirmation-links.server.ts'
import { moveNomination, submitNomination } from '#features/nominations/operations.server.ts'
import { caseOrigin as origin, changeAnswers, draftOf, passerBy } from '#test/makers/cases.ts'
import { monday } from '#test/harness/db.ts'
import { openLetters } from '#test/makers/letters.ts'
import { caseRow, test } from '#test/makers/sent-nomination.ts'
import { canStartAgain, startAgain } from './start-again.server.ts'

const endings = { lapse: 'system', withdraw: 'proposer', decline: 'nominee' } as const

async function end(db: Db, move: keyof typeof endings) {
  const by = endings[move]
  const moving = { reference: 'FN-1995-0001', move, by, facts: {} }
  expect(await moveNomination(db, system, origin, moving, monday)).toMatchObject({ ok: true })
}

async function start(db: Db, own?: string, call?: CallNow) {
  const { id: caseId } = await caseRow(db)
  const request = { caseId, purpose: 'status', name: 'Ben', email: 'ben@example.org' } as const
  const link = (await askConfirmation(db, origin, request, monday)).split('token=')[1] ?? ''
  return startAgain(db, { link, network: '192.0.2.7', draftOf: () => own, call }, monday)
}

for (const move of ['lapse', 'withdraw', 'decline'] as const)
  test(`after a ${move} the sender starts a new form with the same answers and files`, async ({
    sent: db,
  }) => {
    await end(db, move)
    const started = await start(db)
    if (!started.ok) throw new Error(started.reason)
    const { answers, files } = await draftOf(db, 'fellow', started.token, monday)
    expect(answers).toMatchObject({ citation: 'For light.', email: 'asha@example.org' })
    expect(answers).not.toHaveProperty('declares')
    expect(answers).not.toHaveProperty('signature')
    const before = await db
      .selectFrom('attachment')
      .select('id')
      .where('dossier_id', 'is not', null)
      .execute()
    expect(files).toHaveLength(before.length)
    expect(files.map(({ id }) => id)).not.toContain(before[0]?.id)

    expect(await submitNomination(db, passerBy, origin, 'fellow', started.token, monday)).toMatchObject({
      reason: 'faulty',
    })
    const declared = { declares: 'yes', signature: 'Prof. Ben Sample' }
    await changeAnswers(db, 'fellow', started.token, declared, monday)
    expect(await submitNomination(db, passerBy, origin, 'fellow', started.token, monday)).toEqual({
      ok: true,
      reference: 'FN-1995-0002',
    })
    const after = await db.selectFrom('attachment').select('id').where('dossier_id', 'is not', null).execute()
    expect(after).toHaveLength(2 * before.length)
    const letter = (await openLetters(db, 'ben@example.org')).find(({ kind }) => kind === 'nomination.closed')
    expect(letter?.body_text).toContain('start a new form with the same answers')
  })

test('an open case is not copied, and a form that the browser has is not replaced', async ({ sent: db }) => {
  expect(await start(db)).toMatchObject({ reason: 'not-found' })
  await end(db, 'lapse')
  const first = await start(db)
  if (!first.ok) throw new Error(first.reason)
  expect(await start(db, first.token)).toMatchObject({ reason: 'has-other-form' })
})

test('a nomination from before calls had parts and stages starts again under the open call', async ({
  sent: db,
}) => {
  await end(db, 'lapse')
  const call: CallNow = {
    ...{ id: 'open-call', subject: 'fellow', title: 'Fellows', state: 'open', sample: false },
    ...{ page: '/fellowship', href: '/fellowship#fellows' },
    procedure: { parts: ['files'], stages: ['acceptance'], rulebook: 'young-fellows' },
  }
  const started = await start(db, undefined, call)
  if (!started.ok) throw new Error(started.reason)
  const { answers } = await draftOf(db, 'fellow', started.token, monday)
  expect(answers).toMatchObject({
    ...{ call: 'open-call', callParts: ['files'], callStages: ['acceptance'], rulebook: 'young-fellows' },
    citation: 'For light.',
  })
})

test('what the Academy has declined is not copied', () => {
  expect(canStartAgain({ process: 'membership', state: 'declined', erased_at: null })).toBe(false)
})
