import type { CaseSummary, CaseType, OthersAnswers } from '#features/cases/case-type.ts'
import { named, type Named } from '#features/cases/people.ts'
import { fullTitle } from '#features/forms/pieces.ts'
import { rowsOf, textOf, type Answers } from '#features/forms/questions.ts'
import { acceptedPhotograph } from './confirmation-forms.ts'
import { key, nominationForm, nominationRules, type NominationKind } from './form.ts'
import { workflow } from './workflow.ts'

export const gradeNames = {
  fellow: 'Fellow',
  'honorary-fellow': 'Honorary Fellow',
  'associate-fellow': 'Associate Fellow',
} as const

export type NominatedGrade = keyof typeof gradeNames

const othersAnswers: OthersAnswers = {
  proposer: [
    ...['proposerName', 'proposerFellowNo', 'proposerInstitution', 'proposerEmail', 'proposerPhone'],
    ...['proposesAs', 'remarks', 'knowsWork', 'conflicts', 'conflictNote', 'declares', 'signature'],
  ],
  seconder: ['seconderName', 'seconderFellowNo', 'seconderInstitution', 'seconderEmail'],
  expert: ['experts'],
  unaddressed: [],
  confidentialFiles: ['support', 'forwarding'],
}

export const nominations: Record<NominationKind, CaseType> = {
  fellow: nomination('fellow', 'FN', 'Nomination of a Fellow', '/fellowship/fellow-nomination-form'),
  'associate-fellow': nomination(
    'associate-fellow',
    'AF',
    'Nomination of an Associate Fellow',
    '/fellowship/associate-fellow-nomination-form',
  ),
}

function nomination(name: NominationKind, series: 'FN' | 'AF', title: string, href: string): CaseType {
  return {
    ...{ name, series, title, href, workflow, rules: nominationRules },
    laterFiles: [acceptedPhotograph.name],
    othersAnswers,
    namedIn,
    formFor: (settings) => nominationForm(name, settings),
    aboutOf: (answers) => aboutOf(name, answers),
  }
}

function aboutOf(kind: NominationKind, answers: Answers): CaseSummary {
  return {
    subjectName: fullTitle(answers),
    subjectEmail: key(textOf(answers, 'email')),
    senderName: textOf(answers, 'proposerName'),
    senderEmail: key(textOf(answers, 'proposerEmail')),
    institution: textOf(answers, 'institution'),
    discipline: textOf(answers, 'discipline'),
    category: gradeOf(kind, answers),
    gender: textOf(answers, 'gender'),
  }
}

function namedIn(answers: Answers): Named[] {
  const emails = [textOf(answers, 'email'), textOf(answers, 'otherEmail')]
  const nominee = named('nominee', fullTitle(answers), textOf(answers, 'institution'), emails)
  const experts = rowsOf(answers, 'experts').map((row) =>
    named('expert', row['name'] ?? '', row['institution'] ?? '', [row['email'] ?? '']),
  )
  return [nominee, supporter('proposer', answers), supporter('seconder', answers), ...experts].filter(
    ({ name, emails }) => name !== '' || emails.length > 0,
  )
}

function supporter(part: 'proposer' | 'seconder', answers: Answers): Named {
  return named(part, textOf(answers, `${part}Name`), textOf(answers, `${part}Institution`), [
    textOf(answers, `${part}Email`),
  ])
}

export function gradeOf(kind: NominationKind, answers: Answers): NominatedGrade {
  if (kind === 'associate-fellow') return 'associate-fellow'
  return textOf(answers, 'grade') === 'honorary-fellow' ? 'honorary-fellow' : 'fellow'
}

/** Whom a nomination names besides the nominee. */
export function peopleOf(answers: Answers) {
  return {
    proposer: { name: textOf(answers, 'proposerName'), email: key(textOf(answers, 'proposerEmail')) },
    seconder: { name: textOf(answers, 'seconderName'), email: key(textOf(answers, 'seconderEmail')) },
    nominee: { name: fullTitle(answers), email: key(textOf(answers, 'email')) },
  }
}
