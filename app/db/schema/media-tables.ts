import type { Generated } from 'kysely'

export interface MediaTables {
  file: FileTable
  picture_variant: PictureVariantTable
  earlier_file: EarlierFileTable
  leftover: OrphanedFileTable
  upload: UploadTable
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
  /** When the photograph was taken, by the camera’s clock. */
  taken_on: string | null
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
  taken_on: string | null
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
