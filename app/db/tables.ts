import type { Generated, Kysely, Transaction } from 'kysely'

/** The shape of every table. Times are milliseconds UTC, days are ISO text, JSON is text. */

export type Db = Kysely<Tables> | Transaction<Tables>

export interface Tables {
  setting: SettingTable
  content_version: ContentVersionTable
  entry: EntryTable
  entry_version: EntryVersionTable
  person: PersonTable
  file: FileTable
  picture_variant: PictureVariantTable
  job: JobTable
  search_entry: SearchEntryTable
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
  sample_at: number | null
  created_at: number
  updated_at: number
}

/** What one save of an entry held. The dates and the year are copied out of the data, to order by. */
interface EntryVersionTable {
  entry_id: string
  number: number
  title: string
  data: string
  year: number | null
  starts_on: string | null
  ends_on: string | null
  saved_at: number
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

/** What the site search can find; its words lie in the engine's own full-text index. */
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
