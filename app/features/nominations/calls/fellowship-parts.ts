import type { CallPart } from '#features/content/kinds/nomination-procedure.ts'
import { textOf, ticksOf, type Answers, type Form, type FormPart } from '#features/forms/questions.ts'
import { doctorate } from '#features/nominations/associate-form.ts'
import { callAnswerNames } from './call-answers.ts'

/** The form for a fellowship, with the parts that its call asks for. Without such a call it asks for all of its own. */
export function fitToCall(form: Form, answers: Answers): Form {
  if (textOf(answers, 'call') === '') return form
  const wanted = ticksOf(answers, 'callParts')
  const parts = withDoctorate(form.parts)
    .filter(({ name }) => isWanted(callPartOf[name], wanted))
    .map((part) => (isWanted('publications', wanted) ? part : withoutPublications(part)))
  return { ...form, fixed: callAnswerNames, parts }
}

/** The parts of the forms that a call may leave out. */
const callPartOf: Record<string, CallPart | undefined> = {
  career: 'career',
  doctorate: 'doctorate',
  attachments: 'files',
  experts: 'experts',
  seconder: 'seconder',
}

function isWanted(part: CallPart | undefined, wanted: readonly string[]): boolean {
  return part === undefined || wanted.includes(part)
}

/** The form for Fellows does not ask about the doctorate by itself. */
function withDoctorate(parts: readonly FormPart[]): readonly FormPart[] {
  if (parts.some(({ name }) => name === doctorate.name)) return parts
  const before = parts.findIndex(({ name }) => name === 'case')
  return parts.toSpliced(before, 0, doctorate)
}

const aboutPublications = ['publications', 'papers', 'citations', 'hIndex', 'countedBy']

function withoutPublications(part: FormPart): FormPart {
  return { ...part, questions: part.questions.filter(({ name }) => !aboutPublications.includes(name)) }
}
