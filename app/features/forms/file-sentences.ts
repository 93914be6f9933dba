import { heicAdvice } from '#features/media/heic-advice.ts'
import type { AttachmentRefusal } from './attachments.server.ts'
import type { FileQuestion, FileType } from './questions.ts'

const typeNames: Record<FileType, string> = { pdf: 'PDF', jpeg: 'JPEG', png: 'PNG' }

/** What to tell the person who sent a file that is not taken: which, why, and what to do. */
export function fileSentence(question: FileQuestion, name: string, reason: AttachmentRefusal): string {
  return `${question.label}: “${shorten(name)}” ${whys(question)[reason]}`
}

function whys({ types, mostBytes, most, atLeast }: FileQuestion): Record<AttachmentRefusal, string> {
  const damaged = 'is damaged or not what its name says. Open it, save it anew and send it again.'
  const simpler = 'could not be read safely. Save it anew in a simpler form.'
  return {
    empty: 'is empty. Choose the file again.',
    'too-large': `is larger than ${mostBytes / 1024 / 1024} MB. Make it smaller and send it again.`,
    'other-type': `is no ${types.map((type) => typeNames[type]).join(' or ')} file. Save it as one and send it again.`,
    heic: `is a HEIC photograph, as many phones make them. ${heicAdvice}`,
    'too-small': `has fewer than ${atLeast?.width} × ${atLeast?.height} pixels. Choose a larger picture.`,
    'too-many-pixels':
      'has more pixels than we can take. Save it as JPEG, at most 4,000 pixels wide, and send it again.',
    moves: 'moves. Save one frame of it.',
    unreadable: damaged,
    'too-slow': 'took too long to read. Save it smaller or in a simpler form and send it again.',
    'too-much-memory': simpler,
    locked: 'is locked with a password. Save it without one.',
    bomb: simpler,
    busy: 'was not looked at, because very many files are being sent to us at this moment. Send it again in a minute.',
    infected: 'was refused by the virus scanner and was not kept.',
    'not-scanned': 'could not be checked for viruses at this moment. Send it again later.',
    'too-many': `is more than the ${most === 1 ? 'one file' : `${most} files`} that belong here. Remove one first.`,
    'too-much': 'would make the files of this form larger than 60 MB together. Send smaller ones.',
  }
}

/** As a person would recognise it, however long it is and whatever is in it. */
function shorten(name: string): string {
  const shown = name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu, '')
    .replace(/^.*[/\\]/s, '')
  const letters = [...shown]
  return letters.length > 60 ? `${letters.slice(0, 59).join('')}…` : shown
}
