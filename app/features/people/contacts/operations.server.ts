import { lockWork } from '#db/engine/lock.server.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { ContactValues } from './contact-fields.ts'
import { findContact, type PersonContact } from './queries.server.ts'

interface ContactChange extends ContactValues {
  personId: string
  /** The version that the form was filled from. */
  version: number
}

export type SavedContact =
  | { ok: true }
  | { ok: false; reason: 'not-found' }
  /** Someone else has saved since; what they saved is included. */
  | { ok: false; reason: 'conflict'; current: PersonContact }

/** Saves how to reach a person. A new email address is not proved. The audit trail names the fields, not the values. */
export function saveContact(
  db: Db,
  actor: Actor,
  { personId, version, ...values }: ContactChange,
  now: Date,
): Promise<SavedContact> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'register')
    if (!(await isInRegister(db, personId))) return { ok: false, reason: 'not-found' }
    const current = await findContact(db, personId)
    if (current.version !== version) return { ok: false, reason: 'conflict', current }
    const changed = fields.filter((field) => current[field] !== values[field])
    if (changed.length === 0) return { ok: true }
    const emailProvedAt = current.email === values.email ? current.emailProvedAt : null
    await write(db, personId, { ...values, emailProvedAt }, version + 1, now)
    await record(db, actor, 'person.contact-changed', `person:${personId}`, { fields: changed }, now)
    return { ok: true }
  })
}

const fields = ['email', 'phone', 'postalAddress'] as const

/** Takes over what someone has proved. What is not said stays. */
export async function learnContact(
  db: Db,
  personId: string,
  learned: Partial<ContactValues> & { emailProvedAt: number | null },
  now: Date,
): Promise<void> {
  const current = await findContact(db, personId)
  const email = (learned.email ?? '').trim().toLowerCase() || current.email
  const isOther = email !== current.email
  const emailProvedAt = learned.emailProvedAt ?? (isOther ? null : current.emailProvedAt)
  const contact = {
    email,
    emailProvedAt: email === '' ? null : emailProvedAt,
    phone: learned.phone?.trim() || current.phone,
    postalAddress: learned.postalAddress?.trim() || current.postalAddress,
  }
  await write(db, personId, contact, current.version + 1, now)
}

interface LearnedFromCase {
  /** Where the person answered by a link that we mailed; empty if nobody did. */
  provedEmail: string
  phone: string
  postalAddress: string
}

/**
 * Takes over what the form of a case says. An email address that the register has stays: only its owner changes it, on
 * the own page, where both addresses are proved. The rest is replaced only if the case was answered from there. Returns
 * the address that the register has now.
 */
export async function learnFromCase(
  db: Db,
  personId: string,
  said: LearnedFromCase,
  now: Date,
): Promise<string> {
  const current = await findContact(db, personId)
  const proved = said.provedEmail.trim().toLowerCase()
  const email = current.email || proved
  const isOwner = proved !== '' && proved === email
  const pick = (said: string, known: string) => (isOwner ? said.trim() || known : known || said.trim())
  const contact = {
    email,
    emailProvedAt: isOwner ? now.getTime() : current.emailProvedAt,
    phone: pick(said.phone, current.phone),
    postalAddress: pick(said.postalAddress, current.postalAddress),
  }
  await write(db, personId, contact, current.version + 1, now)
  return email
}

/** A contact before an import, and the version that the import wrote. */
export interface ImportedContact {
  before: PersonContact
  after: number
}

/** Takes over what a file says, unless nothing changes. An address that the person has proved stays. */
export async function importContact(
  db: Db,
  personId: string,
  said: Partial<ContactValues>,
  now: Date,
): Promise<ImportedContact | undefined> {
  if (Object.keys(said).length === 0) return undefined
  const before = await findContact(db, personId)
  const email = before.emailProvedAt === null ? (said.email ?? before.email) : before.email
  const contact = { ...before, ...said, email }
  if (fields.every((field) => contact[field] === before[field])) return undefined
  const after = before.version + 1
  await write(db, personId, contact, after, now)
  return { before, after }
}

/** Whether the contact of the other entry says something that only it says. */
export async function fillsContact(db: Db, mainId: string, duplicateId: string): Promise<boolean> {
  const [main, duplicate] = [await findContact(db, mainId), await findContact(db, duplicateId)]
  return fields.some((field) => main[field] === '' && duplicate[field] !== '')
}

/** For a merge: takes over what only the contact of the other entry says. Returns the version of the contact then. */
export async function fillContact(db: Db, mainId: string, duplicateId: string, now: Date): Promise<number> {
  const [main, duplicate] = [await findContact(db, mainId), await findContact(db, duplicateId)]
  if (!(await fillsContact(db, mainId, duplicateId))) return main.version
  const contact = {
    email: main.email || duplicate.email,
    emailProvedAt: main.email ? main.emailProvedAt : duplicate.emailProvedAt,
    phone: main.phone || duplicate.phone,
    postalAddress: main.postalAddress || duplicate.postalAddress,
  }
  const version = main.version + 1
  await write(db, mainId, contact, version, now)
  return version
}

/** As it was before a merge or an import. */
export async function putContactBack(
  db: Db,
  personId: string,
  before: PersonContact,
  now: Date,
): Promise<void> {
  await write(db, personId, before, (await findContact(db, personId)).version + 1, now)
  if (before.version === 0) await db.deleteFrom('person_contact').where('person_id', '=', personId).execute()
}

/** Removes an address from everyone who is reached there. Returns how many that were. */
export async function forgetEmail(db: Db, email: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('person_contact')
    .set((eb) => ({
      email: null,
      email_proved_at: null,
      updated_at: now.getTime(),
      version: eb('version', '+', 1),
    }))
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

type Written = ContactValues & { emailProvedAt: number | null }

async function write(db: Db, personId: string, contact: Written, version: number, now: Date) {
  const row = {
    email: contact.email || null,
    email_proved_at: contact.emailProvedAt,
    phone: contact.phone || null,
    postal_address: contact.postalAddress || null,
    updated_at: now.getTime(),
    version,
  }
  await db
    .insertInto('person_contact')
    .values({ person_id: personId, ...row })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(row))
    .execute()
  // Permanently: they would open again if the address changed back.
  await db
    .deleteFrom('own_session')
    .where('person_id', '=', personId)
    .where('helper_id', 'is', null)
    .where('email', '<>', contact.email)
    .execute()
  await db
    .deleteFrom('own_passkey')
    .where('person_id', '=', personId)
    .where('email', '<>', contact.email)
    .execute()
  // Whoever had that mailbox may have named them. Those whom the office named stay.
  await db
    .updateTable('own_helper')
    .set({ ended_at: now.getTime(), ended_by: 'address' })
    .where('person_id', '=', personId)
    .where('named_from', '<>', contact.email)
    .where('ended_at', 'is', null)
    .execute()
}

async function isInRegister(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('person')
    .select('id')
    .where('id', '=', id)
    .where('binned_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
