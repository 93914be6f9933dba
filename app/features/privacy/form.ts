import { z } from 'zod'

const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email('Email: enter one address, such as name@example.org.'))
const reason = z
  .string()
  .trim()
  .min(3, 'Reason: enter who asked and when.')
  .max(500, 'Reason: shorten it to 500 characters.')

export const seekForm = z.strictObject({ email })
export const personRequestForm = z.strictObject({ email, reason })
