import { z } from 'zod'
import { printProblem } from '#features/people/printable-text.ts'
import { shownHashField } from '#server/input/shown-hash.ts'
import { readCode, storedCode } from './code.ts'
import type { CertificateContent } from './certificate-content.ts'

const notCode = 'Enter the code at the end of the address on the certificate.'

/** What someone types from a certificate on paper: the code, or the whole address. */
export const checkQuery = z.strictObject({
  code: z
    .string(notCode)
    .max(300, notCode)
    .transform((text) => readCode(text.split('/').at(-1) ?? ''))
    .pipe(z.string().regex(storedCode, notCode))
    .optional(),
})

const maxName = 120
const tooLong = `Shorten the name to ${maxName} characters.`

/** As many of the widest letters fit on a certificate. A sign such as “Ⅷ” is printed as several. */
const name = z
  .string('Enter the name.')
  .trim()
  .min(2, 'Enter the name as it should appear on the certificate.')
  .max(maxName, tooLong)
  .transform((text) => text.normalize('NFC').replaceAll(/\s+/g, ' '))
  .refine((text) => text.normalize('NFKC').length <= maxName, tooLong)
  .superRefine((text, context) => {
    const message = printProblem('Name on the certificate', text)
    if (message) context.addIssue({ code: 'custom', message })
  })

export const issueForm = z.strictObject({
  kind: z.enum(['fellowship', 'membership'], 'Choose fellowship or membership.'),
  name,
})

/** Empty if nobody signs there. */
const officerText = (label: string, maxLength: number) =>
  z
    .string(`Enter the ${label}.`)
    .trim()
    .max(maxLength, `Shorten the ${label} to ${maxLength} characters.`)
    .transform((text) => text.normalize('NFC').replaceAll(/\s+/g, ' '))
    .superRefine((text, context) => {
      const message = printProblem(label === 'name' ? 'Name' : 'Office', text)
      if (message) context.addIssue({ code: 'custom', message })
    })

const officerName = officerText('name', 60)
const officerOffice = officerText('office', 60)

/** The officers who sign certificates. */
export const officersForm = z
  .strictObject({
    name1: officerName,
    office1: officerOffice,
    name2: officerName,
    office2: officerOffice,
    shownHash: shownHashField,
  })
  .superRefine((typed, context) => {
    const require = (field: keyof typeof typed, other: string, message: string) => {
      if (other && !typed[field]) context.addIssue({ code: 'custom', path: [field], message })
    }
    const noOffice = 'Enter the office, such as President.'
    require('office1', typed.name1, noOffice)
    require('office2', typed.name2, noOffice)
    const noName = 'Enter the name of the officer, or leave both fields empty.'
    require('name1', typed.office1, noName)
    require('name2', typed.office2, noName)
  })

/** Which of the two officers. */
export const slotForm = z.strictObject({
  slot: z.enum(['1', '2'], 'Choose an officer.').transform((slot) => (slot === '1' ? 1 : 2)),
  shownHash: shownHashField,
})

export const revokeForm = z.strictObject({
  id: z.string().max(60),
  reason: z
    .string()
    .trim()
    .min(3, 'Enter a reason. Only staff can see it.')
    .max(500, 'Shorten the reason to 500 characters.'),
})

const text = z.string().min(1).max(1000)
const day = z.iso.date()

/** What a certificate may say, for imported ones. */
export const statementSchema: z.ZodType<CertificateContent> = z.strictObject({
  kind: z.enum(['fellowship', 'membership']),
  number: text,
  name: text,
  rank: text,
  holderNo: text.nullable(),
  since: z.int().nullable(),
  validFrom: day.nullable(),
  validTo: day.nullable(),
  citation: z.string().max(1000).nullable(),
  society: text,
  issuedOn: day,
  sample: z.boolean(),
  officers: z
    .array(
      z.strictObject({
        name: text,
        office: text,
        signature: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .optional(),
      }),
    )
    .max(2)
    .optional(),
})
