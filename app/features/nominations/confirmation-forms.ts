import type { CrossRule } from '#features/forms/check.ts'
import type { FormPart } from '#features/forms/questions.ts'
import { line, photograph } from '#features/forms/pieces.ts'
import type { PlainQuestion } from '#features/forms/questions.ts'
import { conflictsClear } from './form.ts'
import { remarks } from './form-parts.ts'

/** What the nominee and the seconder are asked by their links, and which parts of the nomination they see. */

export interface ConfirmationForm {
  title: string
  lead: string
  /** Nominees see what is said about them, not who else was named and what others remarked. */
  shows: readonly string[]
  /** Questions of these parts that this person does not see. */
  hides: readonly string[]
  part: FormPart
  rules?: CrossRule[]
  button: string
}

/** The picture that the elected person sends; the one with the nomination came from the proposer. */
export const acceptedPhotograph = {
  ...photograph,
  name: 'acceptedPhotograph',
  hint: `${photograph.hint} We use it only when you are admitted.`,
  optional: true,
  when: { question: 'accepts', is: ['yes'] },
} as const

/** For whoever does not agree. */
export const declineReason = {
  kind: 'words',
  name: 'declineReason',
  label: 'Reason',
  hint: 'Only the office sees it.',
  optional: true,
  maxLength: 1000,
} as const satisfies PlainQuestion

export const notMe = 'I am not the person whom the proposer meant'

/** What the nominee sees: what is said about them, and the files that nobody wrote in confidence. */
const ownParts = [
  'grade',
  'nominee',
  'person',
  'career',
  'doctorate',
  'case',
  'publications',
  'attachments',
] as const

/** What a seconder needs to know: the case, and who makes it. */
const secondedParts = [...ownParts, 'proposer'] as const

const confidentialFiles = ['support', 'forwarding']

const privateAnswers = [
  ...['birthDay', 'nationality', 'officeAddress', 'homeAddress', 'email', 'otherEmail', 'phone'],
  ...['ageReason', 'ageProof', 'photograph', 'proposerEmail', 'proposerPhone'],
]

export const confirmationForms: Record<'consent' | 'second' | 'accept', ConfirmationForm> = {
  consent: {
    title: 'Do you agree to be nominated?',
    lead: 'You have been proposed for election. Read below what the nomination says about you. We will not show it to the seconder or consider it until you agree.',
    shows: ownParts,
    hides: ['gender', ...confidentialFiles],
    button: 'Submit my answer',
    part: {
      name: 'consent',
      title: 'Your answer',
      questions: [
        {
          kind: 'choice',
          name: 'willing',
          label: 'I have read this nomination, and',
          choices: {
            yes: 'I am willing to stand for election',
            correct: 'Something must be corrected before I answer',
            no: 'I do not want to stand for election',
            'not-me': notMe,
          },
        },
        { ...declineReason, when: { question: 'willing', is: ['no', 'not-me'] } },
        {
          kind: 'words',
          name: 'corrections',
          label: 'What must be corrected',
          hint: 'We show it to the proposer, who then corrects the form. Then we will email you again.',
          maxLength: 2000,
          when: { question: 'willing', is: ['correct'] },
        },
        {
          kind: 'tick',
          name: 'dataUse',
          label:
            'The Academy may store and use what the nomination says about me to decide on it, as described on its privacy page',
          when: { question: 'willing', is: ['yes'] },
        },
      ],
    },
  },
  second: {
    title: 'Second this nomination',
    lead: 'The proposer has named you as seconder. Please read the nomination, then enter your remarks and your declaration. Nominations are confidential.',
    shows: secondedParts,
    hides: ['gender', ...privateAnswers],
    button: 'Submit my remarks',
    part: { name: 'second', title: 'Your remarks', questions: remarks },
    rules: [conflictsClear],
  },
  accept: {
    title: 'Your election',
    lead: 'You have been elected, with the citation below. Please tell us whether you accept. Keep your election confidential until the Academy has announced it.',
    shows: [],
    hides: [],
    button: 'Submit my answer',
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
        { ...declineReason, when: { question: 'accepts', is: ['no'] } },
        line('certificateName', 'Your name as it should appear on the certificate', 120, {
          printed: true,
          when: { question: 'accepts', is: ['yes'] },
        }),
        {
          kind: 'tick',
          name: 'listed',
          label: 'List me in the public directory of fellows',
          hint: 'We show your name, institution, state or country, year and citation, and nothing else. If you leave this unticked, we show you in no public list, also not in the list of members.',
          optional: true,
          when: { question: 'accepts', is: ['yes'] },
        },
        acceptedPhotograph,
        {
          kind: 'tick',
          name: 'showPhotograph',
          label: 'Show this photograph on my page in the directory',
          hint: 'Only if you are listed. You can ask the office to remove it at any time.',
          optional: true,
          when: { question: 'accepts', is: ['yes'] },
        },
      ],
    },
  },
}

/** For a nominee who still has to fill in the details and agrees at the end of that form. */
export function withoutConsent(form: ConfirmationForm): ConfirmationForm {
  const questions = form.part.questions
    .filter(({ name }) => name !== 'dataUse')
    .map((question) =>
      question.kind === 'choice' ? { ...question, choices: withoutYes(question) } : question,
    )
  return { ...form, part: { ...form.part, title: 'If you do not agree now', questions } }
}

function withoutYes({ choices: { yes: _, ...choices } }: { choices: Record<string, string> }) {
  return choices
}

/** What a seconder says who does not second the nomination. */
export const declining: FormPart = {
  name: 'decline',
  title: 'If you cannot second it',
  questions: [
    {
      kind: 'choice',
      name: 'declined',
      label: 'Your answer',
      choices: {
        declines: 'I do not second this nomination',
        'not-me': notMe,
      },
    },
    declineReason,
  ],
}

/** What someone says in whose name a nomination came and who does not make it. */
export const decliningProposal: FormPart = {
  name: 'decline',
  title: 'If it is not yours',
  questions: [
    {
      kind: 'choice',
      name: 'declined',
      label: 'Your answer',
      choices: {
        declines: 'I do not make this nomination',
        'not-me': 'I am not the person whom it names as proposer',
      },
    },
    declineReason,
  ],
}

/** The sentences that an answer agrees to, stored with it as shown. */
export function wordingOf({ lead, part }: ConfirmationForm): string {
  const labels = part.questions.map((question) =>
    question.kind === 'choice'
      ? `${question.label}: ${Object.values(question.choices).join(' / ')}`
      : question.label,
  )
  return [lead, ...labels].join('\n')
}
