import { z } from 'zod'

/** The mark that a form brings back. */
export const markField = z.string().regex(/^[\w-]{22}$/, 'Open the page again: this form was not sent by it.')
