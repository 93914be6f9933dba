import { placeholder, type Letters } from '#features/letters/definition.ts'
import { day } from '#features/letters/shared.ts'

const form = placeholder('form', 'The name of the form', 'Nomination of a Fellow')

export const formLetters = {
  resume: {
    key: 'form.resume',
    when: 'To someone who wants to continue a form later',
    subject: 'Continue your form: {form}',
    body: `You, or someone who used your address, started the form “{form}” on our website and asked us to email you this link.\n\nThe link works until {day}, on any device. Anyone who has it can read and change the answers, so do not share it. After you open it, the browser in which the form was started can no longer open the form.\n\nIf you did not ask for this, you can ignore this email: we will delete the form on that day. Do not enter anything about yourself in a form that someone else started.`,
    placeholders: [form, day],
    action: 'Continue the form',
    // The page of the form promises that nobody else reads it before it is submitted.
    isPrivate: true,
  },
} satisfies Letters
