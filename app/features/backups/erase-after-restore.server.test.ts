import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openDatabase } from '#db/engine/engine.server.ts'
import { findInSearch } from '#db/search/search.server.ts'
import { system } from '#features/audit/actor.ts'
import { verifyChain } from '#features/audit/verify.server.ts'
import { addNote } from '#features/cases/operations.server.ts'
import { eraseOldEnquiries } from '#features/enquiries/retention.server.ts'
import { clearFiles } from '#features/media/orphaned-files.server.ts'
import { addPerson, emptyPeopleBin, movePeople } from '#features/people/editing.server.ts'
import { setPicture } from '#features/people/pictures.server.ts'
import {
  erasureListName,
  readErasureList,
  siteOf,
  writeErasureList,
} from '#features/erasures/erasure-list.server.ts'
import { eraseOldCases, erasePerson } from '#features/privacy/operations.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { mailingJob } from '#features/newsletter/jobs.ts'
import { leaveAddress, leaveNewsletter } from '#features/newsletter/operations.server.ts'
import { sendNextLetters, resumeMailings, startMailing } from '#features/newsletter/mailing.server.ts'
import { personalData } from '#routes/request/personal-data.server.ts'
import { openStores } from '#server/files/stores.server.ts'
import { runDueJobs } from '#server/jobs/jobs.server.ts'
import { queueLetter } from '#server/mail/mail.server.ts'
import { backupKey, dumpAll, test, type EmptySite, type SourceSite } from '#test/makers/backups.ts'
import { caseOrigin, passerBy } from '#test/makers/cases.ts'
import { makeCase, makeCaseworker } from '#test/makers/casework.ts'
import { monday } from '#test/harness/db.ts'
import { sendOne } from '#test/makers/enquiries.ts'
import { addSubscribers, makeIssue } from '#test/makers/newsletters.ts'
import { releaseMail } from './release.server.ts'
import { restoreBackup } from './restore.server.ts'
import { writeBackup } from './write.server.ts'

/** Test H5 for backups. Unique values stand for people; if one is found, something is still stored. */

const day = 86_400_000
const later = (days: number) => new Date(monday.getTime() + days * day)
const backedUp = later(1)
const restoredAt = later(70)

const nominee = 'canary-nominee@example.org'
const proposer = 'canary-proposer@example.org'
const sender = 'canary-sender@example.org'

/** People everywhere a person can occur. What is done to them after the backup is returned as functions. */
async function fillWithPeople({ db, files, privateFiles: store }: SourceSite) {
  const admin = await makeCaseworker(db, monday, { role: 'admin' })
  const cv = (text: string) => ({
    ...{ question: 'vitae', name: 'cv.pdf', mediaType: 'application/pdf', bytes: Buffer.from(text), store },
  })
  const about = { firstName: 'Canarynominee', email: nominee, proposerName: 'Ben', citation: 'Canary light' }
  const reference = await makeCase(db, monday, { changes: about, files: [cv('canary one')] })
  await addNote(db, admin, reference, 'About canary nominee', monday)
  const letter = { kind: 'case.status', subject: 'Canary', text: 'Dear canary', html: '<p>Canary' }
  await queueLetter(db, { ...letter, to: nominee }, monday)
  const named = { proposerName: 'Canaryproposer', proposerEmail: proposer, remarks: 'canary remarks' }
  const other = await makeCase(db, monday, { changes: named, state: 'declined' })
  const old = { firstName: 'Canaryold', email: 'canary-old@example.org' }
  const ended = await makeCase(db, monday, { changes: old, state: 'declined', files: [cv('canary two')] })

  const person = await addPerson(
    db,
    admin,
    {
      ...{ memberNo: 'LM-7001', givenName: 'Canarynominee', familyName: 'Sample', category: 'life' as const },
      ...{ since: 1990, discipline: 'Physics' as const, country: 'India', listed: true },
    },
    monday,
  )
  const personId = person.ok ? person.id : ''
  await db.updateTable('dossier').set({ person_id: personId }).where('reference', '=', reference).execute()
  const bytes = Buffer.from('canary picture')
  const master = { bytes, width: 1, height: 1 } as never
  await setPicture(db, files, system, personId, { sha256: await files.put(bytes), master }, monday)
  const binned = await addPerson(
    db,
    admin,
    {
      ...{ memberNo: 'LM-7002', givenName: 'Canarybinned', familyName: 'Sample', category: 'life' as const },
      ...{ since: 1990, discipline: 'Physics' as const, country: 'India', listed: true },
    },
    monday,
  )

  await sendOne(db, monday, { email: sender, name: 'Canary Sender', message: 'I am the canary sender.' })
  const closed = await sendOne(db, monday, { message: 'The message of a canary, closed long ago.' })
  const [reader = ''] = await addSubscribers(db, 1, monday)
  await db
    .updateTable('subscriber')
    .set({ email: 'canary-reader@example.org' })
    .where('email', '=', reader)
    .execute()
  return { admin, reference, other, ended, closed, binnedId: binned.ok ? binned.id : '' }
}

async function forgetAll(sourceSite: SourceSite, made: Awaited<ReturnType<typeof fillWithPeople>>) {
  const { db, privateFiles: store } = sourceSite
  const { admin, reference, closed, binnedId } = made
  const end = { state: 'declined', ended_at: later(2).getTime() }
  await db.updateTable('dossier').set(end).where('reference', '=', reference).execute()
  for (const email of [nominee, proposer, sender])
    expect(
      await erasePerson(db, { personalData, store }, admin, { email, reason: 'Asked by letter.' }, later(3)),
    ).toMatchObject({
      ok: true,
    })
  await changeSettings(db, system, { retentionMonths: 1 }, later(3))
  expect(await eraseOldCases(db, { personalData, store }, later(40))).toBeGreaterThan(0)
  const shut = { state: 'closed' as const, closed_at: monday.getTime() }
  await db.updateTable('enquiry').set(shut).where('id', '=', closed.id).execute()
  await eraseOldEnquiries(db, later(40))
  await movePeople(db, admin, 'bin', [binnedId], later(4))
  expect(await emptyPeopleBin(db, later(40))).toBe(1)
  await leaveAs(sourceSite, 'canary-reader@example.org')
  await clearFiles(db, sourceSite.files, later(40))
}

async function leaveAs({ db }: SourceSite, email: string) {
  const subscriber = await db
    .selectFrom('subscriber')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const address = new URL(await leaveAddress(db, caseOrigin, subscriber.id))
  expect(
    await leaveNewsletter(db, passerBy, address.searchParams.get('token') ?? '', later(5)),
  ).toMatchObject({ ok: true })
}

/** Where something is found: tables, files, the search. */
async function findCanaries({ database, dataDir }: EmptySite): Promise<string[]> {
  const found = Object.entries(await dumpAll(database))
    .filter(([, text]) => /canary/i.test(text))
    .map(([table]) => table)
  const db = openDatabase(database)
  if ((await findInSearch(db, 'canarynominee', { limit: 5, offset: 0 })).total > 0) found.push('search')
  if ((await findInSearch(db, 'canarybinned', { limit: 5, offset: 0 })).total > 0) found.push('search')
  await db.destroy()
  const { files } = openStores({ dataDir, objects: undefined })
  for await (const { name } of files.list())
    if ((await files.read(name)).includes('canary')) found.push('files')
  return found
}

async function listPrivate({ dataDir }: EmptySite): Promise<string[]> {
  const names = []
  for await (const { name } of openStores({ dataDir, objects: undefined }).privateFiles.list())
    names.push(name)
  return names.toSorted()
}

test('what was erased after a backup is gone after it is restored, on either engine', async ({
  sourceSite,
  makeEmptySite,
}) => {
  const made = await fillWithPeople(sourceSite)
  const path = join(sourceSite.backupDir, 'before.backup')
  mkdirSync(sourceSite.backupDir, { recursive: true })
  await writeBackup(sourceSite, path, backupKey, backedUp)
  const before = await listPrivate(sourceSite)
  await forgetAll(sourceSite, made)
  await writeErasureList(sourceSite.db, [sourceSite.dataDir, sourceSite.backupDir], later(41))
  expect(await findCanaries(sourceSite)).toEqual([])
  const after = await listPrivate(sourceSite)
  expect(after.length).toBe(before.length - 2)

  // Without the list they are all back, which proves that the following looks in the right places.
  const elsewhere = join(sourceSite.dataDir, 'elsewhere.backup')
  writeFileSync(elsewhere, readFileSync(path))
  const list = readFileSync(join(sourceSite.dataDir, erasureListName), 'utf8')
  rmSync(join(sourceSite.dataDir, erasureListName))
  const naive = await makeEmptySite()
  const { erasureList: none } = await restoreBackup(naive, elsewhere, backupKey, personalData, backedUp)
  expect(none).toBeUndefined()
  expect(await findCanaries(naive)).toEqual(
    expect.arrayContaining(['dossier', 'enquiry', 'files', 'mail', 'person', 'search', 'subscriber']),
  )
  expect(await listPrivate(naive)).toEqual(before)

  for (const target of [await makeEmptySite(), await makeEmptySite('sqlite')]) {
    const { erasureList, repeated } = await restoreBackup(target, path, backupKey, personalData, restoredAt)

    expect(erasureList).toMatchObject({ asOf: later(41), unreadable: 0 })
    expect(repeated).toBe(erasureList?.erasures.length)
    expect(await findCanaries(target)).toEqual([])
    expect(await listPrivate(target)).toEqual(after)
    const db = openDatabase(target.database)
    expect(await verifyChain(db)).toMatchObject({ ok: true })
    const left = db.selectFrom('dossier').select(['state', 'subject_name', 'ended_at'])
    expect(await left.where('reference', '=', made.reference).execute()).toEqual([
      { state: 'declined', subject_name: 'Erased', ended_at: later(2).getTime() },
    ])
    expect(await db.selectFrom('erasure').select('id').execute()).toHaveLength(repeated)
    await db.destroy()
  }
  expect(list).not.toMatch(/canary|example\.org/i)
})

test('what came after an erasure stays, even about the same person, and nothing is erased twice', async ({
  sourceSite,
  makeEmptySite,
}) => {
  const { db } = sourceSite
  const address = 'returning@example.org'
  const admin = await makeCaseworker(db, monday, { role: 'admin' })
  await sendOne(db, monday, { email: address })
  await erasePerson(
    db,
    { personalData, store: sourceSite.privateFiles },
    admin,
    { email: address, reason: 'Asked.' },
    monday,
  )
  await sendOne(db, later(2), { email: address, message: 'Here I am again.' })
  const path = join(sourceSite.backupDir, 'after.backup')
  await writeErasureList(db, [sourceSite.backupDir], later(2))
  await writeBackup(sourceSite, path, backupKey, later(2))
  const target = await makeEmptySite()
  const { repeated } = await restoreBackup(target, path, backupKey, personalData, later(3))

  expect(repeated).toBe(0)
  const restored = openDatabase(target.database)
  expect(
    await restored.selectFrom('enquiry').select('body').where('email', '=', address).execute(),
  ).toMatchObject([{ body: 'Here I am again.' }])
  await restored.destroy()
})

test('the list is append-only, says once a day that it is complete, and survives a torn line', async ({
  sourceSite,
  makeEmptySite,
}) => {
  const { dataDir } = await makeEmptySite()
  const path = join(dataDir, erasureListName)
  await writeErasureList(sourceSite.db, [dataDir], monday)
  await writeErasureList(sourceSite.db, [dataDir, dataDir], new Date(monday.getTime() + day))
  const first = readFileSync(path, 'utf8')
  expect(first.split('\n').filter((line) => line.includes('asOf'))).toHaveLength(1)
  writeFileSync(path, `${first}{"id":"torn","at":`)
  await writeErasureList(sourceSite.db, [dataDir], later(2))

  expect(readFileSync(path, 'utf8').startsWith(first)).toBe(true)
  expect(await readErasureList([dataDir])).toMatchObject({ asOf: later(2), unreadable: 1, paths: [path] })
  expect(existsSync(join(dataDir, 'other'))).toBe(false)
  expect(await readErasureList([join(dataDir, 'other')])).toBeUndefined()
})

test('what another site listed in the same folder is not taken', async ({ sourceSite, makeEmptySite }) => {
  const { dataDir } = await makeEmptySite()
  const erased = { at: 1, kind: 'address', key: 'someone@example.org', state: null, ended_at: null }
  const lines = [
    { id: 'theirs', ...erased, site: 'another' },
    { asOf: later(9).getTime(), site: 'another' },
  ]
  writeFileSync(join(dataDir, erasureListName), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const site = await siteOf(sourceSite.db)
  expect(await readErasureList([dataDir], site)).toBeUndefined()

  await writeErasureList(sourceSite.db, [dataDir], later(2))
  const read = await readErasureList([dataDir], site)
  expect(read?.asOf).toEqual(later(2))
  expect(read?.erasures.map(({ id }) => id)).not.toContain('theirs')
})

test('a mailing that was running continues when the administrator lets the restored copy send letters', async ({
  sourceSite,
  makeEmptySite,
}) => {
  const { db } = sourceSite
  const admin = await makeCaseworker(db, monday, { role: 'admin' })
  const addresses = await addSubscribers(db, 130, monday)
  const issue = await makeIssue(db, admin, monday)
  await startMailing(db, admin, issue.id, issue.version, monday)
  const path = join(sourceSite.backupDir, 'mailing.backup')
  await writeBackup(sourceSite, path, backupKey, monday)
  const target = await makeEmptySite()
  await restoreBackup(target, path, backupKey, personalData, later(1))
  const restored = openDatabase(target.database)
  const work = async (hours: number) => {
    const now = new Date(later(1).getTime() + hours * 3_600_000)
    const some = (step: { mailingId: string }) => sendNextLetters(restored, caseOrigin, step, now)
    await runDueJobs(restored, { [mailingJob]: some }, () => now)
  }
  const written = () => restored.selectFrom('newsletter_letter').select('mail_id').execute()
  await work(1)
  expect(await written()).toEqual([])

  expect(await releaseMail(restored, admin, later(1))).toEqual({ ok: true })
  expect(await resumeMailings(restored, later(1))).toBe(0)
  for (let hour = 2; hour < 5; hour++) await work(hour)
  expect((await written()).length).toBeGreaterThanOrEqual(addresses.length)
  expect(
    await restored.selectFrom('newsletter_mailing').select('id').where('ended_at', 'is', null).execute(),
  ).toEqual([])
  await restored.destroy()
})
