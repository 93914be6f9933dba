import type { CallPart } from '#features/content/kinds/nomination-procedure.ts'
import { ticksOf, type Answers, type Form, type FormPart, type Question } from '#features/forms/questions.ts'
import { doctorate } from '#features/nominations/associate-form.ts'
import { attachments, publications } from '#features/nominations/fellow-form.ts'
import { callAnswerNames } from '#features/nominations/calls/call-answers.ts'
import { career, experts, nominee, proposer, seconder } from '#features/nominations/form-parts.ts'

/**
 * The form for nominations for an award: the parts that its call asks for. The call is an answer of the form, given
 * when the form is started, so a nomination keeps its form whatever later happens to the call.
 */

export function awardForm(answers: Answers): Form {
  const wanted = ticksOf(answers, 'callParts')
  const has = ({ when }: { when?: CallPart }) => when === undefined || wanted.includes(when)
  return { version: 1, fixed: callAnswerNames, parts: inOrder.filter(has).map(({ part }) => part) }
}

const theCase: FormPart = {
  name: 'case',
  title: 'The case for the award',
  questions: [
    {
      kind: 'words',
      name: 'citation',
      label: 'Proposed citation',
      hint: 'What the award would be given for, in one or two sentences.',
      max: 50,
      maxLength: 600,
    },
    {
      kind: 'words',
      name: 'statement',
      label: 'Statement in support of the nomination',
      hint: 'Everyone who considers the nomination reads it.',
      max: 500,
      maxLength: 7000,
    },
  ],
}

/** The files of a nomination of a fellow, of which only the vitae is required. */
const files: FormPart = {
  ...attachments,
  questions: attachments.questions.map((question) =>
    question.name === 'allPublications' ? { ...question, optional: true } : question,
  ),
}

const inOrder: { part: FormPart; when?: CallPart }[] = [
  { part: awardNominee() },
  { part: career, when: 'career' },
  { part: doctorate, when: 'doctorate' },
  { part: theCase },
  { part: { name: 'publications', title: 'Publications', questions: [publications] }, when: 'publications' },
  { part: files, when: 'files' },
  { part: experts(1, 3), when: 'experts' },
  { part: withoutDuty(proposer, 'proposerFellowNo') },
  { part: withoutDuty(seconder, 'seconderFellowNo'), when: 'seconder' },
]

/** Without what only the register of fellows needs. */
function awardNominee(): FormPart {
  const left = ['homeAddress', 'otherEmail', 'secondDiscipline', 'photograph']
  const questions = nominee.questions.filter(({ name }) => !left.includes(name))
  return { ...nominee, questions: questions.map(withoutElection) }
}

function withoutElection(question: Question): Question {
  if (question.name !== 'isMember') return question
  const { hint: _, ...rest } = question
  return rest
}

/** Whoever nominates for an award need not be a fellow. */
function withoutDuty(part: FormPart, name: string): FormPart {
  const questions = part.questions.map((question): Question =>
    question.name === name ? { ...question, optional: true } : question,
  )
  return { ...part, questions }
}
