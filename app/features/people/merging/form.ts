import { z } from 'zod'

const id = z.uuid('We could not read this form. Reload the page and try again.')

export const mergeForm = z.strictObject({ mainId: id, duplicateId: id })
export const undoMergeForm = z.strictObject({ merge: id })
