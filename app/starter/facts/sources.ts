import type { Data } from '#features/content/kinds/kinds.ts'

type Source = NonNullable<Data<'page'>['source']>

const oldHome = 'http://www.iaps.org.in/web/'
const oldConstitution = 'http://www.iaps.org.in/web/index.php/constitution'

export const fromOldHome: Source = {
  note: `The Academy’s former home page, ${oldHome}, read as a stored copy.`,
  confidence: 'high',
  toConfirm: 'Is all of this still true?',
}

export const fromOldConstitution: Source = {
  note: `The Academy’s former page on its constitution, ${oldConstitution} (July 2014), read as a stored copy. It has only the clause on composition.`,
  confidence: 'high',
  toConfirm:
    'Is the clause on composition still in force? The clauses on officers, meetings, funds and amendment are missing.',
}

export function fromPress(note: string): Source {
  return { note, confidence: 'medium' }
}

/** For text that only describes this site and its forms. */
export function ownWording(note: string): Source {
  return { note, confidence: 'high' }
}
