import { z } from 'zod'

const id = z.uuid('This form could not be read. Reload the page and try again.')

export const mergeForm = z.strictObject({ mainId: id, duplicateId: id })
export const undoMergeForm = z.strictObject({ merge: id })
