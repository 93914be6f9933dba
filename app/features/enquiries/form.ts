import { z } from 'zod'
import { undoHash } from '#server/input/shown-hash.ts'
import { pageField } from '#server/input/list-query.ts'
import { isMailAddress } from '#server/mail/mail-address.ts'
import { enquiryMoves, queues, type EnquiryMove, type EnquiryQueue } from './workflow.ts'

/** A single line: no line breaks and no invisible characters. */
const oneLine = (text: string) => text.replaceAll(/[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/g, ' ').trim()

const withBreaks = (text: string) => text.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '').trim()

const line = (label: string, max: number, missing: string) =>
  z
    .string()
    .transform(oneLine)
    .pipe(z.string().min(1, missing).max(max, `${label}: shorten it to ${max} characters.`))

const text = (label: string, max: number, missing: string) =>
  z
    .string()
    .transform(withBreaks)
    .pipe(
      z
        .string()
        .min(1, missing)
        .max(max, `${label}: shorten it to ${max.toLocaleString('en-GB')} characters.`),
    )

export const mailField = z
  .string()
  .trim()
  .toLowerCase()
  .refine(isMailAddress, 'Email: enter one address, such as name@example.org.')

/** A message to the office. The last two are not questions: people never see them, and they are never wrong. */
export const enquiryForm = z.strictObject({
  name: line('Name', 100, 'Name: enter your name.'),
  email: mailField,
  subject: line('Subject', 150, 'Subject: enter a few words about your message.'),
  message: text('Message', 5000, 'Message: enter your message.'),
  homepage: z.string().optional(),
  from: z.string().optional(),
})

export type EnquiryAnswers = z.infer<typeof enquiryForm>

const seenVersion = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)

export const replyForm = z.strictObject({
  reply: text('Reply', 5000, 'Reply: enter your reply.'),
  version: seenVersion,
})

export const noteForm = z.strictObject({
  note: text('Note', 2000, 'Note: enter a note.'),
})

export const assignForm = z.strictObject({ to: z.string().max(64), ...undoHash })

export const moveForm = z.strictObject({ version: seenVersion })

/** What can be done with several messages together. */
export const bulkActs = ['take', ...(Object.keys(enquiryMoves) as EnquiryMove[])] as const

/** The query of the inbox. */
export const inboxForm = z.strictObject({
  queue: z
    .enum(
      Object.keys(queues) as EnquiryQueue[],
      `The queue in the address must be one of: ${Object.keys(queues).join(', ')}.`,
    )
    .default('new'),
  q: z.string().max(80, 'Shorten the search to 80 characters.').optional(),
  flood: z.string().max(80, 'The group in the address does not exist.').optional(),
  page: pageField,
})

export type InboxQuery = z.infer<typeof inboxForm>
