import type { CaseSummary, CaseType, OthersAnswers } from '#features/cases/case-type.ts'
import { named, numbersNamed, type NamedPerson } from '#features/cases/people.ts'
import { fullTitle } from '#features/forms/pieces.ts'
import { rowsOf, textOf, ticksOf, type Answers } from '#features/forms/questions.ts'
import type { CallStage } from '#features/content/kinds/nomination-procedure.ts'
import { awardFormAddress } from '#features/content/kinds/call.ts'
import { awardForm } from './awards/award-form.ts'
import { awardWorkflow } from './awards/award-workflow.ts'
import { fellowshipWorkflow } from './calls/fellowship-workflow.ts'
import { acceptedPhotograph } from './confirmation-forms.ts'
import { divideForm, nominationShares } from './details/details.ts'
import { key, nominationForm, nominationRules, type FellowshipKind, type NominationKind } from './form.ts'
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

const shared = { rules: nominationRules, shares: nominationShares, othersAnswers, namedIn, numbersIn }

export const nominations: Record<NominationKind, CaseType> = {
  fellow: fellowship('fellow', 'FN', 'Nomination of a Fellow', '/fellowship/fellow-nomination-form'),
  'associate-fellow': fellowship(
    'associate-fellow',
    'AF',
    'Nomination of an Associate Fellow',
    '/fellowship/associate-fellow-nomination-form',
  ),
  // For lists, which do not know the award of each.
  award: {
    ...{ name: 'award', series: 'AW', title: 'Nomination for an award', href: '/awards', cookie: 'award' },
    ...{ ...shared, laterFiles: [], workflow: awardWorkflow(undefined) },
    formFor: (_, answers) => divideForm(awardForm(answers), answers, 'award'),
    aboutOf: (answers) => aboutOf('award', answers),
  },
}

function fellowship(name: FellowshipKind, series: 'FN' | 'AF', title: string, href: string): CaseType {
  return {
    ...{ name, series, title, href, cookie: name, workflow, ...shared },
    laterFiles: [acceptedPhotograph.name],
    formFor: (settings, answers) => divideForm(nominationForm(name, settings, answers), answers, name),
    aboutOf: (answers) => aboutOf(name, answers),
  }
}

/** The type of nominations for one award, with the stages of its call. */
export function awardType({ award, title, stages }: AwardOfCase): CaseType {
  return {
    ...nominations.award,
    title: `Nomination for the ${title}`,
    href: awardFormAddress(award),
    cookie: `award_${award}`,
    workflow: awardWorkflow(stages),
  }
}

interface AwardOfCase {
  award: string
  title: string
  stages: readonly CallStage[]
}

/** The case type as it is for one nomination. */
export function nominationTypeOf(kind: NominationKind, answers: Answers): CaseType {
  const stages = ticksOf(answers, 'callStages') as CallStage[]
  const award = textOf(answers, 'award')
  if (textOf(answers, kind === 'award' ? 'award' : 'call') === '') return nominations[kind]
  if (kind !== 'award') return { ...nominations[kind], workflow: fellowshipWorkflow(stages) }
  return awardType({ award, title: textOf(answers, 'awardTitle'), stages })
}

function aboutOf(kind: NominationKind, answers: Answers): CaseSummary {
  return {
    subjectName: fullTitle(answers),
    subjectEmail: key(textOf(answers, 'email')),
    senderName: textOf(answers, 'proposerName'),
    senderEmail: key(textOf(answers, 'proposerEmail')),
    institution: textOf(answers, 'institution'),
    discipline: textOf(answers, 'discipline'),
    category: gradeOf(kind, answers) ?? textOf(answers, 'award'),
    call: textOf(answers, 'call'),
    gender: textOf(answers, 'gender'),
  }
}

function namedIn(answers: Answers): NamedPerson[] {
  const emails = [textOf(answers, 'email'), textOf(answers, 'otherEmail')]
  const nominee = named('nominee', fullTitle(answers), textOf(answers, 'institution'), emails)
  const experts = rowsOf(answers, 'experts').map((row) =>
    named('expert', row['name'] ?? '', row['institution'] ?? '', [row['email'] ?? '']),
  )
  return [nominee, supporter('proposer', answers), supporter('seconder', answers), ...experts].filter(
    ({ name, emails }) => name !== '' || emails.length > 0,
  )
}

function numbersIn(answers: Answers): string[] {
  return numbersNamed({
    member: [textOf(answers, 'memberNo')],
    fellow: [textOf(answers, 'proposerFellowNo'), textOf(answers, 'seconderFellowNo')],
    orcid: textOf(answers, 'orcid'),
  })
}

function supporter(part: 'proposer' | 'seconder', answers: Answers): NamedPerson {
  return named(part, textOf(answers, `${part}Name`), textOf(answers, `${part}Institution`), [
    textOf(answers, `${part}Email`),
  ])
}

/** Undefined for an award: no grade follows from it. */
export function gradeOf(kind: FellowshipKind, answers: Answers): NominatedGrade
export function gradeOf(kind: NominationKind, answers: Answers): NominatedGrade | undefined
export function gradeOf(kind: NominationKind, answers: Answers): NominatedGrade | undefined {
  if (kind === 'award') return undefined
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
