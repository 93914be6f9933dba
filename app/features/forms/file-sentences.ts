import { heicAdvice } from '#features/media/heic-advice.ts'
import type { AttachmentRefusal } from './attachments.server.ts'
import type { FileQuestion, FileType } from './questions.ts'

const typeNames: Record<FileType, string> = { pdf: 'PDF', jpeg: 'JPEG', png: 'PNG' }

/** The message about a file that is not accepted: which, why, and what to do. */
export function fileSentence(question: FileQuestion, name: string, reason: AttachmentRefusal): string {
  return `${question.label}: “${shorten(name)}” ${refusalSentences(question)[reason]}`
}

function refusalSentences({
  types,
  maxBytes,
  max,
  atLeast,
}: FileQuestion): Record<AttachmentRefusal, string> {
  const damaged =
    'is damaged or is not the type of file its name says. Open it, save it again and upload the new copy.'
  const simpler = 'could not be read safely. Save a simpler version and upload it.'
  return {
    empty: 'is empty. Choose the file again.',
    'too-large': `is larger than ${maxBytes / 1024 / 1024} MB. Upload a smaller file.`,
    'other-type': `is not a ${types.map((type) => typeNames[type]).join(' or ')} file. Save it in that format and upload it again.`,
    heic: `is a HEIC photo, the format of many phones. ${heicAdvice}`,
    'too-small': `has fewer than ${atLeast?.width} × ${atLeast?.height} pixels. Choose a larger picture.`,
    'too-many-pixels':
      'has too many pixels. Save it as a JPEG at most 4,000 pixels wide and upload it again.',
    moves: 'is animated. Upload a single picture.',
    unreadable: damaged,
    'too-slow': 'took too long to read. Upload a smaller or simpler version.',
    'too-much-memory': simpler,
    locked: 'is protected by a password. Save it without a password and upload it again.',
    bomb: simpler,
    busy: 'could not be checked, because we are receiving many files right now. Upload it again in a minute.',
    infected: 'was rejected by our virus scanner. We did not save it.',
    'not-scanned': 'could not be checked for viruses. Upload it again later.',
    'too-many':
      max === 1
        ? 'was not uploaded: only one file is allowed here. Remove the other file first.'
        : `was not uploaded: only ${max} files are allowed here. Remove one of them first.`,
    'too-much': 'was not uploaded: the files of one form can be 60 MB in total. Upload smaller files.',
  }
}

/** Recognisable for the person, however long it is and whatever it contains. */
function shorten(name: string): string {
  const shown = name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu, '')
    .replace(/^.*[/\\]/s, '')
  const letters = [...shown]
  return letters.length > 60 ? `${letters.slice(0, 59).join('')}…` : shown
}
