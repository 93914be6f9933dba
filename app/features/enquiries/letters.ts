import { placeholder, type Letters } from '#features/letters/definition.ts'
import { reference } from '#features/letters/shared.ts'

const about = placeholder('about', 'The subject of the message', 'Dates of the conference')
const reply = placeholder(
  'reply',
  'The reply of the office',
  'You can find the dates on the conference page.',
)
const quote = placeholder('quote', 'What the sender wrote', '> When does the conference begin?')

export const enquiryLetters = {
  received: {
    key: 'enquiry.received',
    when: 'To someone who sent a message, at most one a day',
    subject: 'We have received your message: {reference}',
    body: `Thank you for writing to us. The reference of your message is {reference}. The office will reply by email.\n\nIf you did not write to us, someone else used your address. You can ignore this email.`,
    placeholders: [reference],
  },
  reply: {
    key: 'enquiry.reply',
    when: 'To someone who sent a message, with the reply',
    subject: '{reference}: {about}',
    body: `{reply}\n\nYou wrote to us ({reference}):\n\n{quote}`,
    placeholders: [reference, about, reply, quote],
    byPerson: true,
  },
} satisfies Letters
