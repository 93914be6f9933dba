import type { Generated } from 'kysely'

export interface StaffTables {
  staff_user: StaffUserTable
  staff_credential: StaffCredentialTable
  staff_session: StaffSessionTable
  staff_challenge: StaffChallengeTable
  staff_passkey: StaffPasskeyTable
  staff_totp: StaffTotpTable
  staff_recovery_code: StaffRecoveryCodeTable
  staff_device: StaffDeviceTable
  staff_link: StaffLinkTable
  staff_identity: StaffIdentityTable
  user_mirror: UserMirrorTable
  sent_user: SentUserTable
}

export type StaffRole = 'editor' | 'admin'
type StaffState = 'pending' | 'active' | 'disabled'

interface StaffUserTable {
  id: string
  email: string
  name: string
  phone: string
  photo_url: string | null
  requested_role: StaffRole
  role: StaffRole | null
  state: StaffState
  email_verified_at: number | null
  /** Wrong passwords in a row. */
  failures: number
  /** Wrong second-factor codes in a row. */
  factor_failures: Generated<number>
  created_at: number
  updated_at: number
}

interface StaffCredentialTable {
  id: string
  user_id: string
  provider_id: string
  account_id: string
  password: string | null
  /** Set when the password is too short without a second factor. */
  short_at: number | null
  created_at: number
  updated_at: number
}

interface StaffSessionTable {
  id: string
  user_id: string
  token_hash: string
  second_factor_at: number | null
  /** When the password, a passkey or the app last proved who is there. */
  proved_at: number | null
  ip_address: string | null
  user_agent: string | null
  last_seen_at: number
  expires_at: number
  created_at: number
  updated_at: number
}

interface StaffChallengeTable {
  id: string
  identifier: string
  value: string
  expires_at: number
  created_at: number
  updated_at: number
}

interface StaffPasskeyTable {
  id: string
  user_id: string
  name: string | null
  public_key: string
  credential_id: string
  counter: number
  device_type: string
  backed_up_at: number | null
  transports: string | null
  aaguid: string | null
  created_at: number
}

interface StaffTotpTable {
  user_id: string
  secret: string
  confirmed_at: number | null
  last_used_step: number
}

interface StaffRecoveryCodeTable {
  user_id: string
  code_hash: string
}

interface StaffDeviceTable {
  token_hash: string
  user_id: string
  expires_at: number
}

interface StaffLinkTable {
  token_hash: string
  purpose: 'verify' | 'reset' | 'invite' | 'first-admin' | 'sign-in'
  user_id: string | null
  email: string
  role: StaffRole | null
  made_by: string | null
  expires_at: number
  used_at: number | null
  created_at: number
}

interface StaffIdentityTable {
  id: string
  user_id: string
  issuer: string
  subject: string
  email: string
  created_at: number
  last_used_at: Generated<number | null>
}

interface UserMirrorTable {
  id: number
  project_id: string
}

/** Without a reference: a row outlives its account until the record is removed there. */
interface SentUserTable {
  project_id: string
  user_id: string
}
