import type { Generated } from 'kysely'

export interface BodyTables {
  body: BodyTable
  body_term: BodyTermTable
  body_capability: BodyCapabilityTable
  body_scope: BodyScopeTable
}

export type BodyKind = 'committee' | 'council' | 'section' | 'electorate'
export type BodyPost = 'chair' | 'deputy' | 'secretary' | 'member'

export type Capability = 'office' | 'reviewer' | 'chair' | 'teller' | 'council' | 'auditor'

/** What the members of a body may do. */
interface BodyCapabilityTable {
  body_id: string
  capability: Capability
  /** Empty for cases of every type. */
  case_type: Generated<string>
}

/** A call or a discipline whose cases a body works on; without any of a kind, those of all. */
interface BodyScopeTable {
  body_id: string
  kind: 'call' | 'discipline'
  /** The id of the call, or the discipline. */
  value: string
}

interface BodyTable {
  id: string
  slug: string
  name: string
  kind: BodyKind
  purpose: string | null
  /** As `readQuorum` understands it: `5`, `1/3` or `>1/2`. */
  quorum: string | null
  /** When its page was made public; null while only staff see it. */
  public_at: number | null
  created_at: number
  updated_at: number
  version: Generated<number>
}

/** One person in one body from one day to another. */
interface BodyTermTable {
  id: string
  body_id: string
  /** Null for someone outside the register. */
  person_id: string | null
  /** The account through which the person may do what the body allows. */
  staff_id: string | null
  /** The name at the time. */
  name: string
  /** The title of the office, such as Treasurer. */
  office: string | null
  institution: string | null
  email: string | null
  post: BodyPost
  starts_on: string
  /** The last day; null while no end is known. */
  ends_on: string | null
  position: Generated<number>
  /** The council term it was taken over from. */
  entry_id: string | null
  recorded_at: number
  withdrawn_at: number | null
  withdrawn_because: string | null
}
