import { hash } from 'node:crypto'
import { toCanonicalJson } from '#db/engine/json.ts'
import type { Answers } from '#features/forms/questions.ts'
import type { CaseType } from './case-type.ts'

/** A hash of what one case says, down to the last character and the last byte of its files. */
export function contentHash(
  { laterFiles }: Pick<CaseType, 'laterFiles'>,
  formVersion: number,
  answers: Answers,
  files: readonly { question: string; name: string; sha256: string }[],
): string {
  const sent = files.filter(({ question }) => !laterFiles.includes(question))
  const named = sent.map(({ question, name, sha256 }) => toCanonicalJson([question, name, sha256]))
  const inOrder = named.toSorted((a, b) => (a < b ? -1 : 1))
  return hash('sha256', toCanonicalJson([formVersion, answers, inOrder]))
}
