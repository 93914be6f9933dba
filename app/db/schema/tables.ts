import type { Generated, Kysely, Transaction } from 'kysely'

/** The shape of every table. Times are milliseconds UTC, days are ISO text, JSON is text. */

export type Db = Kysely<Tables> | Transaction<Tables>

export interface Tables {
  setting: SettingTable
  content_version: ContentVersionTable
  entry: EntryTable
  entry_version: EntryVersionTable
  entry_version_ref: EntryVersionRefTable
  live_ref: LiveRefTable
  working_copy: WorkingCopyTable
  working_copy_snapshot: WorkingCopySnapshotTable
  presence: PresenceTable
  preview_link: PreviewLinkTable
  redirect: RedirectTable
  menu_item: MenuItemTable
  person: PersonTable
  people_import: PeopleImportTable
  people_import_row: PeopleImportRowTable
  file: FileTable
  picture_variant: PictureVariantTable
  earlier_file: EarlierFileTable
  leftover: OrphanedFileTable
  upload: UploadTable
  job: JobTable
  search_entry: SearchEntryTable
  staff_user: StaffUserTable
  staff_credential: StaffCredentialTable
  staff_session: StaffSessionTable
  staff_challenge: StaffChallengeTable
  staff_passkey: StaffPasskeyTable
  staff_totp: StaffTotpTable
  staff_recovery_code: StaffRecoveryCodeTable
  staff_device: StaffDeviceTable
  staff_link: StaffLinkTable
  throttle: ThrottleTable
  audit_entry: AuditEntryTable
  audit_detail: AuditDetailTable
  audit_head: AuditHeadTable
  mail: MailTable
  site_copy: SiteCopyTable
  site_import: SiteImportTable
  form_draft: FormDraftTable
  form_charge: FormChargeTable
  dossier: CaseTable
  payment_import: PaymentImportTable
  payment_line: PaymentLineTable
  dossier_move: CaseMoveTable
  dossier_note: CaseNoteTable
  attachment: AttachmentTable
  confirmation: ConfirmationTable
  reference_counter: ReferenceCounterTable
  letter_wording: LetterWordingTable
  dossier_text: CaseTextTable
  dossier_address: CaseAddressTable
  letter_case: LetterCaseTable
  certificate: CertificateTable
  enquiry: EnquiryTable
  enquiry_event: EnquiryEventTable
  subscriber: SubscriberTable
  subscriber_link: SubscriberLinkTable
  backup: BackupTable
  mail_hold: MailHoldTable
  erasure: ErasureTable
  erasure_key: ErasureKeyTable
  newsletter_mailing: NewsletterMailingTable
  newsletter_letter: NewsletterLetterTable
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

/** One row. Its number rises with every change a visitor could see. */
interface ContentVersionTable {
  id: number
  version: number
  changed_at: number
}

export type EntryState = 'draft' | 'in_review' | 'scheduled' | 'published' | 'archived' | 'binned'

/** The state describes the newest version, the live version is what visitors see. */
interface EntryTable {
  id: string
  kind: string
  slug: string
  parent_id: string | null
  position: number
  state: EntryState
  head_version: number
  live_version: number | null
  published_at: number | null
  publish_at: number | null
  unpublish_at: number | null
  binned_at: number | null
  sample_at: number | null
  created_at: number
  updated_at: number
  updated_by: string | null
}

/** What one save of an entry held. The dates and the year are copied from the data, for sorting. */
interface EntryVersionTable {
  entry_id: string
  number: number
  title: string
  data: string
  year: number | null
  starts_on: string | null
  ends_on: string | null
  saved_at: number
  saved_by: string | null
  note: string | null
}

/** Every file and every internal address that a version names. */
interface EntryVersionRefTable {
  entry_id: string
  number: number
  kind: 'file' | 'link'
  target: string
}

/** The references of live versions. The database maintains this table; the code never writes it. */
interface LiveRefTable {
  kind: 'file' | 'link'
  target: string
  entry_id: string
}

/** What someone has typed into an entry and not saved yet, one for each person. */
interface WorkingCopyTable {
  entry_id: string
  staff_id: string
  base_version: number
  data: string
  saved_at: number
  /** Changes with every write. A writer names the one it has seen. */
  revision: Generated<string>
  /** The open page that wrote it last. */
  page_id: Generated<string>
  /** Fields as typed that do not fit the schema, by path; `data` lacks them. */
  raw: Generated<string>
  snapshot_at: Generated<number>
}

/** A working copy as it was before something replaced it. */
interface WorkingCopySnapshotTable {
  id: string
  entry_id: string
  staff_id: string
  base_version: number
  data: string
  raw: string
  typed_at: number
  /** The fields in which it contradicts the working copy, until its owner has chosen. */
  conflicts: string | null
}

interface PresenceTable {
  entry_id: string
  staff_id: string
  seen_at: number
}

interface PreviewLinkTable {
  token_hash: string
  entry_id: string
  made_by: string
  expires_at: number
  created_at: number
}

/** A former address and the one that replaced it. */
interface RedirectTable {
  from_path: string
  to_path: string
  created_at: number
}

/** An entry in a list of the menu, where staff changed that list. */
interface MenuItemTable {
  menu: 'now' | 'before'
  list: string
  item: string
  position: number
  /** Null where it keeps the name of the specification. */
  label: string | null
  /** Only entries added by staff have an address here; the others have the specification's. */
  href: string | null
}

interface PersonTable {
  id: string
  member_no: string
  fellow_no: string | null
  title: string | null
  given_name: string
  family_name: string
  sort_name: string
  search_name: string
  category: string
  grade: string | null
  since: number
  elected_year: number | null
  discipline: string
  specialisation: string | null
  institution: string | null
  city: string | null
  state: string | null
  country: string
  citation: string | null
  died_year: number | null
  listed_at: number | null
  sample_at: number | null
  created_at: number
  updated_at: number
  /** Rises with every change, so that no one overwrites what they have not seen. */
  version: Generated<number>
  binned_at: number | null
  /** Remembered while the person is deleted, when nobody is listed. */
  listed_before_bin_at: number | null
  /** The member number to order and compare by: LM-2 before LM-10, "lm 2" the same as "LM-2". */
  number_key: Generated<string>
  /** The words of name, numbers and institution, each between spaces. */
  search_all: Generated<string>
  /** The first and last day of the membership; no last day for life. */
  valid_from: string | null
  valid_to: string | null
  /** A file of the library, shown on the person's page while the person is listed. */
  picture_id: string | null
}

export type PeopleImportState =
  | 'reading'
  | 'mapping'
  | 'checking'
  | 'checked'
  | 'running'
  | 'done'
  | 'undoing'
  | 'undone'
  | 'refused'

/** One imported file of people and its progress. */
interface PeopleImportTable {
  id: string
  file_name: string
  state: PeopleImportState
  headings: string
  mapping: string | null
  row_count: number
  done_count: number
  added: number
  updated: number
  skipped: number
  failed: number
  kept: number
  actor: string
  problem: string | null
  created_at: number
  updated_at: number
  ended_at: number | null
}

/** One row of such a file: as it came, what was found about it, and the outcome. */
interface PeopleImportRowTable {
  import_id: string
  number: number
  cells: string
  person: string | null
  problem: string | null
  match_id: string | null
  match_kind: 'number' | 'name' | null
  decision: 'skip' | 'update' | 'add' | null
  result: 'added' | 'updated' | 'skipped' | 'failed' | 'removed' | 'put-back' | 'binned' | 'kept' | null
  person_id: string | null
  before: string | null
  after_version: number | null
}

interface FileTable {
  id: string
  sha256: string
  name: string
  media_type: string
  bytes: number
  width: number | null
  height: number | null
  sample_at: number | null
  created_at: number
  /** Of the bytes as uploaded, to recognise a file that is uploaded again. */
  original_sha256: string | null
  alt: Generated<string>
  caption: Generated<string>
  credit: Generated<string>
  /** What must stay in view where a picture is cropped, in percent from the left and from the top. */
  focus_x: Generated<number>
  focus_y: Generated<number>
  crop_left: number | null
  crop_top: number | null
  crop_width: number | null
  crop_height: number | null
  pages: number | null
  /** The picture made of a document's first page. */
  cover_id: string | null
  removed_at: number | null
}

/** What a file was before it was replaced. */
interface EarlierFileTable {
  id: string
  file_id: string
  sha256: string
  original_sha256: string | null
  name: string
  media_type: string
  bytes: number
  width: number | null
  height: number | null
  pages: number | null
  replaced_at: number
}

/** Bytes that no row names any more; pictures among them are still shown on pages that are open somewhere. */
interface OrphanedFileTable {
  sha256: string
  format: 'avif' | 'webp' | 'jpeg' | 'none'
  bytes: number
  remove_at: number
}

/** A file that is being uploaded. */
interface UploadTable {
  id: string
  user_id: string
  name: string
  bytes: number
  received: number
  replaces: string | null
  file_id: string | null
  busy_until: number | null
  created_at: number
  updated_at: number
}

interface PictureVariantTable {
  file_id: string
  format: 'avif' | 'webp' | 'jpeg'
  width: number
  height: number
  sha256: string
  bytes: number
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
}

export type StaffRole = 'editor' | 'admin'
export type StaffState = 'pending' | 'active' | 'disabled'

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

interface MailTable {
  id: string
  kind: string
  recipient: string
  subject: string
  body_text: string
  body_html: string
  message_id: string
  queued_at: number
  sent_at: number | null
  failed_at: number | null
  error: string | null
  /** The case that it is about. */
  dossier_id: string | null
  /** When it bounced, as reported by the office or the mailbox. */
  bounced_at: number | null
  bounce_note: string | null
  /** Where mail programs unsubscribe the recipient, for letters to many. */
  unsubscribe_url: string | null
  /**
   * Until when it waits because the address has had its letters of the day; then it is sent in one letter with others.
   */
  held_until: number | null
  /** The tokens in its links, until it is sent; they are never stored in the clear. */
  sealed_links: string | null
}

export type CaseTypeName = 'fellow' | 'associate-fellow' | 'membership'

/** A form that was started and not submitted; sealed with a key that is only in the person's link. */
interface FormDraftTable {
  id: string
  form: CaseTypeName
  token_hash: string
  sealed: string
  /** Rises with every save. */
  version: number
  begun_at: number
  updated_at: number
  expires_at: number
  /** The reference of the resulting case; then nothing is sealed here any more. */
  sent_as: string | null
  /** The case that was sent back for correction, and the confirmation request whose link opened it. */
  dossier_id: string | null
  confirmation_id: string | null
  /** Of the link that was mailed last; `link_sealed` is the browser's token, readable with the link's token. */
  link_hash: string | null
  link_sealed: string | null
  /** When the link first took the form over from the browser that had it mailed. */
  link_opened_at: number | null
  /** Of the previous token, to explain to that browser what happened. */
  previous_hash: string | null
  /** A hash of the address it was started from; empty once it is submitted. */
  network: Generated<string>
  /** Its size on the disk, as the quota counts it. */
  bytes: Generated<number>
}

/** Bytes on the disk that no draft counts: incoming files, and removed ones until the disk is cleared. */
interface FormChargeTable {
  id: string
  network: string
  kind: 'upload' | 'removed'
  bytes: number
  ends_at: number
}

/** Everything about one nomination or application. */
interface CaseTable {
  id: string
  reference: string
  process: CaseTypeName
  state: string
  version: number
  form_version: number
  answers: string
  /** Of the answers and the files: what a confirmation is bound to. */
  answers_hash: string
  subject_name: string
  /** The nominee's or applicant's address in lower case. */
  subject_key: string
  sender_name: string
  sender_email: string
  institution: string
  discipline: string
  category: string
  cycle: string
  /** The facts recorded with the moves, the newest of each name. */
  facts: string
  assigned_to: string | null
  received_at: number
  state_at: number
  due_at: number | null
  ended_at: number | null
  /** While it is set the case is not erased. */
  hold_at: number | null
  erased_at: number | null
  person_id: string | null
  /** The payment number in capital letters: one payment covers one application. */
  payment_key: string | null
  sample_at: number | null
  /** For statistics only; no page of a case shows it. */
  gender: string | null
  /** When the Academy decided: the time of the last deciding move. */
  decided_at: number | null
  hold_reason: string | null
  /**
   * When the nominee or applicant answered by the mailed link; from then on it counts as that person's one open case.
   */
  subject_confirmed_at: number | null
  /** When the proposer or applicant did; from then on the case counts for that sender. */
  sender_confirmed_at: number | null
}

/** An address that a case names; staff with this address cannot see the case. */
interface CaseAddressTable {
  dossier_id: string
  address: string
}

/** One of several cases that a letter is about. */
interface LetterCaseTable {
  mail_id: string
  dossier_id: string
}

/** A bank statement that staff uploaded. */
interface PaymentImportTable {
  id: string
  file_name: string
  headings: string
  /** Which column holds what; null until staff have mapped them. */
  mapping: string | null
  created_by: string | null
  created_at: number
}

interface PaymentLineTable {
  id: string
  import_id: string
  number: number
  cells: string
  /** Of the line's content, to recognise the same line in another file. */
  line_hash: string | null
  paid_on: string | null
  amount: string | null
  pay_number: string | null
  payer: string | null
  /** Why it cannot be matched. */
  problem: string | null
  dossier_id: string | null
  settled_as: 'matched' | 'set-aside' | null
  settled_at: number | null
  settled_by: string | null
}

interface CaseMoveTable {
  dossier_id: string
  number: number
  move: string
  from_state: string
  to_state: string
  /** `staff:<id>`, `proposer`, `nominee`, `applicant` or `system`. */
  made_by: string
  made_at: number
  facts: string
}

interface CaseNoteTable {
  id: string
  dossier_id: string
  written_by: string | null
  written_at: number
  body: string
}

/** A file that came with a form. Until the form is submitted, its name and key are only among the sealed answers. */
interface AttachmentTable {
  id: string
  draft_id: string | null
  dossier_id: string | null
  question: string
  name: string
  media_type: string
  bytes: number
  /** Of the sealed bytes; also their name in the private store. */
  sha256: string
  file_key: string | null
  created_at: number
}

export type ConfirmationPurpose =
  | 'consent'
  | 'second'
  | 'verify'
  | 'correct'
  | 'renew'
  | 'answer'
  | 'accept'
  | 'status'

/** A request to someone outside by a mailed link, and their answer. */
interface ConfirmationTable {
  id: string
  dossier_id: string
  purpose: ConfirmationPurpose
  name: string
  email: string
  token_hash: string
  asked_at: number
  reminded_at: number | null
  /** When staff last sent a new link. */
  resent_at: number | null
  expires_at: number
  answered_at: number | null
  answer: string | null
  /** The sentences that they confirmed, as shown. */
  wording: string | null
  /** The hash of the case as it was shown to them. */
  confirmed_hash: string | null
  voided_at: number | null
}

interface ReferenceCounterTable {
  series: string
  year: number
  last: number
}

/** The wording of a letter, if administrators changed it. */
interface LetterWordingTable {
  kind: string
  subject: string
  body: string
  updated_at: number
  updated_by: string | null
}

/** What a case said before a correction, because earlier confirmations refer to that text. */
interface CaseTextTable {
  dossier_id: string
  answers_hash: string
  answers: string
  replaced_at: number
}

export type CertificateKind = 'fellowship' | 'membership'

/** A certificate as issued; the file is drawn from it on every download. */
interface CertificateTable {
  id: string
  person_id: string
  kind: CertificateKind
  number: string
  /** The end of the address of its public page. */
  code: string
  /** JSON: everything the certificate says. */
  statement: string
  /** The last day of the membership; none for life. */
  valid_to: string | null
  issued_at: number
  revoked_at: number | null
  revoked_because: string | null
  /** The number of the certificate that replaced it. */
  replaced_by: string | null
}

export type EnquiryState = 'new' | 'held' | 'answered' | 'closed'

/** A message to the office. */
interface EnquiryTable {
  id: string
  reference: string
  state: EnquiryState
  /** Rises with every action on it. */
  version: number
  name: string
  email: string
  subject: string
  body: string
  /** How strongly the message looks automated, and why. */
  score: number
  signs: string
  /** The hash of the message without the parts that programs vary. */
  text_key: string
  /** Set on messages of a flood, which the inbox shows as one row. */
  flood_key: string | null
  assigned_to: string | null
  received_at: number
  state_at: number
  closed_at: number | null
  spam_at: number | null
}

/** What was done about a message: a note, a reply, a move. */
interface EnquiryEventTable {
  enquiry_id: string
  number: number
  kind: string
  body: string
  made_by: string | null
  made_at: number
}

/** Someone who gets the newsletter, or requested it and has not confirmed yet. */
interface SubscriberTable {
  id: string
  email: string
  source: 'page' | 'membership'
  asked_at: number
  /** When the confirmation letter may be sent, if it could not be sent immediately. */
  letter_due_at: number | null
  confirmed_at: number | null
}

/** The links in letters to subscribers. The unsubscribe link works as long as they are subscribed. */
interface SubscriberLinkTable {
  token_hash: string
  subscriber_id: string
  purpose: 'confirm' | 'leave'
  expires_at: number | null
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

/** One row while no letter may be sent, because the site was restored. */
interface MailHoldTable {
  id: number
  since: number
}

/** An issue of the newsletter on its way to those who have not received it. */
interface NewsletterMailingTable {
  id: string
  entry_id: string
  started_at: number
  started_by: string | null
  ended_at: number | null
  /** Set if someone stopped it before everyone was emailed. */
  stopped_at: number | null
}

/** Who was emailed which issue; a subscriber gets each once. */
interface NewsletterLetterTable {
  entry_id: string
  subscriber_id: string
  mail_id: string
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
