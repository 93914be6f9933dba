import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { engineOf, openDatabase } from '#db/engine/engine.server.ts'
import { readAnchors, anchorFile } from '#features/audit/anchors.server.ts'
import { verifyChain } from '#features/audit/verify.server.ts'
import { findDraft } from '#features/forms/drafts/drafts.server.ts'
import { unseal } from '#features/forms/sealed.server.ts'
import { aLetter } from '#test/makers/enquiries.ts'
import type { Ledger } from './ledger.ts'
import type { FaultSite } from './fault-site.ts'

/** Compares what was acknowledged with what is there. Every returned sentence is a fault. */

const lettersOfNomination = 1

/** What was acknowledged since the last check, and what must always hold. */
export async function checkNew(testSite: FaultSite, ledger: Ledger): Promise<string[]> {
  return [
    ...(await checkMessages(testSite, ledger)),
    ...(await checkNominations(testSite, ledger)),
    ...(await checkAttachments(testSite, ledger)),
    ...(await checkFiles(testSite, ledger)),
    ...(await checkEditions(testSite, ledger)),
  ]
}

/**
 * Everything from the start, and what takes long: the audit trail, the letters' rows, every file; the site is running.
 */
export async function checkAll(testSite: FaultSite, ledger: Ledger): Promise<string[]> {
  Object.assign(ledger.checked, { messages: 0, nominations: 0, attachments: 0, files: 0 })
  return [
    ...(await checkNew(testSite, ledger)),
    ...(await checkPages(testSite, ledger)),
    ...(await checkDoubles(testSite)),
    ...(await checkLetterRows(testSite)),
    ...(await checkStore(testSite)),
  ]
}

type Store = Pick<FaultSite, 'address' | 'db' | 'files' | 'folder' | 'privateFiles'>

/** What must hold on every site, whatever was done there. */
export async function checkStore(testSite: Store): Promise<string[]> {
  return [
    ...(await checkStoredBytes(testSite)),
    ...(await checkTrail(testSite)),
    ...(await checkEngine(testSite)),
  ]
}

async function checkMessages({ db }: FaultSite, { messages, checked }: Ledger): Promise<string[]> {
  const faults: string[] = []
  for (const [number, reference] of [...messages].slice(checked.messages)) {
    const rows = await db
      .selectFrom('enquiry')
      .select(['id', 'reference', 'body', 'state'])
      .where('email', '=', aLetter(number).email)
      .execute()
    const [row] = rows
    if (rows.length !== 1) faults.push(`message ${number} is there ${rows.length} times`)
    else if (row?.reference !== reference) faults.push(`message ${number} has another reference`)
    else if (row.body !== aLetter(number).message) faults.push(`message ${number} has another text`)
    if (!row || row.state === 'held') continue
    const mails = await countMails(db, aLetter(number).email)
    if (mails !== 1) faults.push(`message ${number} has ${mails} letters`)
  }
  checked.messages = messages.size
  return faults
}

async function countMails(db: FaultSite['db'], recipient: string): Promise<number> {
  const rows = await db.selectFrom('mail').select('id').where('recipient', '=', recipient).execute()
  return rows.length
}

async function checkNominations(testSite: FaultSite, { nominations, checked }: Ledger): Promise<string[]> {
  const faults: string[] = []
  for (const number of [...nominations].slice(checked.nominations)) {
    const cases = await testSite.db
      .selectFrom('dossier')
      .select('id')
      .where('sender_email', '=', `p${number}@example.org`)
      .execute()
    const [found] = cases
    if (cases.length !== 1 || !found) {
      faults.push(`nomination ${number} is there ${cases.length} times`)
      continue
    }
    const mails = await testSite.db
      .selectFrom('mail')
      .select('id')
      .where('dossier_id', '=', found.id)
      .execute()
    if (mails.length !== lettersOfNomination) faults.push(`nomination ${number} has ${mails.length} letters`)
    const files = await testSite.db
      .selectFrom('attachment')
      .select('sha256')
      .where('dossier_id', '=', found.id)
      .execute()
    if (files.length === 0) faults.push(`nomination ${number} has lost its files`)
  }
  checked.nominations = nominations.size
  return faults
}

async function checkAttachments(testSite: FaultSite, { attachments, checked }: Ledger): Promise<string[]> {
  const faults: string[] = []
  for (const [token, bytes] of [...attachments].slice(checked.attachments)) {
    const draft = await findDraft(testSite.db, 'fellow', token, new Date())
    const [file] = draft?.files ?? []
    if (draft?.files.length !== 1 || !file) {
      faults.push(`a form has ${draft?.files.length ?? 'no'} files where one was accepted`)
      continue
    }
    const sealed = await testSite.privateFiles.read(file.sha256).catch(() => undefined)
    if (!sealed || !unseal(Buffer.from(file.fileKey, 'base64url'), sealed).equals(bytes))
      faults.push(`a file of a form is not as it was sent`)
  }
  checked.attachments = attachments.size
  return faults
}

async function checkFiles(testSite: FaultSite, { files, checked }: Ledger): Promise<string[]> {
  const faults: string[] = []
  for (const [id, bytes] of [...files].slice(checked.files)) {
    const file = await testSite.db.selectFrom('file').select('sha256').where('id', '=', id).executeTakeFirst()
    const saved = file && (await testSite.files.read(file.sha256).catch(() => undefined))
    if (!saved?.equals(bytes)) faults.push(`file ${id} is ${saved ? 'not as it was sent' : 'gone'}`)
  }
  checked.files = files.size
  return faults
}

async function checkEditions({ db }: FaultSite, { editions }: Ledger): Promise<string[]> {
  const faults: string[] = []
  for (const [id, edition] of editions) {
    const entry = await db
      .selectFrom('entry')
      .select(['head_version', 'live_version'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const versions = await db
      .selectFrom('entry_version')
      .select('number')
      .where('entry_id', '=', id)
      .execute()
    if (versions.length !== entry.head_version) faults.push(`entry ${id} lacks a version`)
    if ((entry.live_version ?? 0) < edition) faults.push(`edition ${edition} of ${id} is no longer published`)
  }
  return faults
}

async function checkPages({ db, site }: FaultSite, { editions }: Ledger): Promise<string[]> {
  const faults: string[] = []
  for (const [id, edition] of editions) {
    const entries = db.selectFrom('entry').select('slug').where('id', '=', id)
    const { slug } = await entries.executeTakeFirstOrThrow()
    const { text } = await site.get(`/news/${slug}`)
    const shown = [...new Set([...text.matchAll(/Edition (\d+)/g)].map(([, number]) => Number(number)))]
    if (shown.length !== 1 || shown[0]! < edition)
      faults.push(`the page of ${id} shows edition ${shown.join(' and ') || 'none'} instead of ${edition}`)
  }
  return faults
}

/** Unacknowledged messages are there once, too: a message that was sent again is the same message. */
async function checkDoubles({ db }: FaultSite): Promise<string[]> {
  const again = (column: string, table: 'enquiry' | 'dossier') =>
    db
      .selectFrom(table)
      .select([sql<string>`${sql.ref(column)}`.as('value')])
      .groupBy(sql.ref(column))
      .having(sql<number>`count(*)`, '>', 1)
      .execute()
  const found = [
    ...(await again('email', 'enquiry')),
    ...(await again('reference', 'enquiry')),
    ...(await again('sender_email', 'dossier')),
    ...(await again('reference', 'dossier')),
  ]
  return found.map(({ value }) => `${value} is there more than once`)
}

/** A letter without its job would never be sent; a job without its letter had nothing to send. */
async function checkLetterRows({ db }: FaultSite): Promise<string[]> {
  const mails = await db.selectFrom('mail').select(['id', 'sent_at']).execute()
  const jobs = await db
    .selectFrom('job')
    .select(['payload', 'done_at', 'failed_at'])
    .where('kind', '=', 'mail.send')
    .execute()
  const byMail = new Map(jobs.map((job) => [(JSON.parse(job.payload) as { mailId: string }).mailId, job]))
  const faults = mails.filter(({ id }) => !byMail.has(id)).map(({ id }) => `letter ${id} has no job`)
  const unsent = mails.filter(({ id, sent_at }) => sent_at === null && byMail.get(id)?.done_at)
  return [...faults, ...unsent.map(({ id }) => `letter ${id} counts as done and was not sent`)]
}

/** Every file that a row names is stored under its own hash. */
async function checkStoredBytes({ db, files, privateFiles }: Store): Promise<string[]> {
  const faults: string[] = []
  const named = await db.selectFrom('file').select('sha256').where('sample_at', 'is', null).execute()
  const sealed = await db.selectFrom('attachment').select('sha256').execute()
  for (const [store, rows] of [[files, named] as const, [privateFiles, sealed] as const])
    for (const { sha256 } of rows) {
      const bytes = await store.read(sha256).catch(() => undefined)
      if (!bytes) faults.push(`a row names ${sha256}, which is missing`)
      else if (createHash('sha256').update(bytes).digest('hex') !== sha256)
        faults.push(`${sha256} is damaged`)
    }
  return faults
}

async function checkTrail({ db, folder }: Store): Promise<string[]> {
  const verdict = await verifyChain(db, await readAnchors(anchorFile(folder)))
  return verdict.ok ? [] : [`the audit trail is broken at ${verdict.seq}: ${verdict.why}`]
}

/**
 * On a separate connection: on one that knew the full-text index before another process wrote to it, the check (not the
 * search) still reads the old list of its segments and considers merged ones lost.
 */
export async function checkEngine({ db: liveDb, address }: Store): Promise<string[]> {
  if (engineOf(liveDb) === 'postgres') return []
  const db = openDatabase(address)
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  await db.destroy()
  return rows.filter(({ integrity_check }) => integrity_check !== 'ok').map((row) => row.integrity_check)
}
