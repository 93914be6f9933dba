import type { CaseTypeName, Db } from '#db/schema/tables.ts'
import type { Erasure } from './operations.server.ts'

/** Each feature provides functions for the personal data that it stores; privacy handles data requests with all of them. */

export type PersonRole = 'subject' | 'proposer' | 'seconder' | 'expert'

/** A case that names someone. */
export interface NamedIn {
  id: string
  reference: string
  process: CaseTypeName
  /** What the copy says; for the own page it is the status that the person may know. */
  state: string
  roles: PersonRole[]
  isEnded: boolean
  isHeld: boolean
  personId: string | null
}

/** The person a data request is about: an address, the cases that name it, and the people in the register they are about. */
export interface DataSubject {
  address: string
  cases: readonly NamedIn[]
  people: readonly string[]
  /** The staff member who asks; cases that name them are left out. Empty for the site itself. */
  readerId: string
}

/** What staff see when they look up an address. Each feature adds its own fields. */
export interface PersonFound {}

export interface CollectedFile {
  /** Its path in the archive. */
  path: string
  sha256: string
  fileKey: string
  bytes: number
}

export interface ErasedData {
  hadAny?: boolean
  /** Cases that every feature has to erase completely. */
  wholeCases?: readonly string[]
  /** Subjects of the audit trail whose details have to be erased too. */
  auditSubjects?: readonly string[]
}

export interface PersonalData {
  /** Every address that the feature stores something about. */
  listAddresses?: (db: Db) => Promise<string[]>
  /** The people in the register whom an address belongs to. */
  findPeople?: (db: Db, address: string) => Promise<string[]>
  find?: (db: Db, subject: DataSubject) => Promise<Partial<PersonFound>>
  /** For the copy that the person gets. */
  collect?: (db: Db, subject: DataSubject) => Promise<{ data: object; files?: CollectedFile[] }>
  /** The reason why the person cannot be erased, if there is one. */
  refuse?: (db: Db, subject: DataSubject) => Promise<'has-account' | undefined>
  /** Erases the person. `isAgain` after a restore: the erasure is not recorded a second time. */
  erase?: (db: Db, subject: DataSubject, when: { now: Date; isAgain: boolean }) => Promise<ErasedData>
  /** Erases what the feature stores about a case. Returns the hashes of its files, to be removed after the transaction. */
  forgetCase?: (db: Db, caseId: string, now: Date) => Promise<string[]>
  /** After a restore: erases by id what was erased before. */
  repeat?: {
    kind: Exclude<Erasure['kind'], 'address'>
    /** Runs before erased addresses are looked up in the rest. */
    isBeforeAddresses?: true
    erase: (db: Db, erasures: readonly Erasure[], now: Date) => Promise<ErasedData>
  }
}
