import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import type { Kysely } from 'kysely'
import type { Tables } from '#db/schema/tables.ts'
import { readContentVersion } from '#db/engine/content-version.server.ts'
import { toJson } from '#db/engine/json.ts'
import { findInSearch } from '#db/search/search.server.ts'
import { system } from '#features/audit/actor.ts'
import { verifyChain } from '#features/audit/verify.server.ts'
import { addNote } from '#features/cases/operations.server.ts'
import { issueCertificate } from '#features/certificates/operations.server.ts'
import { replyToEnquiry } from '#features/enquiries/casework.server.ts'
import { askForNewsletter } from '#features/newsletter/operations.server.ts'
import { textOf, type Answers } from '#features/forms/questions.ts'
import { answerNomination } from '#features/nominations/answering.server.ts'
import { submitNomination } from '#features/nominations/operations.server.ts'
import { clearFiles } from '#features/media/orphaned-files.server.ts'
import { storePicture } from '#features/media/operations.server.ts'
import { findPictureFile } from '#features/media/queries.server.ts'
import { addPerson, changePerson } from '#features/people/editing.server.ts'
import { enrolPerson } from '#features/people/operations.server.ts'
import { setPicture } from '#features/people/pictures.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { personalData } from '#routes/request/personal-data.server.ts'
import { openFileStore, type FileStore } from '#server/files/files.server.ts'
import { linkLetterJob, type LinkLetter } from '#features/staff/joining/jobs.ts'
import { queueJob, runDueJobs } from '#server/jobs/jobs.server.ts'
import { sendMailJob } from '#server/mail/mail-order.server.ts'
import { queueLetter } from '#server/mail/mail.server.ts'
import {
  caseOrigin as origin,
  makeFilledDraft,
  openCalls,
  passerBy,
  rightAnswers,
  tokenMailedTo,
} from '#test/makers/cases.ts'
import { confirmAsProposer } from '#test/makers/proposers.ts'
import { monday, test as base } from '#test/harness/db.ts'
import { captureLog } from '#test/harness/log.ts'
import { sendOne } from '#test/makers/enquiries.ts'
import { addSubscribers } from '#test/makers/newsletters.ts'
import { actorFor, makeStaff } from '#test/makers/staff.ts'
import { dumpTables } from '#test/harness/databases/dump-tables.ts'
import { writeArchive } from './archive.server.ts'
import { collectPerson } from './collecting.server.ts'
import { monthsBefore } from '#office-time.ts'
import { eraseOldCases, erasePerson } from './operations.server.ts'
import { seekPerson } from './reading.server.ts'

/** Unique values stand for people; if one is found, something about that person is stored. */

const day = 86_400_000
const nominee = 'canary-nominee@example.org'
const proposer = 'canary-proposer@example.org'

const test = base.extend<{ folder: string; store: FileStore; admin: Awaited<ReturnType<typeof makeAdmin>> }>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'private-'))
    await use(folder)
    rmSync(folder, { recursive: true })
  },
  store: async ({ folder }, use) => use(openFileStore(folder)),
  admin: async ({ db }, use) => use(await makeAdmin(db)),
})

async function makeAdmin(db: Kysely<Tables>) {
  return actorFor(await makeStaff(db, monday, { role: 'admin' })) as never
}

/** Every text that a person gives contains a marker of whose it is. */
const marked: Answers = {
  email: nominee,
  proposerEmail: proposer,
  firstName: 'Canarynominee',
  officeAddress: 'CANARYNOMINEE Road 1',
  citation: 'For canarynominee light.',
  proposerName: 'Canaryproposer',
  remarks: 'canaryproposer remarks',
  seconderName: 'Canaryseconder',
  seconderEmail: 'canary-seconder@example.org',
  experts: [
    {
      name: 'Canaryexpert',
      institution: 'Far',
      email: 'canary-expert@example.org',
      field: 'x',
      relation: 'None',
    },
    { name: 'Other', institution: 'Far', email: 'other@example.org', field: 'x', relation: 'None' },
  ],
}

async function makeCase(db: Kysely<Tables>, store: FileStore, isEnded = true, answers = marked) {
  await openCalls(db, monday)
  const token = await makeFilledDraft(db, 'fellow', monday, answers, store)
  const sent = await submitNomination(db, passerBy, origin, 'fellow', token, monday)
  if (!sent.ok) throw new Error(sent.reason)
  const { answers_hash } = await db.selectFrom('dossier').select('answers_hash').executeTakeFirstOrThrow()
  const no = { agrees: !isEnded, answer: {}, wording: 'x', confirmedHash: answers_hash }
  await confirmAsProposer(db, textOf(answers, 'proposerEmail'), monday)
  const mailed = await tokenMailedTo(db, textOf(answers, 'email'))
  await answerNomination(db, passerBy, origin, 'consent', mailed, no, monday)
  return sent.reference
}

async function canaries(db: Kysely<Tables>, whose: string): Promise<string[]> {
  const dump = await dumpTables(db)
  return Object.entries(dump).flatMap(([table, rows]) =>
    rows
      .filter((row) => row.toLowerCase().includes(`canary${whose}`) || row.includes(`canary-${whose}`))
      .map(() => table),
  )
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

test('an erased nominee is nowhere any more; that there was a case stays', async ({
  db,
  store,
  folder,
  admin,
}) => {
  const reference = await makeCase(db, store)
  await addNote(db, admin, reference, 'About canarynominee', monday)
  expect(await canaries(db, 'nominee')).not.toEqual([])
  expect(filesIn(folder)).toHaveLength(2)

  const outcome = await erasePerson(
    db,
    { personalData, store },
    admin,
    { email: nominee, reason: 'Asked by letter.' },
    monday,
  )

  expect(outcome).toEqual({ ok: true, cases: 1 })
  for (const whose of ['nominee', 'proposer', 'seconder', 'expert'])
    expect(await canaries(db, whose), whose).toEqual([])
  expect(filesIn(folder)).toEqual([])
  const left = await db.selectFrom('dossier').selectAll().executeTakeFirstOrThrow()
  expect(left).toMatchObject({ reference, state: 'declined', discipline: 'Physics', subject_name: 'Erased' })
  expect(await verifyChain(db)).toMatchObject({ ok: true })
})

test('an erased proposer leaves the nomination of someone else as it is', async ({ db, store, admin }) => {
  await makeCase(db, store)

  await erasePerson(
    db,
    { personalData, store },
    admin,
    { email: proposer, reason: 'Asked by letter.' },
    monday,
  )

  expect(await canaries(db, 'proposer')).toEqual([])
  expect(await canaries(db, 'nominee')).not.toEqual([])
})

test('nothing is erased while a case is open or on hold, or without a reason', async ({
  db,
  store,
  admin,
}) => {
  await makeCase(db, store, false)
  const erase = (email: string, reason = 'Asked.') =>
    erasePerson(db, { personalData, store }, admin, { email, reason }, monday)

  expect(await erase(nominee)).toEqual({ ok: false, reason: 'case-open' })
  expect(await erase('canary-expert@example.org')).toEqual({ ok: false, reason: 'case-open' })
  await db.updateTable('dossier').set({ hold_at: 1, ended_at: 1 }).execute()
  expect(await erase(nominee)).toEqual({ ok: false, reason: 'case-held' })
  expect(await erase('nobody@example.org')).toEqual({ ok: false, reason: 'nothing-found' })
  expect(await erase(nominee, ' ')).toEqual({ ok: false, reason: 'no-reason' })
  const staff = await makeStaff(db, monday)
  expect(await erase(staff.email)).toEqual({ ok: false, reason: 'has-account' })
})

test('someone who only wrote to the office, subscribed or got a letter is found and erased too', async ({
  db,
  store,
  admin,
}) => {
  const erase = (email: string) =>
    erasePerson(db, { personalData, store }, admin, { email, reason: 'Asked.' }, monday)
  const { email: writer } = await sendOne(db, monday)
  const [reader = ''] = await addSubscribers(db, 1, monday)
  const receiver = 'receiver@example.org'
  const letter = { kind: 'case.status', subject: 'Hello', text: 'Hello', html: '<p>Hello' }
  await queueLetter(db, { ...letter, to: receiver }, monday)

  expect(await seekPerson(db, personalData, admin, writer, monday)).toMatchObject({
    messages: 1,
    newsletter: null,
  })
  expect(await seekPerson(db, personalData, admin, reader, monday)).toMatchObject({
    messages: 0,
    newsletter: 'subscribed',
  })
  expect(await seekPerson(db, personalData, admin, receiver, monday)).toMatchObject({ letters: 1 })
  for (const email of [writer, reader, receiver]) {
    expect(await erase(email), email).toEqual({ ok: true, cases: 0 })
    expect(JSON.stringify(await dumpTables(db))).not.toContain(email)
    expect(await erase(email), email).toEqual({ ok: false, reason: 'nothing-found' })
  }
})

test('jobs that name an erased person are erased too, whether they wait, are done or were given up', async ({
  db,
  store,
  admin,
}) => {
  captureLog()
  const email = 'canary-job@example.org'
  const says = { kind: 'case.status', subject: 'Hello', text: 'Hello', html: '<p>Hello' }
  const mailId = await queueLetter(db, { ...says, to: email }, monday)
  for (const purpose of ['reset', 'sign-in']) await queueJob(db, linkLetterJob, { purpose, email }, monday)
  const other: LinkLetter = { purpose: 'reset', email: 'another@example.org' }
  await queueJob(db, linkLetterJob, other, monday)
  await askForNewsletter(db, { kind: 'visitor', address: '192.0.2.7' }, email, monday)
  const handlers = {
    [linkLetterJob]: async () => {},
    [sendMailJob]: () => Promise.reject(new Error(`550 no ${email} here`)),
  }
  for (let tries = 0; tries < 10; tries++)
    await runDueJobs(db, handlers, () => new Date(monday.getTime() + tries * day))
  expect(JSON.stringify(await dumpTables(db))).toContain(`550 no ${email}`)

  const request = { email, reason: 'Asked.' }
  expect(await erasePerson(db, { personalData, store }, admin, request, monday)).toEqual({
    ok: true,
    cases: 0,
  })
  expect(JSON.stringify(await dumpTables(db))).not.toContain(email)
  expect(await db.selectFrom('job').select('payload').execute()).toEqual([{ payload: toJson(other) }])
  expect(await db.selectFrom('mail').select('id').execute(), 'that a letter was written stays').toEqual([
    { id: mailId },
  ])
})

test('the data given to a nominee is complete and names nobody else', async ({ db, store, admin }) => {
  await makeCase(db, store)
  const collected = await collectPerson(db, personalData, admin, { email: nominee, reason: 'Asked.' }, monday)
  const text = JSON.stringify(collected.data)

  for (const value of ['Canarynominee', 'CANARYNOMINEE Road 1', 'For canarynominee light.', nominee])
    expect(text).toContain(value)
  for (const whose of ['seconder', 'expert'])
    expect(text.toLowerCase(), whose).not.toContain(`canary${whose}`)
  expect(text).not.toContain('canaryproposer remarks')
  const own = Object.keys({ ...rightAnswers.fellow, ...marked }).filter(
    (name) => !/^(proposer|seconder|experts|remarks|knowsWork|conflict|declares|signature)/.test(name),
  )
  const [first] = (collected.data as { cases: { answers: Answers }[] }).cases
  expect(Object.keys(first?.answers ?? {}).toSorted()).toEqual(own.toSorted())

  const zip = await buffer(await writeArchive(store, collected))
  expect(zip.includes('data.json')).toBe(true)
  expect(zip.includes('files/FN-1995-0001/')).toBe(true)
})

test('everything that any table holds about a person is given to them, except what others wrote in confidence', async ({
  db,
  store,
  admin,
}) => {
  const own = { firstName: 'Canarymefirst', officeAddress: 'Canarymeroad 1', citation: 'For canarymelight.' }
  await makeCase(db, store, true, { ...marked, ...own, email: 'canaryme@example.org' })
  const { reference } = await db.selectFrom('dossier').select('reference').executeTakeFirstOrThrow()
  await addNote(db, admin, reference, 'A word on canarymenote', monday)
  const wrote = { email: 'canaryme@example.org', name: 'Canarymename', message: 'Of canarymeletter' }
  const { id } = await sendOne(db, monday, { ...wrote, subject: 'Canarymesubject' })
  await replyToEnquiry(db, admin, id, { reply: 'On canarymereply', version: 1 }, monday)
  await askForNewsletter(db, { kind: 'visitor', address: '192.0.2.9' }, 'canaryme@example.org', monday)
  const register = { memberNo: 'CANARYMENUMBER', givenName: 'Canarymegiven', familyName: 'Canarymefamily' }
  const location = { institution: 'Canarymeinstitute', city: 'Canarymetown', country: 'India', listed: false }
  const person = { ...register, ...location, category: 'life', since: 1990, discipline: 'Physics' } as const
  const added = await addPerson(db, admin, person, monday)
  await db
    .updateTable('dossier')
    .set({ person_id: added.ok ? added.id : '' })
    .execute()

  const { data } = await collectPerson(
    db,
    personalData,
    admin,
    { email: 'canaryme@example.org', reason: 'Asked.' },
    monday,
  )
  const handed = JSON.stringify(data).toLowerCase()
  const missing: Record<string, string[]> = {}
  for (const [table, rows] of Object.entries(await dumpTables(db)))
    for (const [word] of rows
      .join()
      .toLowerCase()
      .matchAll(/canaryme\w*/g))
      if (!handed.includes(word)) (missing[table] ??= []).push(word)

  expect(missing).toEqual({ dossier_note: ['canarymenote'] })
  for (const other of ['seconder', 'expert', 'proposer remarks'])
    expect(handed, other).not.toContain(`canary${other}`)
})

test('a person’s certificates are included in the data, and erased with the person', async ({
  db,
  store,
  admin,
}) => {
  await makeCase(db, store)
  const id = await enrolPerson(
    db,
    {
      ...{ memberNo: 'LM-1', givenName: 'Canarynominee', familyName: 'Sample', category: 'life' },
      ...{ since: 1990, discipline: 'Physics', country: 'India', listed: false },
    },
    monday,
  )
  await db.updateTable('dossier').set({ person_id: id }).execute()
  const issued = await issueCertificate(db, admin, id, { kind: 'membership' }, monday)

  const { data } = await collectPerson(db, personalData, admin, { email: nominee, reason: 'Asked.' }, monday)
  expect(data).toMatchObject({ certificates: [{ code: issued.ok && issued.code }] })
  await erasePerson(db, { personalData, store }, admin, { email: nominee, reason: 'Asked.' }, monday)
  expect(await canaries(db, 'nominee')).toEqual([])
})

test('a listed person with a photograph is removed immediately from the directory, search, audit trail and files', async ({
  db,
  store,
  folder,
  admin,
}) => {
  await makeCase(db, store)
  const files = openFileStore(join(folder, 'public'))
  const canary = { givenName: 'Canarynominee', familyName: 'Sample', institution: 'Canarynominee Institute' }
  const rest = { memberNo: 'LM-2', since: 1990, discipline: 'Physics', country: 'India' }
  const person = { ...canary, ...rest, category: 'life', listed: true } as const
  const added = await addPerson(db, admin, person, monday)
  const id = added.ok ? added.id : ''
  await changePerson(db, admin, id, 1, { ...person, city: 'Canarynominee Town' }, monday)
  await issueCertificate(db, admin, id, { kind: 'membership' }, monday)
  const picture = await storePicture(files, { width: 2, height: 1, rgb: new Uint8Array(6) })
  await setPicture(db, files, admin, id, picture, monday)
  const shown = () => findPictureFile(db, picture.sha256, 'jpeg')
  const found = async () => (await findInSearch(db, 'canarynominee', { limit: 5, offset: 0 })).total
  await db.updateTable('dossier').set({ person_id: id }).execute()
  const version = await readContentVersion(db)
  expect([(await shown())?.sha256, await found()]).toEqual([picture.sha256, 1])

  await erasePerson(db, { personalData, store }, admin, { email: nominee, reason: 'Asked.' }, monday)

  expect([await shown(), await found()]).toEqual([undefined, 0])
  expect(await canaries(db, 'nominee')).toEqual([])
  // Cached pages are rendered again.
  expect(await readContentVersion(db)).toBeGreaterThan(version)
  await clearFiles(db, files, new Date(monday.getTime() + 1))
  expect(filesIn(join(folder, 'public'))).toEqual([])
  expect(await verifyChain(db)).toMatchObject({ ok: true })
})

test('the sealed files of a case cannot be read from the disk', async ({ db, store, folder }) => {
  await makeCase(db, store)

  for (const path of filesIn(folder)) expect(readFileSync(path).includes('the bytes of')).toBe(false)
})

test('closed cases are erased after their retention: exactly those, and once', async ({ db, store }) => {
  await changeSettings(db, system, { retentionMonths: 2 }, monday)
  await makeCase(db, store)
  const over = new Date('1995-03-02T09:00:00Z')

  expect(await eraseOldCases(db, { personalData, store }, new Date(over.getTime() - day))).toBe(0)
  expect(await eraseOldCases(db, { personalData, store }, over)).toBe(0)
  expect(await eraseOldCases(db, { personalData, store }, new Date(over.getTime() + 1))).toBe(1)
  expect(await eraseOldCases(db, { personalData, store }, new Date(over.getTime() + day))).toBe(0)
  expect(await canaries(db, 'nominee')).toEqual([])
})

test.for([
  ['1996-02-29', 24, '1994-02-28'],
  ['1995-03-31', 1, '1995-02-28'],
  ['1996-03-31', 1, '1996-02-29'],
  ['1995-01-02', 24, '1993-01-02'],
  ['1995-12-31', 6, '1995-06-30'],
] as const)('%s less %s months is %s', ([from, months, to]) => {
  expect(
    monthsBefore(new Date(`${from}T10:00:00Z`), months)
      .toISOString()
      .slice(0, 10),
  ).toBe(to)
})
