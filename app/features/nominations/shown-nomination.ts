import { hash } from 'node:crypto'
import { toCanonicalJson } from '#db/engine/json.ts'
import type { Answers } from '#features/forms/questions.ts'
import { confirmationForms, acceptedPhotograph } from './confirmation-forms.ts'
import { experts, proposer, seconder } from './form-parts.ts'

/** What each person sees of a nomination, as a hash: their answer is bound to exactly that. */

export type ShownPurpose = keyof typeof confirmationForms

const namesIn = ({ questions }: { questions: readonly { name: string }[] }) =>
  questions.map(({ name }) => name)

const partsOfOthers = {
  experts: namesIn(experts(1, 1)),
  proposer: [...namesIn(proposer), 'proposesAs'],
  seconder: namesIn(seconder),
}

/** Whether someone with a link of this purpose sees the answer, or the files, of a question. */
export function isShownTo(purpose: ShownPurpose, question: string): boolean {
  const { shows, hides } = confirmationForms[purpose]
  if (shows.length === 0 || hides.includes(question) || question === acceptedPhotograph.name) return false
  return Object.entries(partsOfOthers).every(
    ([part, names]) => shows.includes(part) || !names.includes(question),
  )
}

interface ShownNomination {
  formVersion: number
  answers: Answers
  facts: Partial<Record<string, string>>
  files: readonly { question: string; name: string; sha256: string }[]
}

export function shownHash(
  purpose: ShownPurpose,
  { formVersion, answers, facts, files }: ShownNomination,
): string {
  if (purpose === 'accept') return hash('sha256', toCanonicalJson(electionOf(facts)))
  const seen = Object.entries(answers).filter(([name]) => isShownTo(purpose, name))
  const named = files
    .filter(({ question }) => isShownTo(purpose, question))
    .map(({ question, name, sha256 }) => toCanonicalJson([question, name, sha256]))
    .toSorted((a, b) => (a < b ? -1 : 1))
  return hash('sha256', toCanonicalJson([purpose, formVersion, Object.fromEntries(seen), named]))
}

/** What an elected person accepts. */
export function electionOf({ citation = '', electedOn = '' }: Partial<Record<string, string>>) {
  return { citation, electedOn }
}
