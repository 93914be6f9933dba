import { z } from 'zod'

/**
 * The shown hash that a form returns. A form that was refused without one returns an empty one, which matches nothing:
 * the answer then shows both values, and nobody overwrites what they have not seen.
 */
export const shownHashField = z
  .string(
    'You opened this page before the site was updated. Try again, and we will show you what has changed since.',
  )
  .regex(/^(?:[\w-]{22})?$/, 'This form did not come from our page. Open the page again.')

/** Undo names what its act made, as a hash. The forms of a page have no such field. */
export const undoHash = { shownHash: shownHashField.optional() }

/** A form with only a button, which Undo may send too. */
export const undoButton = z.strictObject(undoHash)

/** What an operation is given by Undo: it refuses if what its act made is no longer there. */
export interface Undoing {
  shownHash?: string | undefined
}

/** What an act returns, for its Undo. */
export interface Undoable {
  shownHash: string
}
