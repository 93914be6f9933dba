import { expect } from 'vitest'
import { openDatabase } from '#db/engine/engine.server.ts'
import { newsletterLetters } from '#features/newsletter/letters.ts'
import { staffLetters } from '#features/staff/letters.ts'
import { sendStaffLetter } from '#features/staff/joining/letters.server.ts'
import { monday, sharedTest, test } from '#test/harness/db.ts'
import { actorFor, listActions, listLetters, makeStaff } from '#test/makers/staff.ts'
import { fill } from './fill.ts'
import { isDefaultNewer } from './default-hash.server.ts'
import { findReplacedHash, findWording } from './queries.server.ts'
import { changeWording, resetWording } from './wording-operations.server.ts'

test('administrators word the letters to staff, and the link is included whatever they write', async ({
  db,
}) => {
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  if (admin.kind !== 'staff') throw new Error('An administrator is of the staff.')
  const tara = { email: 'tara@example.org', name: 'Tara' }
  const link = 'https://iaps.example/admin/link/invite'
  const wording = { subject: 'Come as {role}', body: 'Join us.\n\nJoin us.' }

  expect(await changeWording(db, admin, staffLetters.invited, wording, monday)).toMatchObject({ ok: true })
  await sendStaffLetter(db, tara, staffLetters.invited, { role: 'editor', link }, monday)
  await resetWording(db, admin, staffLetters.invited, {}, monday)
  await sendStaffLetter(db, tara, staffLetters.invited, { role: 'editor', link }, monday)

  const [changed, delivered] = await listLetters(db)
  expect(changed?.subject).toMatch(/^Come as Editor – /)
  expect(changed?.body_text).toMatch(/^Dear Tara,\n\nJoin us\.\n\nJoin us\.\n\nCreate my account:\nhttps:/)
  expect(changed?.body_html).toContain(`<a href="${link}">Create my account</a>`)
  expect(delivered?.body_text).toContain('with the role Editor')
  expect(await listActions(db)).toEqual(['letter.wording-changed', 'letter.wording-changed'])
})

test('a change returns the wording that a colleague saved in between', async ({ db }) => {
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const colleague = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const letter = staffLetters.invited
  const [theirs, mine] = [
    { subject: 'Theirs', body: 'Join us.' },
    { subject: 'Mine', body: 'Come.' },
  ]

  expect(await changeWording(db, colleague, letter, theirs, monday)).toMatchObject({ before: undefined })
  expect(await changeWording(db, admin, letter, mine, monday)).toMatchObject({ before: theirs })
  expect(await resetWording(db, admin, letter, {}, monday)).toMatchObject({ before: mine })
  expect(await resetWording(db, admin, letter, {}, monday)).toMatchObject({ before: undefined })
})

test('Undo is refused once someone else has saved or reset the wording', async ({ db }) => {
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const colleague = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const letter = staffLetters.invited
  const [mine, theirs] = [
    { subject: 'Mine', body: 'Come.' },
    { subject: 'Theirs', body: 'Join us.' },
  ]
  const refused = { ok: false, reason: 'conflict' }
  const first = await changeWording(db, admin, letter, mine, monday)
  if (!first.ok) throw new Error(first.reason)
  await changeWording(db, colleague, letter, theirs, monday)
  const { shownHash } = first

  expect(await resetWording(db, admin, letter, { shownHash }, monday)).toEqual(refused)
  expect(await changeWording(db, admin, letter, { ...mine, shownHash }, monday)).toEqual(refused)
  expect(await findWording(db, letter)).toEqual(theirs)

  const reset = await resetWording(db, admin, letter, {}, monday)
  if (!reset.ok) throw new Error(reset.reason)
  const undo = { ...theirs, shownHash: reset.shownHash }
  await changeWording(db, colleague, letter, mine, monday)
  expect(await changeWording(db, admin, letter, undo, monday)).toEqual(refused)
  await resetWording(db, colleague, letter, {}, monday)
  expect(await changeWording(db, admin, letter, undo, monday)).toMatchObject({ ok: true })
})

sharedTest('of ten parallel changes each replaces the one before it', async ({ db, address }) => {
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const letter = staffLetters.invited
  const others = Array.from({ length: 10 }, () => openDatabase(address))
  const wordings = others.map((_, index) => ({ subject: `Number ${index}`, body: 'Join us.' }))
  const outcomes = await Promise.all(
    others.map((db, index) => changeWording(db, admin, letter, wordings[index]!, monday)),
  )
  await Promise.all(others.map((db) => db.destroy()))

  const replaced = outcomes.map((outcome) => outcome.ok && outcome.before?.subject)
  const last = (await findWording(db, letter))?.subject
  const subjects = [undefined, ...wordings.map(({ subject }) => subject)]
  expect(new Set([...replaced, last])).toEqual(new Set(subjects))
})

test('a wording with braces that the letter cannot fill in is refused', async ({ db }) => {
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  if (admin.kind !== 'staff') throw new Error('An administrator is of the staff.')
  const wording = { subject: 'Hello {constructor}', body: 'The reason: {reason}. {role}' }

  expect(await changeWording(db, admin, staffLetters.disabled, wording, monday)).toEqual({
    ok: false,
    reason: 'unfit-words',
    unknown: ['constructor', 'role'],
    missing: [],
  })
  const withoutLink = { subject: 'News', body: 'Read on.' }
  expect(await changeWording(db, admin, newsletterLetters.issue, withoutLink, monday)).toEqual({
    ok: false,
    reason: 'unfit-words',
    unknown: [],
    missing: ['leave'],
  })
})

test('a text that replaced another default is to be compared, until someone saves it again', async ({
  db,
}) => {
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  if (admin.kind !== 'staff') throw new Error('An administrator is of the staff.')
  const letter = staffLetters.invited
  const changed = { ...letter, body: `${letter.body}\n\nSomething new.` }
  const wording = { subject: 'Come as {role}', body: 'Join us.' }
  const isNewer = async (present: typeof letter) => {
    const storedHash = await findReplacedHash(db, letter)
    return storedHash === undefined ? undefined : isDefaultNewer(present, storedHash)
  }
  expect(await isNewer(letter), 'nobody has worded it').toBeUndefined()

  await changeWording(db, admin, letter, wording, monday)
  expect([await isNewer(letter), await isNewer(changed)]).toEqual([false, true])
  await changeWording(db, admin, changed, wording, monday)
  expect(await isNewer(changed)).toBe(false)
  await db.updateTable('letter_wording').set({ default_hash: null }).execute()
  expect(await isNewer(changed), 'from before this was recorded').toBe(true)
})

test('inserted values stay plain text: they insert nothing themselves and become no markup', async ({
  db,
}) => {
  const reason = '{role} <b>x</b> {toString} ${1}'
  await sendStaffLetter(
    db,
    { email: 'tara@example.org', name: '<i>T</i>' },
    staffLetters.disabled,
    { reason },
    monday,
  )

  const [letter] = await listLetters(db)
  expect(letter?.body_text).toContain(reason)
  expect(letter?.body_html).toContain('{role} &lt;b&gt;x&lt;/b&gt; {toString} ${1}')
  expect(letter?.body_html).not.toContain('<i>')
  expect(fill('{hasOwnProperty} {a}', { a: '{b}', b: 'no' })).toBe('{hasOwnProperty} {b}')
})
