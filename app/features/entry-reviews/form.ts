import { z } from 'zod'
import { moveForm } from '#features/content/entry/form.ts'
import { shownHashField, undoHash } from '#server/input/shown-hash.ts'

const note = z
  .string()
  .transform((text) => text.replaceAll('\r\n', '\n').trim())
  .pipe(z.string().max(2000, 'Shorten the note to 2,000 characters.'))

/** Empty for anyone who may publish. */
const reviewer = z
  .union([z.literal('').transform(() => undefined), z.uuid('Choose a reviewer from the list.')])
  .optional()

/** A move of an entry, with the note and the reviewer of a review. */
export const reviewedMoveForm = z.strictObject({
  ...moveForm.shape,
  note: note.optional(),
  reviewer,
  ...undoHash,
})

/** The chosen entries of a list are moved with one note. */
export const bulkMoveForm = z.strictObject({ note: note.optional(), ...undoHash })

export const assignReviewerForm = z.strictObject({ note: note.optional(), reviewer, ...undoHash })

/** What Undo of a publication sends: the version that visitors saw before, empty if they saw none. */
export const undoPublishingForm = z.strictObject({
  live: z.union([z.literal('').transform(() => undefined), moveForm.shape.version]),
  shownHash: shownHashField,
})
