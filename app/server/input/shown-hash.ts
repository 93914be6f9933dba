import { z } from 'zod'

/** The shown hash that a form returns. */
export const shownHashField = z
  .string()
  .regex(/^[\w-]{22}$/, 'This form did not come from our page. Open the page again.')
