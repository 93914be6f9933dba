import { officeDay } from '#office-time.ts'
import { newId } from '#db/engine/id.ts'
import { toJson } from '#db/engine/json.ts'
import { lockRows } from '#db/engine/lock.server.ts'
import type { CertificateKind, Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { nextReference } from '#features/cases/references.server.ts'
import { printProblem } from '#features/people/printable-text.ts'
import type { Outcome } from '#outcome.ts'
import { categories, displayName, grades, type Category, type Grade } from '#features/people/register.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { newCode } from './new-code.server.ts'
import { officersForCertificates } from './officers.server.ts'
import type { CertificateContent } from './certificate-content.ts'

const series: Record<CertificateKind, string> = { fellowship: 'CF', membership: 'CM' }

export interface Issued {
  number: string
  code: string
}

interface Requested {
  kind: CertificateKind
  name?: string | undefined
  /**
   * Then a citation or number that cannot be printed is refused. An election or enrolment has checked what was typed for
   * it.
   */
  byHand?: boolean
}

type IssueOutcome =
  | Outcome<'not-found' | 'no-grade', Issued>
  | { ok: false; reason: 'unprintable'; sentence: string }

/**
 * Issues a certificate with what the register says now. It replaces the person's earlier one; the index
 * one_valid_certificate allows one of each kind.
 */
export function issueCertificate(
  db: Db,
  actor: Actor,
  personId: string,
  { kind, name, byHand = false }: Requested,
  now: Date,
): Promise<IssueOutcome> {
  return inTransaction(db, async (db) => {
    const person = await lockPerson(db, personId)
    if (!person) return { ok: false, reason: 'not-found' }
    if (kind === 'fellowship' && person.grade === null) return { ok: false, reason: 'no-grade' }

    const stated = stateOf(person, kind)
    const sentence = byHand ? problemOf(stated) : undefined
    if (sentence) return { ok: false, reason: 'unprintable', sentence }

    const number = await nextReference(db, series[kind], now)
    const { societyName } = await readSettings(db)
    const officers = await officersForCertificates(db)
    const statement: CertificateContent = {
      ...stated,
      ...{ number, society: societyName, issuedOn: officeDay(now) },
      name: name || displayName(person),
      sample: person.sampleAt !== null,
      ...(officers.length > 0 && { officers }),
    }
    const replaced = await replaceFormer(db, personId, kind, number, now)
    const code = newCode()
    await db
      .insertInto('certificate')
      .values({
        ...{ id: newId(), person_id: personId, kind, number, code },
        statement: toJson(statement),
        valid_to: statement.validTo,
        issued_at: now.getTime(),
      })
      .execute()
    const details = { number, ...(replaced !== undefined && { replaced }) }
    await record(db, actor, 'certificate.issued', `person:${personId}`, details, now)
    return { ok: true, number, code }
  })
}

type Person = NonNullable<Awaited<ReturnType<typeof lockPerson>>>

function lockPerson(db: Db, id: string) {
  return db
    .selectFrom('person')
    .select([
      'title',
      'given_name as givenName',
      'family_name as familyName',
      'member_no as memberNo',
      'fellow_no as fellowNo',
      'category',
      'grade',
      'since',
      'elected_year as electedYear',
      'citation',
      'valid_from as validFrom',
      'valid_to as validTo',
      'sample_at as sampleAt',
    ])
    .where('id', '=', id)
    .where('binned_at', 'is', null)
    .$call(lockRows(db))
    .executeTakeFirst()
}

function stateOf(person: Person, kind: CertificateKind) {
  if (kind === 'fellowship')
    return {
      ...{ kind, rank: grades[person.grade as Grade], holderNo: person.fellowNo },
      ...{ since: person.electedYear, validFrom: null, validTo: null, citation: person.citation },
    }
  return {
    ...{ kind, rank: categories[person.category as Category], holderNo: person.memberNo },
    ...{ since: person.since, validFrom: person.validFrom, validTo: person.validTo, citation: null },
  }
}

function problemOf({ kind, citation, holderNo }: ReturnType<typeof stateOf>): string | undefined {
  const numberLabel = kind === 'fellowship' ? 'Fellow number' : 'Member number'
  return printProblem('Citation', citation ?? '') ?? printProblem(numberLabel, holderNo ?? '')
}

async function replaceFormer(db: Db, personId: string, kind: CertificateKind, number: string, now: Date) {
  const former = await db
    .updateTable('certificate')
    .set({ revoked_at: now.getTime(), revoked_because: `Replaced by ${number}`, replaced_by: number })
    .where('person_id', '=', personId)
    .where('kind', '=', kind)
    .where('revoked_at', 'is', null)
    .returning('number')
    .executeTakeFirst()
  return former?.number
}

/** Revokes a certificate. Only staff see the reason. */
export function revokeCertificate(
  db: Db,
  actor: Actor,
  { id, personId }: { id: string; personId: string },
  reason: string,
  now: Date,
): Promise<Outcome<'not-found'>> {
  return inTransaction(db, async (db) => {
    const revoked = await db
      .updateTable('certificate')
      .set({ revoked_at: now.getTime(), revoked_because: reason })
      .where('id', '=', id)
      .where('person_id', '=', personId)
      .where('revoked_at', 'is', null)
      .returning('number')
      .executeTakeFirst()
    if (!revoked) return { ok: false, reason: 'not-found' }
    const details = { number: revoked.number, reason }
    await record(db, actor, 'certificate.revoked', `person:${personId}`, details, now)
    return { ok: true }
  })
}
