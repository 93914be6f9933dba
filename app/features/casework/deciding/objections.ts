import { textOf } from '#features/forms/questions.ts'
import { gradeOf, type NominatedGrade } from '#features/nominations/case-types.ts'
import type { CaseView } from '#features/casework/case-view.ts'
import type { ReadCase } from '#features/casework/reading.server.ts'

const membersOnly: (NominatedGrade | undefined)[] = ['fellow', 'associate-fellow']

/** Objections to an election or selection. An officer who goes ahead must say why. */
export function objectionsTo(
  move: string,
  { caseRow, answers, confirmations, isUnchanged }: ReadCase,
  { conflicts, doubts }: Pick<CaseView, 'conflicts' | 'doubts'>,
): string[] {
  if (move !== 'elect' || caseRow.process === 'membership') return []
  const needsMembership = membersOnly.includes(gradeOf(caseRow.process, answers))
  const last = (purpose: 'consent' | 'second') =>
    confirmations.findLast((one) => one.purpose === purpose && one.answered_at !== null)
  const hasSeconder = textOf(answers, 'seconderEmail') !== ''
  return [
    !isUnchanged && 'The form was changed outside this site.',
    needsMembership &&
      textOf(answers, 'memberNo') === '' &&
      'The nomination gives no membership number. Only members can be admitted.',
    ...statusOf('nominee', last('consent')),
    ...(hasSeconder ? statusOf('seconder', last('second')) : []),
    ...conflicts.map(({ sentence }) => sentence),
    ...doubts,
  ].filter((sentence) => sentence !== false)
}

function statusOf(who: string, last: ReadCase['confirmations'][number] | undefined): string[] {
  if (!last) return [`The ${who} has not confirmed the nomination.`]
  return last.isOfThisText === false ? [`The ${who} has confirmed an earlier text.`] : []
}
