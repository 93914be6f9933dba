import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { caseTypeOf } from '#features/casework/case-types.ts'
import { savePart } from '#features/forms/drafts/drafts.server.ts'
import { endOtherDevices, resumeDraft } from '#features/forms/drafts/resuming.server.ts'
import { detailsByNominee } from '#features/nominations/details/details.ts'
import { submitNomination } from '#features/nominations/operations.server.ts'
import { monday, test as base } from '#test/harness/db.ts'
import {
  caseOrigin as origin,
  draftOf,
  makeFilledDraft,
  openCalls,
  passerBy,
  reopen,
  tokenMailedTo,
} from '#test/makers/cases.ts'
import { openLetters, sealAsSite } from '#test/makers/letters.ts'
import { home, makeReached } from '#test/makers/own-pages.ts'
import { answerAs, confirmAsProposer } from '#test/makers/proposers.ts'
import { caseRow } from '#test/makers/sent-nomination.ts'
import { renewToken, replaceLink } from './confirmation-links.server.ts'
import { findConfirmation } from './confirmations.server.ts'
import { listOwnCases, openOwnRequest } from './own-cases.server.ts'

const nominee = 'asha@example.org'
const later = (hours: number) => new Date(monday.getTime() + hours * 3_600_000)

/** A nominee in the register who is asked for consent, and for details. */
const test = base.extend<{ asked: { db: Db; personId: string } }>({
  asked: async ({ db }, use) => {
    await sealAsSite(db, monday)
    const personId = await makeReached(db, nominee, monday)
    await openCalls(db, monday)
    const token = await makeFilledDraft(db, 'fellow', monday, detailsByNominee)
    await submitNomination(db, passerBy, origin, 'fellow', token, monday)
    await confirmAsProposer(db, 'ben@example.org', monday)
    await use({ db, personId })
  },
})

/** “Open” on the own page; returns the token of its link. */
async function openOnOwnPage(db: Db, personId: string, now = monday): Promise<string> {
  const reader = { personId, email: nominee, isShared: false }
  const { waiting } = await listOwnCases(db, caseTypeOf, reader)
  const request = { email: nominee, requestId: waiting[0]?.id ?? '' }
  const actor = { kind: 'person', id: personId, address: home } as const
  const link = await openOwnRequest(db, actor, origin, request, now)
  return new URL(link ?? origin).searchParams.get('token') ?? ''
}

async function begin(db: Db, link: string, now = monday) {
  const opened = await reopen(db, 'consent', link, now)
  if (!opened.ok) throw new Error(opened.reason)
  return opened
}

async function type(db: Db, token: string, nationality: string) {
  const typed = { part: 'person', answers: { nationality }, isDone: false }
  const saved = await savePart(db, 'fellow', token, typed, monday)
  if (!saved.ok) throw new Error(saved.reason)
}

async function joinIn(db: Db, link: string): Promise<string> {
  const by = { link, own: undefined, others: 'stay' } as const
  const resumed = await resumeDraft(db, 'fellow', by, monday)
  return resumed.ok ? resumed.token : resumed.reason
}

test('what was typed behind the mailed link goes on behind the link of the own page, and the reverse', async ({
  asked: { db, personId },
}) => {
  const mailed = await tokenMailedTo(db, nominee)
  const phone = await begin(db, mailed)
  expect(phone.isToAsk).toBe(false)
  await type(db, phone.token, 'Typed on the phone')

  const own = await openOnOwnPage(db, personId)
  expect(own).not.toBe(mailed)
  const laptop = await begin(db, own)
  expect(laptop, 'the other device is not joined unasked').toMatchObject({ isToAsk: true })
  const joined = await joinIn(db, own)
  expect((await draftOf(db, 'fellow', joined, monday)).answers).toMatchObject({
    nationality: 'Typed on the phone',
  })
  await type(db, joined, 'Typed on the laptop')
  const again = await begin(db, mailed)
  expect((await draftOf(db, 'fellow', again.token, monday)).answers).toMatchObject({
    nationality: 'Typed on the laptop',
  })
  expect(await db.selectFrom('form_draft').select('id').where('sent_as', 'is', null).execute()).toHaveLength(
    1,
  )
})

test('a reminder, which carries a new link, leads to what was typed behind the first one', async ({
  asked: { db },
}) => {
  const phone = await begin(db, await tokenMailedTo(db, nominee))
  await type(db, phone.token, 'Typed before')
  const { id } = await db
    .selectFrom('confirmation')
    .select('id')
    .where('purpose', '=', 'consent')
    .executeTakeFirstOrThrow()
  const reminder = new URL(await renewToken(db, origin, id)).searchParams.get('token') ?? ''

  await begin(db, reminder)
  expect((await draftOf(db, 'fellow', await joinIn(db, reminder), monday)).answers).toMatchObject({
    nationality: 'Typed before',
  })
})

test('a reminder ends the former link also for the form that was opened with it, and leaves the browser its form', async ({
  asked: { db },
}) => {
  const mailed = await tokenMailedTo(db, nominee)
  const phone = await begin(db, mailed)
  await type(db, phone.token, 'Typed before')
  const { id } = await db
    .selectFrom('confirmation')
    .select('id')
    .where('purpose', '=', 'consent')
    .executeTakeFirstOrThrow()
  await renewToken(db, origin, id)

  expect(await joinIn(db, mailed)).toBe('not-found')
  expect((await draftOf(db, 'fellow', phone.token, monday)).answers).toMatchObject({
    nationality: 'Typed before',
  })
})

test('the database alone does not open what was typed', async ({ asked: { db } }) => {
  const phone = await begin(db, await tokenMailedTo(db, nominee))
  await type(db, phone.token, 'Canarytyped')
  const row = await db
    .selectFrom('form_draft')
    .selectAll()
    .where('token_sealed', 'is not', null)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain('Canarytyped')
  expect(JSON.stringify(row)).not.toContain(phone.token)
})

test('someone who signs the other devices out shares what they type by no link to the request', async ({
  asked: { db, personId },
}) => {
  const mailed = await tokenMailedTo(db, nominee)
  const phone = await begin(db, mailed)
  await type(db, phone.token, 'Canarytyped')
  const ended = await endOtherDevices(db, 'fellow', phone.token, monday)
  for (const link of [mailed, await openOnOwnPage(db, personId)]) {
    const { token } = await begin(db, link)
    expect((await draftOf(db, 'fellow', token, monday)).answers).not.toMatchObject({
      nationality: 'Canarytyped',
    })
  }
  expect((await draftOf(db, 'fellow', ended.ok ? ended.token : '', monday)).answers).toMatchObject({
    nationality: 'Canarytyped',
  })
})

test('a nominee with another address starts without what was typed at the former address', async ({
  asked: { db },
}) => {
  const phone = await begin(db, await tokenMailedTo(db, nominee))
  await type(db, phone.token, 'Canarytyped')
  const first = await db
    .selectFrom('confirmation')
    .selectAll()
    .where('purpose', '=', 'consent')
    .executeTakeFirstOrThrow()
  await db.updateTable('confirmation').set({ voided_at: 1 }).where('id', '=', first.id).execute()
  const other = { id: 'another', email: 'other@example.org', voided_at: null, own_token_hash: null }
  await db
    .insertInto('confirmation')
    .values({ ...first, ...other, token_hash: 'x' })
    .execute()
  const link = new URL(await renewToken(db, origin, 'another')).searchParams.get('token') ?? ''

  const { token } = await begin(db, link)
  expect((await draftOf(db, 'fellow', token, monday)).answers).not.toMatchObject({
    nationality: 'Canarytyped',
  })
})

test('the link of the own page works for a day, and ends with the answer like the mailed one', async ({
  asked: { db, personId },
}) => {
  const own = await openOnOwnPage(db, personId)
  expect(await findConfirmation(db, 'consent', own, later(23))).toBeDefined()
  expect(await findConfirmation(db, 'consent', own, later(24))).toBeUndefined()
  expect(await findConfirmation(db, 'consent', await tokenMailedTo(db, nominee), later(24))).toBeDefined()
  const newer = await openOnOwnPage(db, personId, later(1))
  expect(await findConfirmation(db, 'consent', own, later(1)), 'only the newest').toBeUndefined()

  expect(await answerAs(db, 'consent', nominee, later(2), { agrees: false })).toEqual({ ok: true })
  expect((await findConfirmation(db, 'consent', newer, later(2)))?.answeredAt).toBeDefined()
  expect(await caseRow(db)).toMatchObject({ state: 'declined' })
})

test('an expired request that is opened on the own page works again, and its mailed link does not', async ({
  asked: { db, personId },
}) => {
  const mailed = await tokenMailedTo(db, nominee)
  const at = later(31 * 24)
  const own = await openOnOwnPage(db, personId, at)
  expect(await findConfirmation(db, 'consent', own, at)).toMatchObject({ isOver: false })
  expect(await findConfirmation(db, 'consent', mailed, at)).toBeUndefined()
  expect((await openLetters(db, nominee)).length).toBe(1)
})

test('a link from the own page opens the form for a day, and until a newer link', async ({
  asked: { db, personId },
}) => {
  const resume = async (link: string, now: Date) => {
    const resumed = await resumeDraft(db, 'fellow', { link, own: undefined, others: 'stay' }, now)
    return resumed.ok || resumed.reason
  }
  const first = await openOnOwnPage(db, personId)
  await begin(db, first)
  expect(await resume(first, later(23))).toBe(true)
  expect(await resume(first, later(24))).toBe('not-found')

  const second = await openOnOwnPage(db, personId)
  expect(await resume(first, monday)).toBe('not-found')
  await begin(db, second)
  const { id } = await db
    .selectFrom('confirmation')
    .select('id')
    .where('purpose', '=', 'consent')
    .executeTakeFirstOrThrow()
  expect(await resume(second, monday)).toBe(true)
  await replaceLink(db, origin, { id, purpose: 'consent', dueAt: null }, monday)
  expect(await resume(second, monday)).toBe('not-found')
})
