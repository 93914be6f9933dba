import { z } from 'zod'

/** What staff may set for the whole site. An empty value means that the line or icon is not shown. */

const webAddress = z.union([z.literal(''), z.url({ protocol: /^https?$/ })])
const line = z.string().trim().max(200)

export const settingsSchema = z.object({
  societyName: line.min(1),
  shortName: line.min(1),
  foundedOn: z.iso.date(),
  city: line,
  journalTitle: line,
  journalUrl: webAddress,
  facebookUrl: webAddress,
  linkedinUrl: webAddress,
  twitterUrl: webAddress,
  postalAddress: z.string().trim().max(600),
  email: z.union([z.literal(''), z.email()]),
  phone: line,
  mapUrl: webAddress,
  socialPreviewUrl: webAddress,
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
}
