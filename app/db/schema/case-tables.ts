import type { Generated } from 'kysely'

export interface CaseTables {
  form_draft: FormDraftTable
  form_charge: FormChargeTable
  dossier: CaseTable
  payment_import: PaymentImportTable
  payment_line: PaymentLineTable
  case_payment: CasePaymentTable
  dossier_move: CaseMoveTable
  case_decision: CaseDecisionTable
  case_fact: CaseFactTable
  dossier_note: CaseNoteTable
  attachment: AttachmentTable
  confirmation: ConfirmationTable
  reference_counter: ReferenceCounterTable
  dossier_text: CaseTextTable
  dossier_address: CaseAddressTable
  letter_case: LetterCaseTable
}

export type CaseTypeName = 'fellow' | 'associate-fellow' | 'award' | 'membership'

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
  /** The browser's token of a form behind a request, sealed for the site: every link to the request opens it. */
  token_sealed: string | null
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
  /** The call it answers; null if the settings alone opened its form. */
  call_id: string | null
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
  /** What the applicant was asked to pay, such as `INR 500`; null if the office advises the fee. */
  fee: string | null
  /** What the payer writes beside the payment. */
  pay_reference: string | null
  /** The opening of its call: the rules of that moment judge it. Null if it is judged by those of its reception. */
  rules_at: number | null
}

/** A fact for the rules that the site does not know, as the office entered it. */
interface CaseFactTable {
  dossier_id: string
  name: string
  /** JSON. */
  value: string
  /** Where the office has it from. */
  source: string
  entered_by: string | null
  entered_at: number
  /** It counts no more; remembered until it is restored, entered again or erased with the case. */
  removed_at: number | null
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

/** Money that came for an application, or went back. */
interface CasePaymentTable {
  id: string
  dossier_id: string
  kind: 'received' | 'refunded'
  currency: string
  /** In the smallest unit of the currency. */
  minor: number
  paid_on: string
  pay_number: string
  note: string
  /** The line of a bank statement it was on. */
  line_id: string | null
  recorded_by: string | null
  recorded_at: number
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

/** A decision that is recorded and not released: nobody is emailed, and the register stays as it is. */
interface CaseDecisionTable {
  dossier_id: string
  move: string
  /** What was typed for the facts of the move. */
  typed: string
  /** Further facts, such as why someone decided in spite of an objection. */
  recorded: string
  /** The emails as the officer saw them. */
  letters: string
  /** Null once the account is deleted; the name stays. */
  decided_by: string | null
  decided_by_name: string | null
  decided_at: number
  /** When the site releases it; null if another officer has to. */
  release_at: number | null
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
  /** Of the link from the own page, which works until `own_expires_at` beside the mailed one. */
  own_token_hash: string | null
  own_expires_at: number | null
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
  /** The hash of the part of it that they saw; null for answers from before it was recorded. */
  seen_hash: string | null
  voided_at: number | null
}

interface ReferenceCounterTable {
  series: string
  year: number
  last: number
}

/** What a case said before a correction, because earlier confirmations refer to that text. */
interface CaseTextTable {
  dossier_id: string
  answers_hash: string
  answers: string
  replaced_at: number
}
