import { z } from 'zod'
import { readOfficeTime } from '#office-time.ts'
import { feeNames, type FeeName } from './fees.ts'

/** What staff may set for the whole site. An empty value means that the line or icon is not shown. */

const webAddress = (label: string) => {
  const error = `${label} must start with https:// or be empty.`
  return z.union([z.literal(''), z.url({ protocol: /^https?$/, error })], error)
}

const line = (label: string) => z.string().trim().max(200, `${label} can have at most 200 characters.`)

const mailAddress = (label: string) => {
  const error = `${label} must be one address, such as office@example.org, or empty.`
  return z.union([z.literal(''), z.email({ error })], error)
}

/** A moment in Indian time, as the office types it; empty if none is set. */
const indianTime = (label: string) =>
  z
    .string()
    .trim()
    .refine(
      (text) =>
        text === '' || (/^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(text) && readOfficeTime(text) !== undefined),
      `${label} must be a date and time such as 2027-01-31 23:59, or empty.`,
    )

const fee = z
  .string()
  .trim()
  .regex(
    /^([A-Z]{3} \d{1,7}(\.\d\d)?)?$/,
    'Enter the fee as currency and amount, such as INR 500, or leave it empty.',
  )

const count = (label: string, least: number, most: number) => {
  const error = `${label} must be a whole number from ${least} to ${most}.`
  return z.int(error).min(least, error).max(most, error)
}

const fees = Object.fromEntries(feeNames.map((name) => [name, fee])) as Record<FeeName, typeof fee>

export const settingsSchema = z.object({
  societyName: line('The name').min(1, 'Enter the name of the society.'),
  shortName: line('The short name').min(1, 'Enter the short name of the society.'),
  foundedOn: z.iso.date('Enter the founding date such as 1994-12-04.'),
  city: line('The seat'),
  journalTitle: line('The title of the journal'),
  journalUrl: webAddress('The address of the journal'),
  facebookUrl: webAddress('The Facebook address'),
  linkedinUrl: webAddress('The LinkedIn address'),
  twitterUrl: webAddress('The Twitter address'),
  postalAddress: z.string().trim().max(600, 'Shorten the postal address to 600 characters.'),
  email: mailAddress('The email address'),
  phone: line('The phone number'),
  mapUrl: webAddress('The address of the map'),
  socialPreviewUrl: webAddress('The address of the preview picture'),
  neutralSignIn: z.boolean(),
  secondFactorForAdmins: z.boolean(),
  editorsPublish: z.boolean(),
  retentionMonths: count('The months to keep closed cases', 1, 240),
  auditMailTo: mailAddress('The address for the audit checksum'),
  backupEveryHours: count('The hours between backups', 0, 168),
  backupHour: count('The hour of backups', 0, 23),
  backupsKept: count('The number of backups to keep', 1, 400),
  fellowOpensAt: indianTime('The opening of fellow nominations'),
  fellowClosesAt: indianTime('The closing of fellow nominations'),
  associateFellowOpensAt: indianTime('The opening of associate fellow nominations'),
  associateFellowClosesAt: indianTime('The closing of associate fellow nominations'),
  graceMinutes: count('The grace period', 0, 1440),
  honoraryNominations: z.boolean(),
  mostPerProposer: count('The number of nominations per proposer', 1, 100),
  validCycles: count('The number of cycles per nomination', 1, 20),
  capFellows: count('The maximum number of Fellows', 1, 500),
  capHonoraryFellows: count('The maximum number of Honorary Fellows', 1, 100),
  tellNominee: z.boolean(),
  associateMostAge: z
    .string()
    .trim()
    .regex(/^([1-9]\d)?$/, 'The age must be a whole number from 10 to 99, or empty.'),
  associateProofOfAge: z.boolean(),
  associateSeconder: z.boolean(),
  introducersNeeded: z.boolean(),
  chapters: z.string().trim().max(1000, 'Shorten the chapters to 1,000 characters.'),
  bankDetails: z.string().trim().max(1000, 'Shorten “How to pay” to 1,000 characters.'),
  ...fees,
})

export type Settings = z.infer<typeof settingsSchema>

export const defaultSettings: Settings = {
  societyName: 'International Academy of Physical Sciences',
  shortName: 'IAPS',
  foundedOn: '1994-12-04',
  city: 'Allahabad (Prayagraj)',
  journalTitle: 'Journal of International Academy of Physical Sciences',
  journalUrl: 'https://www.iaps.org.in/journal/index.php/journaliaps',
  facebookUrl: '',
  linkedinUrl: '',
  twitterUrl: '',
  postalAddress: '',
  email: '',
  phone: '',
  mapUrl: '',
  socialPreviewUrl: '',
  neutralSignIn: false,
  secondFactorForAdmins: true,
  editorsPublish: false,
  retentionMonths: 24,
  auditMailTo: '',
  backupEveryHours: 24,
  backupHour: 2,
  backupsKept: 14,
  fellowOpensAt: '',
  fellowClosesAt: '',
  associateFellowOpensAt: '',
  associateFellowClosesAt: '',
  graceMinutes: 15,
  honoraryNominations: false,
  mostPerProposer: 3,
  validCycles: 3,
  capFellows: 500,
  capHonoraryFellows: 100,
  tellNominee: false,
  associateMostAge: '',
  associateProofOfAge: false,
  associateSeconder: true,
  introducersNeeded: false,
  chapters: '',
  bankDetails: '',
  ...(Object.fromEntries(feeNames.map((name) => [name, ''])) as Record<FeeName, string>),
}

/** The networks' front pages, as samples that make all three icons show; they are not the Academy's own. */
export const sampleAddresses = {
  facebookUrl: 'https://www.facebook.com/',
  linkedinUrl: 'https://www.linkedin.com/',
  twitterUrl: 'https://twitter.com/',
} as const

/** What pages may show, and so what may reach a browser. */
export const publicSettings = settingsSchema.pick({
  societyName: true,
  shortName: true,
  foundedOn: true,
  city: true,
  journalTitle: true,
  journalUrl: true,
  facebookUrl: true,
  linkedinUrl: true,
  twitterUrl: true,
  postalAddress: true,
  email: true,
  phone: true,
  mapUrl: true,
  socialPreviewUrl: true,
})

export type PublicSettings = z.infer<typeof publicSettings>

/** Settings about access, rights and retention: changing one is as sensitive as changing a role. */
const safety = [
  'neutralSignIn',
  'secondFactorForAdmins',
  'editorsPublish',
  'auditMailTo',
  'retentionMonths',
  'backupEveryHours',
  'backupsKept',
] as const satisfies (keyof Settings)[]

export function touchesSafety(before: Settings, after: Partial<Settings>): boolean {
  return safety.some((name) => after[name] !== undefined && after[name] !== before[name])
}
