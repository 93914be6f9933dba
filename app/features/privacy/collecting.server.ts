import { isAboutOther } from '#db/search/hidden-cases.server.ts'
import { fromJson } from '#db/engine/json.ts'
import { liftDeadline } from '#db/engine/deadline.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { collectSender } from '#features/enquiries/person.server.ts'
import type { Answers } from '#features/forms/questions.ts'
import { hideTokens } from '#server/mail/mail-tokens.server.ts'
import { idOfReader, listNamedIn, type NamedIn } from './queries.server.ts'
import { isOwnFile, ownAnswers } from './roles.ts'

/** Everything stored about one person, for that person: their own part of each case and nobody else's. */

export interface CollectedFile {
  /** Its path in the archive. */
  path: string
  sha256: string
  fileKey: string
  bytes: number
}

export interface Collected {
  data: object
  files: CollectedFile[]
}

export function collectPerson(
  db: Db,
  actor: Actor,
  { email, reason }: { email: string; reason: string },
  now: Date,
): Promise<Collected> {
  liftDeadline()
  const address = email.toLowerCase()
  return inTransaction(db, async (db) => {
    const named = await listNamedIn(db, address, actor)
    const cases = []
    const files: CollectedFile[] = []
    for (const caseRow of named) {
      cases.push(await collectCase(db, caseRow, address))
      if (caseRow.roles.includes('subject')) files.push(...(await listOwnFiles(db, caseRow)))
    }
    const people = named.flatMap(({ personId, roles }) =>
      personId && roles.includes('subject') ? [personId] : [],
    )
    const data = {
      about: address,
      collectedAt: now.toISOString(),
      cases,
      register: await listRegisterEntries(db, people),
      certificates: await listCertificates(db, people),
      ...(await collectSender(db, address)),
      letters: await listLettersTo(db, actor, address),
      files: files.map(({ path }) => path),
    }
    await record(db, actor, 'person.data-exported', 'privacy', { reason, cases: cases.length }, now)
    return { data, files }
  })
}

async function collectCase(db: Db, { id, reference, process: caseType, roles }: NamedIn, address: string) {
  const { answers, received_at, state, ended_at } = await db
    .selectFrom('dossier')
    .select(['answers', 'received_at', 'state', 'ended_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const typed = fromJson<Answers>(answers)
  const confirmations = await db
    .selectFrom('confirmation')
    .select(['purpose', 'name', 'email', 'asked_at', 'answered_at', 'answer', 'wording'])
    .where('dossier_id', '=', id)
    .where('email', '=', address)
    .orderBy('asked_at')
    .execute()
  return {
    reference,
    process: caseType,
    roles,
    state,
    receivedAt: new Date(received_at).toISOString(),
    endedAt: ended_at === null ? null : new Date(ended_at).toISOString(),
    answers: Object.assign({}, ...roles.map((role) => ownAnswers(caseType, role, typed, address))),
    confirmations: confirmations.map(({ answer, ...requested }) => ({
      ...requested,
      answer: answer === null ? null : fromJson<object>(answer),
    })),
  }
}

async function listOwnFiles(db: Db, { id, reference }: NamedIn): Promise<CollectedFile[]> {
  const rows = await db
    .selectFrom('attachment')
    .select(['id', 'question', 'name', 'bytes', 'sha256', 'file_key'])
    .where('dossier_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows
    .filter(({ question }) => isOwnFile('subject', question))
    .map(({ question, name, bytes, sha256, file_key }, at) => ({
      path: `files/${reference}/${at + 1}-${question}-${name}`,
      sha256,
      fileKey: file_key ?? '',
      bytes,
    }))
}

function listRegisterEntries(db: Db, ids: string[]) {
  return db
    .selectFrom('person')
    .select(['member_no', 'fellow_no', 'title', 'given_name', 'family_name', 'category', 'grade', 'since'])
    .select(['elected_year', 'discipline', 'specialisation', 'institution', 'city', 'state', 'country'])
    .select(['citation', 'valid_from', 'valid_to', 'listed_at'])
    .where('id', 'in', ['', ...ids])
    .execute()
}

async function listCertificates(db: Db, ids: string[]) {
  const rows = await db
    .selectFrom('certificate')
    .select(['code', 'statement', 'issued_at', 'revoked_at', 'revoked_because'])
    .where('person_id', 'in', ['', ...ids])
    .orderBy('issued_at')
    .orderBy('id')
    .execute()
  return rows.map(({ statement, ...row }) => ({ ...row, statement: fromJson<object>(statement) }))
}

/** Without their links: the person who passes the data on must not be able to use them. */
async function listLettersTo(db: Db, reader: Actor, address: string) {
  const letters = await db
    .selectFrom('mail')
    .select(['kind', 'subject', 'body_text', 'queued_at', 'sent_at'])
    .where('recipient', '=', address)
    .where(isAboutOther(db, idOfReader(reader)))
    .orderBy('queued_at')
    .execute()
  return letters.map((letter) => ({ ...letter, body_text: hideTokens(letter.body_text) }))
}
