import type { CrossRule } from '#features/forms/check.ts'
import type { FormPart } from '#features/forms/questions.ts'
import { line, photograph } from '#features/forms/pieces.ts'
import { conflictsClear } from './form.ts'
import { remarks } from './form-parts.ts'

/** What the nominee and the seconder are asked by their links, and which parts of the nomination they see. */

export interface ConfirmationForm {
  title: string
  lead: string
  /** Nominees see what is said of them, not who else was named and what others remarked. */
  shows: readonly string[] | 'all'
  part: FormPart
  rules?: CrossRule[]
  button: string
}

/** The picture that the elected person sends; the one with the nomination came from the proposer. */
export const acceptedPhotograph = {
  ...photograph,
  name: 'acceptedPhotograph',
  hint: `${photograph.hint} It stays with your case until you are admitted.`,
  optional: true,
  when: { question: 'accepts', is: ['yes'] },
} as const

const ownParts = ['nominee', 'career', 'doctorate', 'case'] as const

export const confirmationForms: Record<'consent' | 'second' | 'accept', ConfirmationForm> = {
  consent: {
    title: 'Are you willing to stand?',
    lead: 'You are proposed for election. Below stands what the nomination says about you. Nothing is done with it until you have agreed.',
    shows: ownParts,
    button: 'Send my answer',
    part: {
      name: 'consent',
      title: 'Your answer',
      questions: [
        {
          kind: 'choice',
          name: 'willing',
          label: 'I am informed of this nomination and',
          choices: { yes: 'I am willing to stand for election', no: 'I do not wish to stand' },
        },
        {
          kind: 'tick',
          name: 'dataUse',
          label:
            'The Academy may keep and use what the nomination says about me, to decide on it, as its privacy page describes',
          when: { question: 'willing', is: ['yes'] },
        },
      ],
    },
  },
  second: {
    title: 'Second this nomination',
    lead: 'You are named as seconder. Please read the nomination, then give your remarks and your declaration. Nominations are confidential.',
    shows: 'all',
    button: 'Send my remarks',
    part: { name: 'second', title: 'Your remarks', questions: remarks },
    rules: [conflictsClear],
  },
  accept: {
    title: 'Your election',
    lead: 'You are elected. Please tell us whether you accept. Keep it to yourself until the Academy has announced it.',
    shows: [],
    button: 'Send my answer',
    part: {
      name: 'accept',
      title: 'Your answer',
      questions: [
        {
          kind: 'choice',
          name: 'accepts',
          label: 'My election',
          choices: { yes: 'I accept with thanks', no: 'I decline' },
        },
        line('certificateName', 'Your name as it shall stand on the certificate', 120, {
          when: { question: 'accepts', is: ['yes'] },
        }),
        {
          kind: 'tick',
          name: 'listed',
          label: 'List me in the public directory of fellows',
          hint: 'Name, institution, state or country, year and citation; nothing else.',
          optional: true,
          when: { question: 'accepts', is: ['yes'] },
        },
        acceptedPhotograph,
        {
          kind: 'tick',
          name: 'showPhotograph',
          label: 'Show this photograph on my page in the directory',
          hint: 'Only if you are listed. The office takes it away whenever you ask.',
          optional: true,
          when: { question: 'accepts', is: ['yes'] },
        },
      ],
    },
  },
}

/** The sentences that an answer agrees to, kept with it as they stood. */
export function wordingOf({ lead, part }: ConfirmationForm): string {
  const labels = part.questions.map((question) =>
    question.kind === 'choice'
      ? `${question.label}: ${Object.values(question.choices).join(' / ')}`
      : question.label,
  )
  return [lead, ...labels].join('\n')
}
