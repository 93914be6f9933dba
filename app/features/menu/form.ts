import { z } from 'zod'
import { isLocalPath } from '#features/content/addresses/redirects.ts'
import { shownHashField as shownHash } from '#server/input/shown-hash.ts'

const item = z.string().min(1).max(100)

const label = z
  .string()
  .trim()
  .min(1, 'Enter a label.')
  .max(60, 'Shorten the label to 60 characters.')
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'The label has a character we cannot show. Remove it.')

/** An internal page, or an anchor on one. */
const href = z
  .string()
  .trim()
  .refine(
    (text) => isLocalPath(text.replace(/#[\w-]+$/, '')),
    'Enter an address of this site that starts with /, such as /news.',
  )

/** Each returns the hash of the menu that was shown. */
export const itemForm = z.strictObject({ item, shownHash })
export const renameForm = z.strictObject({ item, label, shownHash })
export const addForm = z.strictObject({ group: z.string().max(40), label, href, shownHash })
export const wholeForm = z.strictObject({ shownHash })
