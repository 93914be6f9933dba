import { heicAdvice } from './heic-advice.ts'
import type { UnfitReason } from '#server/pictures/picture-task.ts'

/** Why a file is not accepted into the library. */
export type FileRefusal =
  | UnfitReason
  | 'empty'
  | 'unknown-kind'
  | 'heic'
  | 'too-large'
  | 'too-large-picture'
  | 'too-large-drawing'
  | 'drawing-with-entities'
  | 'infected'
  | 'not-scanned'
  | 'other-kind'
  | 'same-bytes'

/** Why someone without the right to publish cannot change a file. */
export const shownFile =
  'This file is used on a published or scheduled page. Ask an administrator to change it.'

/** The message to the sender: what is wrong, and what to do. */
export const fileRefusals: Record<FileRefusal, string> = {
  empty: 'This file is empty. Choose the file again.',
  'unknown-kind':
    'We cannot use this type of file. Upload a JPEG, PNG, WebP or SVG picture, or a PDF, Word, Excel, PowerPoint or OpenDocument file.',
  heic: `This is a HEIC photo, a format many phones use. ${heicAdvice}`,
  'too-large': 'This file is larger than 50 MB. Make it smaller, or split it.',
  'too-large-picture': 'This picture is larger than 8 MB. Make it smaller, for example 2400 pixels wide.',
  'too-large-drawing': 'This drawing is larger than 2 MB. Simplify it, or save it as PNG.',
  'too-many-pixels':
    'This picture has more than 50 million pixels. Make it smaller, for example 2400 pixels wide.',
  moves: 'This picture is animated. Save one frame of it and upload that.',
  unreadable: 'This file is damaged or not what its name says. Open it, save it again and upload that.',
  'too-slow': 'This file took too long to read. Save it in a simpler form and upload that.',
  'too-much-memory': 'We could not read this file safely. Save it in a simpler form and upload that.',
  locked: 'This PDF is protected by a password. Save it without one.',
  bomb: 'This file is too large when unpacked, so we did not store it.',
  'drawing-with-entities': 'This drawing has a document type or entities. Save it as plain SVG.',
  infected: 'The virus scanner found a problem in this file, so we did not store it.',
  'not-scanned': 'The virus scanner could not check this file. Try again later, or tell an administrator.',
  'other-kind': 'A picture can only be replaced by a picture, and a document by a document of the same kind.',
  'same-bytes': 'This is the same file. Choose another one.',
}
