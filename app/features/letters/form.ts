import { z } from 'zod'
import { undoHash } from '#server/input/shown-hash.ts'

/** A letter's wording as administrators type it; the operation checks the words in braces. */
export const wordingForm = z.strictObject({
  subject: z
    .string()
    .trim()
    .min(1, 'Subject: this field is required.')
    .max(150, 'Subject: shorten it to 150 characters.')
    .regex(/^[^\r\n]*$/, 'Subject: write it on one line.'),
  body: z
    .string()
    .transform((text) => text.replaceAll(/\r\n?/g, '\n').trim())
    .pipe(
      z.string().min(1, 'Text: this field is required.').max(5000, 'Text: shorten it to 5,000 characters.'),
    ),
  ...undoHash,
})
