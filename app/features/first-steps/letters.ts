import type { Letters } from '#features/letters/definition.ts'

export const firstStepLetters = {
  test: {
    key: 'mail.test',
    when: 'To an administrator who asks for a test email',
    subject: 'This is a test',
    body: 'Our website can send email: this one has reached you. You can delete it.',
    placeholders: [],
    action: 'Open the Admin Dashboard',
  },
} satisfies Letters
