import { z } from 'zod'
import { documentSchema } from '#features/content/text/document.ts'
import { isSafeHref } from '#features/content/addresses/safe-href.ts'
import { fullAddress } from '#features/content/editor/address.ts'
import { callFormSchema, callStagesSchema } from './call-schema.ts'

/**
 * What the Academy publishes. Every kind is an entry with a slug, a state and numbered versions; the shape below is
 * what one version holds. Fields that the Academy has not told us are left out.
 */

const line = z.string().trim().min(1).max(300)
const paragraph = z.string().trim().min(1).max(2000)
const year = z.int().min(1900).max(2200)
const fileId = z.string().min(1).max(64)

/** A calendar day without a time zone. */
export const daySchema = z.iso.date()

/** A moment, in milliseconds UTC. */
const moment = z.int().min(0)

/** An address a reader may follow: a page of ours, or a web or mail address. `www.example.org` gets its `https://`. */
const address = z
  .string()
  .max(500)
  .overwrite((typed) => fullAddress(typed) ?? typed)
  .refine(isSafeHref, 'Enter an address that starts with / or https://')

/** The source of a statement. Only staff see it. */
const source = z.strictObject({
  note: paragraph,
  confidence: z.enum(['high', 'medium', 'low']),
  /** What to ask the Academy. */
  toConfirm: paragraph.optional(),
})

const person = z.strictObject({ name: line, affiliation: line.optional(), role: line.optional() })

const documentPage = z.strictObject({
  title: line,
  lead: paragraph.optional(),
  /** Which edition of the text this is, for a constitution or a set of rules. */
  edition: line.optional(),
  effectiveFrom: daySchema.optional(),
  changeNote: paragraph.optional(),
  sections: z.array(
    z.strictObject({
      /** The clause number as printed, such as "3" or "3.1"; omitted for plain pages. */
      number: z.string().max(12).optional(),
      heading: line,
      /** The section's anchor; made from the heading if staff give none. */
      anchor: z
        .string()
        .max(80)
        .regex(/^[a-z0-9-]+$/, 'Use only lowercase letters, digits and hyphens'),
      body: documentSchema,
    }),
  ),
  pdf: fileId.optional(),
  source: source.optional(),
})

const news = z.strictObject({
  title: line,
  publishedOn: daySchema,
  summary: paragraph,
  body: documentSchema.optional(),
  picture: z.strictObject({ file: fileId, alt: line, credit: line.optional() }).optional(),
  source: source.optional(),
})

const councilTerm = z.strictObject({
  title: line,
  from: daySchema,
  to: daySchema.optional(),
  seats: z.array(
    z.strictObject({
      office: line,
      name: line,
      designation: line.optional(),
      institution: line.optional(),
      email: z.email().optional(),
      photo: fileId.optional(),
    }),
  ),
  source: source.optional(),
})

const award = z.strictObject({
  title: line,
  shortTitle: line.optional(),
  type: z.enum(['medal', 'research', 'memorial', 'young']),
  summary: paragraph,
  namedAfter: z.strictObject({ name: line, note: paragraph.optional() }).optional(),
  purpose: documentSchema.optional(),
  eligibility: documentSchema.optional(),
  nominationHow: documentSchema.optional(),
  selection: documentSchema.optional(),
  frequency: line.optional(),
  prize: line.optional(),
  subjectAreas: z.array(line).optional(),
  callPdf: fileId.optional(),
  source: source.optional(),
})

/** The parent of a recipient is its award. */
const recipient = z.strictObject({
  title: line,
  year,
  affiliation: line.optional(),
  country: line.optional(),
  discipline: line.optional(),
  citation: paragraph.optional(),
  lectureTitle: line.optional(),
  shared: z.boolean().optional(),
  photo: fileId.optional(),
  source: source.optional(),
})

const conference = z.strictObject({
  title: line,
  series: z.enum(['coniaps', 'other']),
  scope: z.enum(['international', 'national']),
  number: z.int().min(1).max(999).optional(),
  theme: line.optional(),
  /** Omitted if even the year is unknown. */
  year: year.optional(),
  startsOn: daySchema.optional(),
  endsOn: daySchema.optional(),
  /** When it was, if the days are unknown, such as "spring 2024". */
  dateNote: line.optional(),
  cancelled: z.boolean().optional(),
  mode: z.enum(['in-person', 'online', 'hybrid']).optional(),
  host: line.optional(),
  department: line.optional(),
  city: line.optional(),
  state: line.optional(),
  country: line.optional(),
  people: z.array(person).optional(),
  speakers: z
    .array(
      person.extend({
        kind: z.enum(['plenary', 'invited', 'keynote']),
        title: line.optional(),
        abstract: paragraph.optional(),
      }),
    )
    .optional(),
  figures: z.array(z.strictObject({ label: line, value: line })).optional(),
  importantDates: z.array(z.strictObject({ label: line, on: daySchema })).optional(),
  fees: z.array(z.strictObject({ category: line, amount: line, note: line.optional() })).optional(),
  report: documentSchema.optional(),
  website: address.optional(),
  abstractUrl: address.optional(),
  proceedingsUrl: address.optional(),
  brochure: fileId.optional(),
  album: z.string().optional(),
  source: source.optional(),
})

export const activityKinds = ['memorial-lecture', 'workshop', 'online-lecture', 'other-program'] as const

const activity = z.strictObject({
  title: line,
  activity: z.enum(activityKinds),
  series: line.optional(),
  inMemoryOf: line.optional(),
  number: z.int().min(1).max(999).optional(),
  speaker: person.optional(),
  people: z.array(person).optional(),
  abstract: documentSchema.optional(),
  /** Omitted if even the year is unknown. */
  year: year.optional(),
  /** Lectures have a time of day; workshops and programmes have days. */
  startsAt: moment.optional(),
  durationMinutes: z.int().min(1).max(1440).optional(),
  startsOn: daySchema.optional(),
  endsOn: daySchema.optional(),
  dateNote: line.optional(),
  cancelled: z.boolean().optional(),
  venue: line.optional(),
  host: line.optional(),
  platform: line.optional(),
  audience: line.optional(),
  joinUrl: address.optional(),
  recordingUrl: address.optional(),
  registrationUrl: address.optional(),
  slides: fileId.optional(),
  report: fileId.optional(),
  source: source.optional(),
})

const newsletter = z.strictObject({
  title: line,
  volume: z.int().min(1).max(999),
  number: z.int().min(1).max(99),
  period: line,
  releasedOn: daySchema,
  editors: z.array(line).optional(),
  summary: paragraph.optional(),
  contents: z.array(
    z.strictObject({
      title: line,
      page: z.int().min(1).optional(),
      author: line.optional(),
      summary: paragraph.optional(),
      /** An article with a text has its own page. */
      body: documentSchema.optional(),
    }),
  ),
  pdf: fileId.optional(),
  pages: z.int().min(1).optional(),
  cover: fileId.optional(),
  source: source.optional(),
})

const album = z.strictObject({
  title: line,
  heldOn: daySchema,
  description: paragraph.optional(),
  event: z.string().optional(),
  photos: z
    .array(
      z.strictObject({
        file: fileId,
        alt: line,
        caption: paragraph.optional(),
        credit: line.optional(),
        takenOn: daySchema.optional(),
      }),
    )
    .max(60),
  source: source.optional(),
})

export const archiveTypes = [
  'conference-report',
  'annual-report',
  'minutes',
  'old-newsletter',
  'old-page',
  'circular',
  'photo-set',
] as const

const archiveItem = z.strictObject({
  title: line,
  type: z.enum(archiveTypes),
  year,
  description: paragraph.optional(),
  file: fileId.optional(),
  url: address.optional(),
  source: source.optional(),
})

const call = z.strictObject({
  title: line,
  subject: z.enum(['fellow', 'associate-fellow', 'award', 'membership']),
  /** The slug of the award. */
  award: z.string().optional(),
  summary: paragraph.optional(),
  /** Who may be nominated, or who may apply. */
  eligibility: paragraph.optional(),
  nominators: paragraph.optional(),
  opensAt: moment,
  closesAt: moment,
  /** The form; omitted if there is none. */
  href: address.optional(),
  howToApply: paragraph.optional(),
  /** Whether it takes nominations on this site, and which parts their form has. Membership has none. */
  form: callFormSchema.optional(),
  stages: callStagesSchema.optional(),
  /** The slug of a body. */
  panel: z.string().optional(),
  /** The slug of a rulebook. */
  rulebook: z.string().optional(),
  source: source.optional(),
})

export const kinds = {
  page: documentPage,
  news,
  'council-term': councilTerm,
  award,
  recipient,
  conference,
  activity,
  newsletter,
  album,
  'archive-item': archiveItem,
  call,
}

export type Kind = keyof typeof kinds
export type Data<K extends Kind = Kind> = z.infer<(typeof kinds)[K]>
