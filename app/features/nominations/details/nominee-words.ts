import { photograph } from '#features/forms/pieces.ts'
import type { FormPart, PlainQuestion, Question } from '#features/forms/questions.ts'

/** The words of a nomination form for the nominee, who reads about “you”. */

const titles: Record<string, string> = {
  nominee: 'About you',
  case: 'Your publications',
  publications: 'Your publications',
  attachments: 'Your files',
}

const labels: Record<string, { label?: string; hint?: string }> = {
  birthDay: {
    hint: 'Besides you, only the Academy’s office can see it. The office may show it to the people who decide on the nomination.',
  },
  isMember: {
    label: 'Are you a member of the Academy?',
    hint: 'Fellows are elected from among the members. If you are not a member yet, please fill in the membership form as well.',
  },
  memberNo: { label: 'Your membership number' },
  phone: { label: 'Your phone number' },
  ownPart: { label: 'Your own contribution' },
  photograph: { hint: `${photograph.hint ?? ''} If you are elected, you can send us another one.` },
}

export function forNominee(part: FormPart): FormPart {
  const { name, title } = part
  return {
    name: name === 'nominee' ? 'person' : name === 'case' ? 'publications' : name,
    title: titles[name] ?? title,
    questions: part.questions.map(reworded),
  }
}

function reworded(question: Question): Question {
  const said = { ...question, ...wordsFor(question) }
  return said.kind === 'repeat' ? { ...said, questions: said.questions.map(rewordedPlain) } : said
}

function rewordedPlain(question: PlainQuestion): PlainQuestion {
  return { ...question, ...wordsFor(question) }
}

/** Without a hint for the proposer there is none for the nominee: awards are not only for members. */
function wordsFor({ name, hint }: Question): { label?: string; hint?: string } {
  const { label, hint: own } = labels[name] ?? {}
  const said = hint && (own ?? hint.replace('if the nominee is', 'if you are'))
  return { ...(label && { label }), ...(said && { hint: said }) }
}
