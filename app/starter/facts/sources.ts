import type { Data } from '#features/content/kinds/kinds.ts'

type Source = NonNullable<Data<'page'>['source']>

const oldHome = 'http://www.iaps.org.in/web/'
const oldConstitution = 'http://www.iaps.org.in/web/index.php/constitution'

export const fromOldHome: Source = {
  note: `The Academy’s former home page, ${oldHome}, read as a stored copy. To be confirmed by the Academy.`,
  confidence: 'high',
}

export const fromOldConstitution: Source = {
  note: `The Academy’s former page on its constitution, ${oldConstitution} (July 2014), read as a stored copy. It holds the clause on composition only; the clauses on officers, meetings, funds and amendment were not found. To be confirmed by the Academy.`,
  confidence: 'high',
}

export function fromPress(note: string): Source {
  return { note, confidence: 'medium' }
}

/** For text that only describes this site and its forms. */
export function ownWording(note: string): Source {
  return { note, confidence: 'high' }
}
