import type { Generated } from 'kysely'

export interface OwnPageTables {
  own_code: OwnCodeTable
  own_session: OwnSessionTable
  own_browser: OwnBrowserTable
  own_helper: OwnHelperTable
  own_passkey: OwnPasskeyTable
  own_challenge: OwnChallengeTable
  own_request: OwnRequestTable
  own_photograph: OwnPhotographTable
  own_email_change: OwnEmailChangeTable
}

/** A code to sign in with, for the browser that requested it. Also made for addresses that nobody in the register has. */
interface OwnCodeTable {
  id: string
  /** Of the cookie of that browser. */
  browser_hash: string
  email: string
  /** Null until the job has run; also set for an address that nobody has. */
  code_hash: string | null
  tries: Generated<number>
  created_at: number
  expires_at: number
}

/** Someone from the register who is signed in to the own page. */
interface OwnSessionTable {
  id: string
  token_hash: string
  /** Null while several people share the address and none of them is chosen yet. */
  person_id: string | null
  /** The address that was proved; the session ends when the contact of the person says another one. */
  email: string
  /** Set if a helper is signed in, for that person; then the address is the helper's. */
  helper_id: Generated<string | null>
  created_at: number
  last_seen_at: number
  expires_at: number
}

export type HelperEnd = 'person' | 'office' | 'helper' | 'term' | 'address'

/** Someone who uses the own page of a person, with an address of their own and within limits. */
interface OwnHelperTable {
  id: string
  person_id: string
  name: string
  email: string
  /** The address of the person when they named the helper; null if the office did, which gives a reason. */
  named_from: string | null
  reason: string | null
  named_at: number
  /** When the helper signed in for the first time, with a code mailed to their address. */
  proved_at: Generated<number | null>
  ends_at: number
  reminded_at: Generated<number | null>
  ended_at: Generated<number | null>
  ended_by: Generated<HelperEnd | null>
}

/** A browser in which someone has signed in with this address before. */
interface OwnBrowserTable {
  token_hash: string
  email: string
  expires_at: number
}

/** A passkey that opens the own page of its person. */
interface OwnPasskeyTable {
  id: string
  person_id: string
  /** The address that was proved when it was added; it is removed when the contact of the person says another one. */
  email: string
  name: string
  credential_id: string
  public_key: string
  counter: number
  /** JSON: how a browser reaches the device. */
  transports: string
  created_at: number
  used_at: number | null
}

/** What a browser is to sign with a passkey. */
interface OwnChallengeTable {
  /** Of the cookie of that browser. */
  browser_hash: string
  /** Who adds a passkey; null for signing in. */
  person_id: string | null
  challenge: string
  expires_at: number
}

export type OwnRequestKind = 'name' | 'institution' | 'photograph' | 'erasure'
type OwnRequestState = 'open' | 'approved' | 'refused' | 'withdrawn'

/** What someone in the register asks the office to change. */
interface OwnRequestTable {
  id: string
  person_id: string
  kind: OwnRequestKind
  /** JSON: the values that the person wants, by the fields of the register. */
  proposed: string
  state: Generated<OwnRequestState>
  /** What the office wrote when it decided. */
  note: string | null
  requested_at: number
  decided_at: number | null
  decided_by: string | null
}

/** The picture of a request for another photograph: sealed with a key of its own, until the request is decided. */
interface OwnPhotographTable {
  request_id: string
  name: string
  media_type: string
  bytes: number
  sha256: string
  file_key: string
}

/** A new email address on its way: the codes that were mailed to both addresses. */
interface OwnEmailChangeTable {
  person_id: string
  old_email: string
  new_email: string
  old_code_hash: string
  new_code_hash: string
  tries: Generated<number>
  expires_at: number
}
