import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { listHistoryOf } from '#features/audit/queries.server.ts'
import { forgetEmail } from '#features/people/contacts/operations.server.ts'
import { findContact } from '#features/people/contacts/queries.server.ts'
import { findRecord } from '#features/people/register-queries.server.ts'
import { describeEntry } from '#routes/staff/audit/sentences.ts'
import { monday, test } from '#test/harness/db.ts'
import { nameAt, openPageAt } from '#test/hostile/own-helper-attempts.ts'
import { changeAddress } from '#test/hostile/own-page-world.ts'
import { makeOffice } from '#test/makers/content.ts'
import { openLetters } from '#test/makers/letters.ts'
import { codeMailedTo, home, makeReached, ownSecret, signedInBy, signInAt } from '#test/makers/own-pages.ts'
import { finishEmailChange, startEmailChange } from '#features/own-pages/email-change.server.ts'
import { listOwnHistory } from '#features/own-pages/history.server.ts'
import { saveOrcid, saveOwnContact } from '#features/own-pages/own-changes.server.ts'
import { ownPagesPersonalData } from '#features/own-pages/personal-data.server.ts'
import { sendRequest, withdrawRequest } from '#features/own-pages/requests.server.ts'
import { clearOwnPages } from '#features/own-pages/retention.server.ts'
import { actorOf, findChoice, findOwnSession, isOwnSession } from '#features/own-pages/sessions.server.ts'
import { endHelper, extendHelper, nameHelper, nameHelperFor, watchHelpers } from './operations.server.ts'
import { isHelping, listHelpers } from './queries.server.ts'

const asha = 'asha@example.org'
const rita = 'rita@example.org'
const origin = 'https://iaps.example'
const day = 86_400_000
const daysLater = (days: number) => new Date(monday.getTime() + days * day)

async function officerIn(db: Db) {
  const { admin } = await makeOffice(db, monday)
  if (admin.kind !== 'staff') throw new Error('An administrator is of the staff.')
  return admin
}

async function makeHelped(db: Db) {
  const personId = await makeReached(db, asha, monday, { familyName: 'Aged' })
  const id = (await nameAt({ db }, asha, rita)) ?? ''
  const token = await signInAt(db, rita, monday)
  const visit = await findOwnSession(db, token, monday)
  if (!visit) throw new Error('The helper is not signed in.')
  return { personId, id, token, visit, actor: actorOf(visit, home) }
}

const kindsTo = async (db: Db, email: string) => (await openLetters(db, email)).map(({ kind }) => kind)
const lastTo = async (db: Db, email: string) => (await openLetters(db, email)).at(-1)?.body_text ?? ''

test('someone names a helper, who signs in with a code and opens the page for a year', async ({ db }) => {
  const { personId, id, visit } = await makeHelped(db)

  expect(visit).toMatchObject({ personId, email: asha, helper: { id, name: 'Mal Helper' } })
  expect(isOwnSession(visit)).toBe(false)
  const [helper] = await listHelpers(db, personId)
  expect(helper).toMatchObject({ email: rita, reason: null, provedAt: monday.getTime() })
  expect(helper?.endsAt).toBe(daysLater(365).getTime())
  expect(await kindsTo(db, rita)).toEqual(['own-page.helper-invited', 'own-page.code'])
  expect(await kindsTo(db, asha)).toContain('own-page.helper-named')
  expect((await openLetters(db, rita))[0]?.body_text).toContain('Asha Aged would like you to help')
})

test('each act of a helper is recorded under the helper, for the person, and the person is emailed', async ({
  db,
}) => {
  const { personId, actor } = await makeHelped(db)
  const officer = await officerIn(db)
  const { version } = await findContact(db, personId)
  await saveOwnContact(db, actor, { phone: '+91 11 4444', postalAddress: '', version }, monday)
  await saveOrcid(db, actor, '0000-0002-1825-0097', monday)
  await sendRequest(db, actor, { kind: 'name', proposed: { familyName: 'Other' } }, monday)
  await withdrawRequest(db, actor, 'name', monday)

  const letters = (await openLetters(db, asha)).filter(({ kind }) => kind === 'own-page.helper-acted')
  const acts = [
    'changed your phone number or postal address',
    'changed your ORCID iD',
    'asked the office to change your name',
    'no longer asks the office to change your name',
  ]
  expect(
    letters.map(({ body_text }) =>
      acts.find((act) => body_text.includes(`Mal Helper, your helper, has acted for you: ${act}.`)),
    ),
  ).toEqual(acts)
  const { entries } = await listHistoryOf(db, officer, `person:${personId}`, 1)
  const sentences = entries.map(describeEntry)
  expect(sentences).toContain('Mal Helper (helper of Asha Aged) changed a person’s contact details')
  expect(sentences).toContain('Mal Helper (helper of Asha Aged) asked for: change of name')
  expect(sentences).toContain('Mal Helper (helper of Asha Aged) signed in to My page')
  expect(sentences).toContain('The person concerned added a helper for a person in the register')
  const own = (await listOwnHistory(db, personId)).map(({ sentence }) => sentence)
  expect(own).toContain('Your helper Mal Helper changed your ORCID iD.')
  expect(own).toContain('You added a helper.')
})

test('what the person does themselves causes no email about a helper', async ({ db }) => {
  const { personId } = await makeHelped(db)
  await saveOrcid(db, { kind: 'person', id: personId, address: home }, '0000-0002-1825-0097', monday)
  expect(await kindsTo(db, asha)).not.toContain('own-page.helper-acted')
})

test('a helper neither asks for deletion nor withdraws it', async ({ db }) => {
  const { personId, actor } = await makeHelped(db)
  const erasure = { kind: 'erasure', proposed: { reason: '' } } as const
  expect(await sendRequest(db, actor, erasure, monday)).toEqual({ ok: false, reason: 'not-allowed' })
  await sendRequest(db, { kind: 'person', id: personId, address: home }, erasure, monday)
  expect(await withdrawRequest(db, actor, 'erasure', monday)).toBe(false)
})

test('a removed helper is refused from the next request on, and both are emailed', async ({ db }) => {
  const { personId, id, token } = await makeHelped(db)
  const person = { kind: 'person', id: personId, address: home } as const
  expect(await endHelper(db, person, { id, personId }, monday)).toEqual({ ok: true })

  expect(await findOwnSession(db, token, monday)).toBeUndefined()
  expect(await endHelper(db, person, { id, personId }, monday)).toEqual({ ok: false, reason: 'not-found' })
  for (const email of [asha, rita])
    expect(await lastTo(db, email)).toContain('Mal Helper no longer helps with the page of Asha Aged')
})

test('the person reads whether they removed a helper or the helper stopped', async ({ db }) => {
  const { personId, id, actor } = await makeHelped(db)
  await endHelper(db, actor, { id, personId }, monday)
  const second = (await nameAt({ db }, asha, 'second@example.org')) ?? ''
  const person = { kind: 'person', id: personId, address: home } as const
  await endHelper(db, person, { id: second, personId }, daysLater(1))

  const sentences = (await listOwnHistory(db, personId)).map(({ sentence }) => sentence)
  expect(sentences).toContain('Your helper Mal Helper stopped helping.')
  expect(sentences).toContain('You removed a helper.')
})

test('nobody removes a helper of another person or extends their access', async ({ db }) => {
  const { personId, id, actor } = await makeHelped(db)
  const mal = await makeReached(db, 'mal@example.org', monday)
  const { session, actor: other } = await signedInBy(
    db,
    await signInAt(db, 'mal@example.org', monday),
    monday,
  )
  const gone = { ok: false, reason: 'not-found' }

  expect(await endHelper(db, other, { id, personId: mal }, monday)).toEqual(gone)
  expect(await extendHelper(db, other, { id, personId: mal, session }, monday)).toEqual(gone)
  const second = await nameAt({ db }, asha, 'second@example.org')
  expect(await endHelper(db, actor, { id: second ?? '', personId }, monday)).toEqual(gone)
  expect((await listHelpers(db, personId)).every((helper) => isHelping(helper, monday))).toBe(true)
})

test('a helper’s access ends after a year, with a reminder a month before', async ({ db }) => {
  const { personId } = await makeHelped(db)
  await watchHelpers(db, origin, daysLater(334))
  expect(await kindsTo(db, asha)).not.toContain('own-page.helper-ends-soon')
  for (const days of [336, 337]) await watchHelpers(db, origin, daysLater(days))
  for (const email of [asha, rita]) {
    const reminders = (await kindsTo(db, email)).filter((kind) => kind === 'own-page.helper-ends-soon')
    expect(reminders).toHaveLength(1)
  }
  for (const days of [365, 366]) await watchHelpers(db, origin, daysLater(days))

  expect(await listHelpers(db, personId)).toMatchObject([{ endedBy: 'term' }])
  for (const email of [asha, rita])
    expect((await kindsTo(db, email)).filter((kind) => kind === 'own-page.helper-ended')).toHaveLength(1)
  await clearOwnPages(db, daysLater(365 + 366))
  expect(await listHelpers(db, personId)).toEqual([])
})

test('the person extends a helper’s access by a year soon after signing in, and the office does when asked', async ({
  db,
}) => {
  const { personId, id } = await makeHelped(db)
  const officer = await officerIn(db)
  const soon = daysLater(340)
  const { session, actor } = await signedInBy(db, await signInAt(db, asha, soon), soon)
  const late = new Date(soon.getTime() + 16 * 60_000)
  const which = { id, personId, session }

  expect(await extendHelper(db, actor, which, late)).toEqual({ ok: false, reason: 'not-fresh' })
  expect(await extendHelper(db, actor, which, soon)).toEqual({ ok: true })
  expect((await listHelpers(db, personId))[0]?.endsAt).toBe(daysLater(340 + 365).getTime())
  expect(await extendHelper(db, officer, { ...which, session: undefined }, daysLater(350))).toEqual({
    ok: true,
  })
  expect((await listHelpers(db, personId))[0]?.endsAt).toBe(daysLater(350 + 365).getTime())
  const over = daysLater(350 + 366)
  const gone = { ok: false, reason: 'not-found' }
  expect(await extendHelper(db, officer, { ...which, session: undefined }, over)).toEqual(gone)
})

test('the office names a helper for someone without an address, after a written request', async ({ db }) => {
  const officer = await officerIn(db)
  const personId = await makeReached(db, asha, monday)
  await forgetEmail(db, asha, monday)
  const naming = { personId, name: 'Rita Rao', email: rita, reason: 'Letter of 3 May 1994' }
  expect(await nameHelperFor(db, officer, origin, naming, monday)).toEqual({ ok: true })

  const token = await signInAt(db, rita, monday)
  const visit = await findOwnSession(db, token, monday)
  expect(visit).toMatchObject({ personId, email: '', helper: { name: 'Rita Rao' } })
  await saveOrcid(db, actorOf(visit!, home), null, monday)
  // The office learns an address of the person later: whom it has named itself, stays.
  await changeAddress(db, personId, 'new@example.org')
  expect(await findOwnSession(db, token, monday)).toBeDefined()
})

test('two helpers at most, none with the address of the person, and none twice', async ({ db }) => {
  const { personId } = await makeHelped(db)
  const { session, actor } = await signedInBy(db, await signInAt(db, asha, monday), monday)
  const name = (email: string) => nameHelper(db, actor, session, origin, { name: 'One More', email }, monday)

  expect(await name(asha)).toEqual({ ok: false, reason: 'same' })
  expect(await name(rita)).toEqual({ ok: false, reason: 'twice' })
  expect(await name('second@example.org')).toEqual({ ok: true })
  expect(await name('third@example.org')).toEqual({ ok: false, reason: 'too-many' })
  expect(await listHelpers(db, personId)).toHaveLength(2)
})

test('a helper with a page of their own chooses which one to open, as do two people at one address', async ({
  db,
}) => {
  const { id } = await makeHelped(db)
  const own = await makeReached(db, rita, monday, { givenName: 'Rita' })
  const other = await makeReached(db, rita, monday, { givenName: 'Zubin' })
  const token = await signInAt(db, rita, monday)
  const choice = await findChoice(db, token, monday)
  expect(choice?.pages.map(({ key }) => key)).toEqual([own, other, id])

  for (const [key, isHelper] of [
    [own, false],
    [other, false],
    [id, true],
  ] as const) {
    const opened = await findOwnSession(db, await openPageAt({ db }, rita, key), monday)
    expect(opened?.helper !== null).toBe(isHelper)
  }
})

test('a change of address with codes from both mailboxes keeps the helper', async ({ db }) => {
  const { personId, token } = await makeHelped(db)
  const { session, actor } = await signedInBy(db, await signInAt(db, asha, monday), monday)
  const moved = 'moved@example.org'
  await startEmailChange(db, ownSecret, session, { email: moved, name: '' }, monday)
  const codes = {
    oldCode: await codeMailedTo(db, asha, 'own-page.old-address'),
    newCode: await codeMailedTo(db, moved, 'own-page.new-address'),
  }
  expect(await finishEmailChange(db, ownSecret, actor, session, codes, monday)).toMatchObject({ ok: true })
  expect(await findOwnSession(db, token, monday)).toMatchObject({ personId, email: moved })
})

test('the copies of person and helper name each what is theirs, and erasing the helper leaves the person', async ({
  db,
}) => {
  const { personId, token } = await makeHelped(db)
  const collect = async (address: string, people: string[]) => {
    const subject = { address, cases: [], people, readerId: '' }
    return (await ownPagesPersonalData.collect?.(db, subject))?.data
  }
  expect(await collect(asha, [personId])).toMatchObject({
    helpers: [{ name: 'Mal Helper', email: rita }],
    helpsOthers: [],
  })
  const ofHelper = await collect(rita, [])
  expect(ofHelper).toMatchObject({
    helpers: [],
    helpsOthers: [{ email: rita }],
    helperSessions: [{ email: rita }],
  })
  expect(JSON.stringify(ofHelper)).not.toContain('Aged')
  expect(await ownPagesPersonalData.listAddresses?.(db)).toContain(rita)

  const subject = { address: rita, cases: [], people: [], readerId: '' }
  await ownPagesPersonalData.erase?.(db, subject, { now: monday, isAgain: false })
  expect(await findOwnSession(db, token, monday)).toBeUndefined()
  expect(await listHelpers(db, personId)).toEqual([])
  expect((await findRecord(db, personId))?.id).toBe(personId)
  const own = (await listOwnHistory(db, personId)).map(({ sentence }) => sentence)
  expect(own).toContain('Your helper signed in to this page.')
})
