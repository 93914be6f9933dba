import { heicAdvice } from './heic-advice.ts'
import type { Unfit } from '#server/pictures/picture-task.ts'

/** Why a file does not come into the library. */
export type FileRefusal =
  | Unfit
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

/** Why somebody without the right to publish cannot change a file. */
export const shownFile =
  'This file is on the site or scheduled to go on it. Ask an administrator to change it.'

/** What to tell the person who sent it: what is wrong, and what to do. */
export const fileRefusals: Record<FileRefusal, string> = {
  empty: 'This file is empty. Choose the file again.',
  'unknown-kind':
    'This is no kind of file that we take. Pictures may be JPEG, PNG or WebP; documents PDF, Word, Excel, PowerPoint or OpenDocument; drawings SVG.',
  heic: `This is a HEIC photograph, as many phones make them. ${heicAdvice}`,
  'too-large': 'This file is larger than 50 MB. Make it smaller, or split it.',
  'too-large-picture': 'This picture is larger than 8 MB. Save it smaller, for example 2400 pixels wide.',
  'too-large-drawing': 'This drawing is larger than 2 MB. Simplify it, or save it as PNG.',
  'too-many-pixels':
    'This picture has more than 50 million pixels. Save it smaller, for example 2400 pixels wide.',
  moves: 'This picture moves. Save one frame of it.',
  unreadable: 'This file is damaged or not what its name says. Open it, save it anew and try again.',
  'too-slow': 'This file took too long to read. Save it anew in a simpler form.',
  'too-much-memory': 'This file could not be read safely. Save it anew in a simpler form.',
  locked: 'This PDF is locked with a password. Save it without one.',
  bomb: 'This file unpacks to far more than a document would. It was not kept.',
  'drawing-with-entities': 'This drawing has a document type or entities. Save it as plain SVG.',
  infected: 'The virus scanner found something in this file. It was not kept.',
  'not-scanned': 'The virus scanner could not check this file. Try again later, or tell an administrator.',
  'other-kind': 'A picture can only be replaced by a picture, and a document by a document of the same kind.',
  'same-bytes': 'This is the very file that is there already.',
}
