import { z } from 'zod'
import { isMailAddress } from '#server/mail/mail-address.ts'

const sentence = 'Your email: enter one address, such as name@example.org.'

export const mailLinkForm = z.strictObject({
  email: z.string(sentence).trim().max(254, sentence).refine(isMailAddress, sentence),
})
