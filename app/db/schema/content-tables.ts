import type { Generated } from 'kysely'

export interface ContentTables {
  content_version: ContentVersionTable
  entry: EntryTable
  entry_version: EntryVersionTable
  entry_version_ref: EntryVersionRefTable
  live_ref: LiveRefTable
  working_copy: WorkingCopyTable
  working_copy_snapshot: WorkingCopySnapshotTable
  presence: PresenceTable
  preview_link: PreviewLinkTable
  entry_review: EntryReviewTable
  entry_review_note: EntryReviewNoteTable
  entry_template: EntryTemplateTable
  redirect: RedirectTable
  menu_item: MenuItemTable
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

/** What new entries of a kind can start from. */
interface EntryTemplateTable {
  id: string
  kind: string
  name: string
  data: string
  saved_at: number
  saved_by: string | null
  /** It can be restored for thirty days. */
  removed_at: number | null
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

/** The last review of an entry: one row from its first request on. */
interface EntryReviewTable {
  entry_id: string
  requested_by: string
  /** Null if any publisher may review it. */
  reviewer_id: string | null
  requested_at: number
  outcome: 'approved' | 'returned' | null
  decided_by: string | null
  decided_at: number | null
  /** The move that returned it by taking it away, if it was one. */
  removed_by_move: Generated<'discard' | 'archive' | 'bin' | null>
}

/** What was written with a step of a review, or with another move. */
interface EntryReviewNoteTable {
  id: string
  entry_id: string
  version: number
  kind: 'requested' | 'assigned' | 'approved' | 'returned' | 'noted'
  note: string
  written_by: string | null
  /** The new reviewer, for a request or an assignment. */
  to_staff_id: string | null
  written_at: number
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
