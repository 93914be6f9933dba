import type { Letters } from '#features/letters/definition.ts'

export const firstStepLetters = {
  test: {
    key: 'mail.test',
    when: 'To an administrator who asks for a test email',
    subject: 'This is a test',
    body: 'This is a test email from our website. It arrived, so email works. You can delete it.',
    placeholders: [],
    action: 'Open the Admin Dashboard',
  },
} satisfies Letters
