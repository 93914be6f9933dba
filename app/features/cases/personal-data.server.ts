import { fromJson, toJson } from '#db/engine/json.ts'
import type { CaseTypeName, Db } from '#db/schema/tables.ts'
import type { Erasure } from '#features/erasures/operations.server.ts'
import type { CollectedFile, ErasedData, NamedIn, PersonalData } from '#features/erasures/personal-data.ts'
import { listFilesOfCase } from '#features/forms/personal-data.server.ts'
import type { Answers } from '#features/forms/questions.ts'
import { forgetLettersAbout } from '#features/mail/personal-data.server.ts'
import type { CaseType } from './case-type.ts'
import { ownAnswers, withoutOwn } from './own-answers.ts'
import { writeAddresses } from './operations.server.ts'
import { noteErasedCase } from './retention.server.ts'

type CaseTypes = Record<CaseTypeName, CaseType>

declare module '#features/erasures/personal-data.ts' {
  interface PersonFound {
    cases: Pick<NamedIn, 'reference' | 'process' | 'roles' | 'isEnded' | 'isHeld'>[]
  }
}

/** Personal data in cases. What stays of an erased case is that it existed and how it ended. */
export function casesPersonalData(caseTypes: CaseTypes): PersonalData {
  return {
    listAddresses,
    find: (_db, { cases }) =>
      Promise.resolve({
        cases: cases.map(({ reference, process: caseType, roles, isEnded, isHeld }) => ({
          ...{ reference, process: caseType, roles, isEnded, isHeld },
        })),
      }),
    collect: async (db, { cases: named, address }) => {
      const cases = []
      const files: CollectedFile[] = []
      for (const one of named) {
        cases.push(await collectCase(db, caseTypes, one, address))
        if (isWhole(one)) files.push(...(await listOwnFiles(db, caseTypes, one)))
      }
      return { data: { cases }, files }
    },
    erase: async (db, { cases, address }, { now, isAgain }) => {
      if (isAgain) await endOpen(db, cases, now)
      for (const one of cases)
        if (!isWhole(one)) await forgetPart(db, caseTypes, one, address)
        else if (!isAgain) await noteErasedCase(db, one.id, now)
      return {
        hadAny: cases.length > 0,
        wholeCases: cases.filter(isWhole).map(({ id }) => id),
        auditSubjects: cases.map(({ reference }) => `case:${reference}`),
      }
    },
    forgetCase: async (db, id, now) => {
      await forgetCase(db, id, now)
      return []
    },
    // First, so that cases that were open in the backup get their final state.
    repeat: { kind: 'case', isBeforeAddresses: true, erase: repeatCases },
  }
}

/** A case is erased completely with the person it is about; of others only their own part is erased. */
function isWhole({ roles }: NamedIn): boolean {
  return roles.includes('subject')
}

async function listAddresses(db: Db): Promise<string[]> {
  const confirmations = await db.selectFrom('confirmation').select('email').distinct().execute()
  const cases = await db.selectFrom('dossier').select(['answers', 'subject_key', 'sender_email']).execute()
  return [
    ...confirmations.map(({ email }) => email),
    ...cases.flatMap(({ answers, subject_key, sender_email }) => [
      subject_key,
      sender_email,
      ...textsIn(fromJson<unknown>(answers))
        .filter((text) => text.includes('@'))
        .map((text) => text.trim()),
    ]),
  ]
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** The person's own part, and nobody else's. */
async function collectCase(
  db: Db,
  caseTypes: CaseTypes,
  { id, reference, process: caseType, state, roles }: NamedIn,
  address: string,
) {
  const { answers, received_at, ended_at } = await db
    .selectFrom('dossier')
    .select(['answers', 'received_at', 'ended_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const typed = fromJson<Answers>(answers)
  const { othersAnswers } = caseTypes[caseType]
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
    answers: Object.assign({}, ...roles.map((role) => ownAnswers(othersAnswers, role, typed, address))),
    confirmations: confirmations.map(({ answer, ...requested }) => ({
      ...requested,
      answer: answer === null ? null : fromJson<object>(answer),
    })),
  }
}

async function listOwnFiles(
  db: Db,
  caseTypes: CaseTypes,
  { id, reference, process: caseType }: NamedIn,
): Promise<CollectedFile[]> {
  const { confidentialFiles } = caseTypes[caseType].othersAnswers
  const files = await listFilesOfCase(db, id)
  return files
    .filter(({ question }) => !confidentialFiles.includes(question))
    .map(({ question, name, bytes, sha256, file_key }, at) => ({
      path: `files/${reference}/${at + 1}-${question}-${name}`,
      sha256,
      fileKey: file_key ?? '',
      bytes,
    }))
}

const erasedName = 'Erased'

/** Erases everything a case says, with its notes and confirmations. */
async function forgetCase(db: Db, id: string, now: Date): Promise<void> {
  await db.deleteFrom('dossier_text').where('dossier_id', '=', id).execute()
  await db.deleteFrom('case_decision').where('dossier_id', '=', id).execute()
  await db.deleteFrom('dossier_note').where('dossier_id', '=', id).execute()
  await db.deleteFrom('case_fact').where('dossier_id', '=', id).execute()
  await db.deleteFrom('dossier_address').where('dossier_id', '=', id).execute()
  await db.deleteFrom('confirmation').where('dossier_id', '=', id).execute()
  await db.updateTable('dossier_move').set({ facts: '{}' }).where('dossier_id', '=', id).execute()
  await db
    .updateTable('dossier')
    .set({
      answers: '{}',
      facts: '{}',
      subject_name: erasedName,
      subject_key: `erased:${id}`,
      sender_name: erasedName,
      sender_email: '',
      institution: '',
      payment_key: null,
      gender: null,
      hold_reason: null,
      person_id: null,
      assigned_to: null,
      erased_at: now.getTime(),
    })
    .where('id', '=', id)
    .execute()
}

/** Removes a person's own part from a case that is about someone else. */
async function forgetPart(
  db: Db,
  caseTypes: CaseTypes,
  { id, process: caseType, roles }: NamedIn,
  email: string,
): Promise<void> {
  const { answers } = await db
    .selectFrom('dossier')
    .select('answers')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { othersAnswers } = caseTypes[caseType]
  const left = roles
    .filter((role) => role !== 'subject')
    .reduce((left, role) => withoutOwn(othersAnswers, role, left, email), fromJson<Answers>(answers))
  await db
    .updateTable('dossier')
    .set({
      answers: toJson(left),
      ...(roles.includes('proposer') && { sender_name: erasedName, sender_email: '' }),
    })
    .where('id', '=', id)
    .execute()
  await forgetFactsAbout(db, id, roles)
  await db.deleteFrom('confirmation').where('dossier_id', '=', id).where('email', '=', email).execute()
  await writeAddresses(db, id, caseTypes[caseType], left)
  // Letters to the others and earlier versions name the same people and are not needed once the case is closed.
  await forgetLettersAbout(db, id)
  await db.deleteFrom('case_decision').where('dossier_id', '=', id).execute()
  await db.deleteFrom('dossier_text').where('dossier_id', '=', id).execute()
}

/** What the office has entered about someone for the rules. */
async function forgetFactsAbout(db: Db, id: string, roles: readonly string[]): Promise<void> {
  const entered = await db.selectFrom('case_fact').select('name').where('dossier_id', '=', id).execute()
  const own = entered.map(({ name }) => name).filter((name) => roles.includes(name.split('.')[0] ?? ''))
  await db
    .deleteFrom('case_fact')
    .where('dossier_id', '=', id)
    .where('name', 'in', ['', ...own])
    .execute()
}

async function endOpen(db: Db, cases: readonly NamedIn[], now: Date): Promise<void> {
  const open = cases.filter(({ isEnded }) => !isEnded).map(({ id }) => id)
  await db
    .updateTable('dossier')
    .set({ ended_at: now.getTime() })
    .where('id', 'in', ['', ...open])
    .execute()
}

async function repeatCases(db: Db, erasures: readonly Erasure[], now: Date): Promise<ErasedData> {
  const wholeCases: string[] = []
  const auditSubjects: string[] = []
  for (const erasure of erasures) {
    const reference = await endAgain(db, erasure, now)
    if (reference === undefined) continue
    wholeCases.push(erasure.key)
    auditSubjects.push(`case:${reference}`)
  }
  return { wholeCases, auditSubjects }
}

/** Gives a case its final state. Returns its reference, or nothing if it is missing or already erased. */
async function endAgain(db: Db, { key, state, ended_at }: Erasure, now: Date): Promise<string | undefined> {
  const caseRow = await db
    .selectFrom('dossier')
    .select(['reference', 'ended_at'])
    .where('id', '=', key)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (caseRow?.ended_at === null && state !== null)
    await db
      .updateTable('dossier')
      .set({ state, ended_at: ended_at ?? now.getTime() })
      .where('id', '=', key)
      .execute()
  return caseRow?.reference
}
