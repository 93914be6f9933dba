import type { Generated } from 'kysely'

export interface PeopleTables {
  person: PersonTable
  former_person_slug: FormerPersonSlugTable
  person_contact: PersonContactTable
  person_merge: PersonMergeTable
  person_removal: PersonRemovalTable
  people_import: PeopleImportTable
  people_import_row: PeopleImportRowTable
  certificate: CertificateTable
  certificate_key: CertificateKeyTable
  signing_officer: SigningOfficerTable
  signature_picture: SignaturePictureTable
  renewal_reminder: RenewalReminderTable
}

/** That a member was reminded of the end of the membership. */
interface RenewalReminderTable {
  person_id: string
  /** The end that the member was reminded of. */
  valid_to: string
  stage: 'first' | 'last'
  sent_at: number
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
  /** A page about the person elsewhere. */
  web_page: string | null
  /** Such as 0000-0002-1825-0097; the person enters it on the own page. */
  orcid: Generated<string | null>
  /** The end of the address of the person's page, given when the page first became public, and kept. */
  slug: string | null
}

/** How to reach a person, apart from what the register shows to visitors. */
interface PersonContactTable {
  person_id: string
  /** In lower case. */
  email: string | null
  /** When the person last answered by a link that we mailed there. */
  email_proved_at: number | null
  phone: string | null
  postal_address: string | null
  updated_at: number
  version: Generated<number>
}

/** A removal that waits for its release. */
interface PersonRemovalTable {
  person_id: string
  reason: string
  /** Of the entry that the officer saw. */
  version: number
  proposed_by: string | null
  proposed_at: number
  /** When it takes effect without a release. */
  release_at: number | null
}

/** Two entries that were one person. */
interface PersonMergeTable {
  id: string
  kept_id: string
  dropped_id: string
  /** JSON: how things were before. */
  before: string
  /** The version that the merge wrote; undone only while it is the latest. */
  kept_version: number
  merged_at: number
  undone_at: number | null
}

/** What a person's address was before staff changed it. */
interface FormerPersonSlugTable {
  slug: string
  person_id: string
  created_at: number
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
  /** Who started it. */
  actor: string
  problem: string | null
  created_at: number
  updated_at: number
  ended_at: number | null
  /** Who undoes it, and since when. */
  undo_actor: string | null
  undo_at: number | null
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
  result:
    | 'added'
    | 'updated'
    | 'skipped'
    | 'failed'
    | 'removed'
    | 'put-back'
    | 'binned'
    | 'kept'
    | 'proposed'
    | null
  person_id: string | null
  before: string | null
  after_version: number | null
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

/** An officer of the Academy whose name and signature are on the certificates issued from now on. */
interface SigningOfficerTable {
  /** The first is on the left. */
  slot: 1 | 2
  name: string
  office: string
  /** Of the scanned signature. */
  signature: string | null
  updated_at: number
}

/** A scanned signature. Only certificates and administrators show it. */
interface SignaturePictureTable {
  sha256: string
  /** As base64: a few KB, part of every copy of the database, and at no address of the site. */
  jpeg: string
  created_at: number
}

/** A public key that signs certificates or did so before. */
interface CertificateKeyTable {
  /** As a Multikey, such as z6Mk… */
  public_key: string
  first_used_at: number
}
