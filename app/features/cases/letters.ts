import { placeholder, type Letters } from '#features/letters/definition.ts'
import { oneUse, reference } from '#features/letters/shared.ts'

const list = placeholder(
  'list',
  'The subject and link of each email',
  'Please second a nomination\nhttps://…/confirm/second',
)

export const caseLetters = {
  status: {
    key: 'case.status',
    when: 'To someone who asked for the status of their form',
    subject: 'Status of {reference}',
    body: `You, or someone who used your address, asked for the status of {reference}.\n\nThe link shows the status and works for one day. If you did not ask for it, you can ignore this email.`,
    placeholders: [reference],
    action: 'See the status',
  },
  together: {
    key: 'letters.together',
    when: 'To an address that has reached its daily limit, with all further emails in one',
    subject: 'More emails from us',
    body: `We received several forms with your email address. To avoid sending you too many emails in one day, we list the rest here.\n\n{list}\n\nSomeone may have used your address without asking you. In that case you can ignore this email: forms that you do not confirm will lapse. ${oneUse}`,
    placeholders: [list],
    needs: [list],
  },
} satisfies Letters
