import { line } from '#features/forms/pieces.ts'
import type { Question } from '#features/forms/questions.ts'
import {
  confirmationForms,
  declineReason,
  notMe,
  type ConfirmationForm,
} from '#features/nominations/confirmation-forms.ts'

type ConfirmationForms = typeof confirmationForms

const { consent, second, accept } = confirmationForms

const willing: Question = {
  kind: 'choice',
  name: 'willing',
  label: 'I have read this nomination, and',
  choices: {
    yes: 'I agree to be considered for the award',
    correct: 'Something must be corrected before I answer',
    no: 'I do not want to be considered',
    'not-me': notMe,
  },
}

/** Nothing about the directory: whoever gets an award need not be a fellow. */
const acceptance: ConfirmationForm = {
  ...accept,
  title: 'Your award',
  lead: 'The Academy has selected you for the award, with the citation below. Please tell us whether you accept it. Keep it confidential until the Academy has announced it.',
  part: {
    ...accept.part,
    questions: [
      {
        kind: 'choice',
        name: 'accepts',
        label: 'The award',
        choices: { yes: 'I accept with thanks', no: 'I decline' },
      },
      { ...declineReason, when: { question: 'accepts', is: ['no'] } },
      line('certificateName', 'Your name as it should appear on the certificate', 120, {
        when: { question: 'accepts', is: ['yes'] },
      }),
    ],
  },
}

const forAwards: ConfirmationForms = {
  consent: {
    ...consent,
    lead: 'You have been nominated for an award. Read below what the nomination says about you. We will not show it to the seconder or consider it until you agree.',
    part: {
      ...consent.part,
      questions: consent.part.questions.map((one) => (one.name === willing.name ? willing : one)),
    },
  },
  second,
  accept: acceptance,
}

/** What people are asked by their links, in the words of a fellowship or of an award. */
export function confirmationFormsFor(caseType: string): ConfirmationForms {
  return caseType === 'award' ? forAwards : confirmationForms
}
