import { z } from 'zod'
import { pageField } from '#server/input/list-query.ts'
import { undoHash } from '#server/input/shown-hash.ts'
import { isLocalPath } from './redirects.ts'

const path = z
  .string()
  .trim()
  .refine(
    isLocalPath,
    'Enter an address of this site that starts with /, without ? and #, such as /old-page.',
  )

export const addRedirectForm = z.strictObject({ from: path, to: path })
export const removeRedirectForm = z.strictObject({ from: z.string().max(400), ...undoHash })

/** Which of the two lists on the links page to export. */
export const linkListQuery = z.strictObject({
  of: z.enum(['broken', 'redirects'], 'The list in the address must be “broken” or “redirects”.'),
})

/** The query of the links page. */
export const linksQuery = z.strictObject({ page: pageField })
