import type { Generated } from 'kysely'

export interface SiteTables {
  daily_sum: DailySumTable
  setting: SettingTable
  job: JobTable
  search_entry: SearchEntryTable
  search_term: SearchTermTable
  throttle: ThrottleTable
  audit_entry: AuditEntryTable
  audit_detail: AuditDetailTable
  audit_head: AuditHeadTable
  site_copy: SiteCopyTable
  site_import: SiteImportTable
  backup: BackupTable
  erasure: ErasureTable
  erasure_key: ErasureKeyTable
  heartbeat: HeartbeatTable
  alarm: AlarmTable
  site_key: SiteKeyTable
}

/** A requested copy and its progress. */
interface SiteCopyTable {
  id: string
  kind: 'archive' | 'static'
  state: 'waiting' | 'running' | 'done' | 'failed'
  done_count: number
  /** Zero while unknown. */
  total_count: number
  bytes: number | null
  problem: string | null
  created_at: number
  updated_at: number
  ended_at: number | null
}

/** A copy that was uploaded for import, and its progress. */
interface SiteImportTable {
  id: string
  /** The original name of the file. */
  name: string
  bytes: number
  state: 'checking' | 'checked' | 'running' | 'done' | 'refused'
  done_count: number
  total_count: number
  /** What was found in it. */
  holds: string | null
  problem: string | null
  actor: string
  /** Until then no other process takes over the work. */
  busy_until: number | null
  created_at: number
  updated_at: number
  ended_at: number | null
}

interface SettingTable {
  name: string
  value: string
  updated_at: number
}

interface JobTable {
  id: string
  kind: string
  payload: string
  run_at: number
  attempts: number
  leased_until: number | null
  leased_by: string | null
  done_at: number | null
  failed_at: number | null
  error: string | null
  created_at: number
}

/** What the site search can find; its words are in the engine's own full-text index. */
interface SearchEntryTable {
  id: Generated<number>
  subject: string
  subject_id: string
  title: string
  sort_key: string
  href: string
  summary: string
  section: string
  sample_at: number | null
  /** Its text, for excerpts and phrases. */
  body: string
  /** Its series, number and venue, as shown. */
  details: string
  /** A day, or only its year. */
  starts_on: string | null
  ends_on: string | null
  /** Lower comes first among equals. */
  weight: number
}

/** A word of an entry, and how it sounds: see `sounds.ts`. */
interface SearchTermTable {
  entry_id: number
  term: string
  sound: string
}

interface ThrottleTable {
  subject: string
  tries: number
  window_ends_at: number
}

/** The chain holds only a hash of the details, so that they can be erased without breaking it. */
interface AuditEntryTable {
  seq: number
  at: number
  actor: string
  action: string
  subject: string
  details_hash: string
  previous_hash: string
  hash: string
}

interface AuditDetailTable {
  seq: number
  salt: string
  body: string
}

interface AuditHeadTable {
  id: number
  seq: number
  hash: string
}

/** A backup that was started, and its outcome. */
interface BackupTable {
  id: string
  path: string
  state: 'running' | 'done' | 'failed'
  /** The scheduled time it is for: one process takes it. */
  slot: number | null
  made_by: 'schedule' | 'command'
  bytes: number | null
  row_count: number | null
  file_count: number | null
  problem: string | null
  /** Until then the process counts as alive. */
  busy_until: number | null
  begun_at: number
  ended_at: number | null
  /** When its file was deleted, to make room. */
  removed_at: number | null
  /** When it was last restored into a scratch folder, and what was wrong then. */
  drilled_at: number | null
  drill_problem: string | null
}

/** Something that was erased, by its id or by a hash of its address that only this site can compute. */
export interface ErasureTable {
  id: string
  at: number
  kind: 'address' | 'case' | 'enquiry' | 'subscriber' | 'person'
  key: string
  /** The final state of the case, which its erasure did not change. */
  state: Generated<string | null>
  ended_at: Generated<number | null>
}

/** One row: the key that hashes the addresses of erasures. */
interface ErasureKeyTable {
  id: number
  key: string
}

/** When a background task last ran, and since when it has existed. */
interface HeartbeatTable {
  name: string
  since: number
  at: number
}

/** Something that is wrong and was reported to administrators. */
interface SiteKeyTable {
  name: string
  fingerprint: string
  noted_at: number
}

interface AlarmTable {
  name: string
  sentence: string
  raised_at: number
}

/** How often something was read on a day of the office; names no visitor. */
interface DailySumTable {
  day: string
  kind: 'page' | 'search' | 'download' | 'referrer'
  name: string
  amount: number
}
