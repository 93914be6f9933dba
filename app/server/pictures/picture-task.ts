import type { PictureHead } from './picture-head.ts'

/** The tasks of the picture worker, and its answers. */

export interface RawPicture {
  width: number
  height: number
  rgb: Uint8Array
}

export interface MadePicture {
  format: 'avif' | 'webp' | 'jpeg'
  width: number
  height: number
  bytes: Buffer
}

/** A part of a picture, in pixels of its master. */
export interface Crop {
  left: number
  top: number
  width: number
  height: number
}

export type PictureTask =
  | { kind: 'master'; picture: Uint8Array | RawPicture }
  | {
      kind: 'variant'
      master: Uint8Array
      crop: Crop | undefined
      width: number
      format: MadePicture['format']
    }
  | { kind: 'draw'; svg: string }
  | { kind: 'pdf'; path: string; withCover: boolean }
  | { kind: 'archive'; path: string }

export interface PictureResults {
  master: MadePicture
  variant: MadePicture
  draw: Buffer
  pdf: { pages: number; cover: MadePicture | undefined }
  archive: OfficeKind | undefined
}

export type OfficeKind = 'docx' | 'xlsx' | 'pptx' | 'odt' | 'ods'

export const maxPixels = 50_000_000

/** Who waits for the work: staff and the site itself, or an anonymous visitor. */
export type Requester = 'staff' | 'visitor'

/**
 * What visitors may send. Photographs from phones are JPEG of 12 to 50 million pixels that come row by row; a
 * screenshot with 16 bits a colour has at most 6. Each of these is read in about a second.
 */
const visitorLimits = {
  jpeg: { plain: maxPixels, costly: 25_000_000 },
  png: { plain: 25_000_000, costly: 8_000_000 },
  webp: { plain: 0, costly: 0 },
}

/** Why a file was not processed. Anyone can send a bad file: this is not our error. */
export type UnfitReason =
  | 'unreadable'
  | 'too-many-pixels'
  | 'moves'
  | 'too-slow'
  | 'too-much-memory'
  | 'locked'
  | 'bomb'

export class UnfitFile extends Error {
  readonly reason: UnfitReason

  constructor(reason: UnfitReason, message: string = reason) {
    super(message)
    this.reason = reason
  }
}

/** Refuses by the header alone what would cost much to decode. */
export function checkHead(head: PictureHead | undefined, by: Requester = 'staff'): PictureHead {
  if (!head) throw new UnfitFile('unreadable', 'Only JPEG, PNG and WebP pictures are read.')
  const max = by === 'staff' ? maxPixels : visitorLimits[head.format][head.isCostly ? 'costly' : 'plain']
  if (head.width * head.height > max)
    throw new UnfitFile('too-many-pixels', `${head.width} × ${head.height} is beyond the pixel limit.`)
  if (head.isAnimated) throw new UnfitFile('moves', 'The picture has more than one frame.')
  return head
}
