import { z } from 'zod'
import { readOfficeTime } from '#office-time.ts'
import { listFields, pageField } from '#server/input/list-query.ts'
import { undoHash } from '#server/input/shown-hash.ts'
import { moves } from './workflow.ts'

/** What may be sent and requested about entries, nearly all of it by staff. */

export const entryListForm = z.strictObject({
  ...listFields(['title', 'state', 'day', 'updated']),
  q: z.string().max(100, 'Shorten the search to 100 characters.').optional(),
  state: z
    .enum(
      ['draft', 'in_review', 'scheduled', 'published', 'live', 'archived', 'binned'],
      'The status in the address does not exist. Choose one in the filter.',
    )
    .optional(),
  /** Whoever saved the newest version. */
  by: z.uuid('The person in the address does not exist. Choose another view.').optional(),
  parent: z.uuid('The award in the address does not exist. Choose one in the filter.').optional(),
  type: z
    .string()
    .regex(/^[a-z-]{1,40}$/, 'The type in the address does not exist. Choose one in the filter.')
    .optional(),
})

export type EntryListQuery = z.infer<typeof entryListForm>

/** The query of the public news list. */
export const newsListQuery = z.strictObject({ page: pageField })

export const beginForm = z.strictObject({
  title: z.string().trim().min(1, 'Enter a title.').max(300, 'Shorten the title to 300 characters.'),
  parent: z.uuid('Choose the award.').optional(),
  template: z
    .literal('')
    .transform(() => undefined)
    .or(z.uuid('Choose a template from the list.'))
    .optional(),
})

/** The template that is chosen already. */
export const newEntryQuery = z.strictObject({
  template: z.uuid('The template in the address does not exist. Choose one from the list.').optional(),
})

const template = z.uuid('We could not read this form. Reload the page and try again.')

export const templateButton = z.strictObject({ template, ...undoHash })

export const renameTemplateForm = z.strictObject({
  template,
  name: z.string().trim().min(1, 'Enter a name.').max(120, 'Shorten the name to 120 characters.'),
  ...undoHash,
})

const version = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'The version number is missing. Reload the page and try again.')
  .transform(Number)

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue({
      code: 'custom',
      message: 'The text could not be read. Reload the page and try again.',
    })
    return z.NEVER
  }
})

const revision = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'The revision number is missing. Reload the page and try again.')
/** Several, separated by spaces. */
const revisions = z
  .string()
  .max(2000)
  .transform((text) => text.split(' '))
  .pipe(z.array(revision).min(1).max(30))

/** Names of fields, separated by spaces. */
const fieldNames = z
  .string()
  .regex(/^(\w{1,40}( \w{1,40}){0,60})?$/)
  .transform((text) => text.split(' ').filter(Boolean))

/**
 * What an editing page sends: the version it started from, everything that was written as one JSON text, and the
 * working copy it has seen. A page that was opened before an upgrade knows nothing of working copies and sends the
 * first two.
 */
export const saveForm = z
  .strictObject({
    ...{ base: version, data: json },
    ...z.object({ seen: revisions, revision, page: revision, conflicts: fieldNames }).partial().shape,
  })
  .transform(({ base, data, seen, revision, page, conflicts }) => {
    const copy = seen && revision && page && conflicts && { seen, revision, page, conflicts }
    return { base, data, copy: copy || undefined }
  })

/** What a page may do with the working copy; `look` only reports that someone is here. */
const copyFields = { base: version, seen: revisions }
export const workingCopyForm = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('look'), ...copyFields }),
  z.strictObject({
    ...{ do: z.literal('store'), ...copyFields, data: json, revision, page: revision },
    ...{ conflicts: fieldNames, settled: z.union([z.literal(''), z.uuid()]) },
  }),
  z.strictObject({ do: z.literal('revert'), ...copyFields, data: json, conflicts: fieldNames }),
  z.strictObject({ do: z.literal('aside'), ...copyFields, data: json, conflicts: fieldNames }),
])

/** Indian time, as the office types it or as a browser's field returns it. */
const moment = (error: string) =>
  z.string().transform((text, context) => {
    const at = readOfficeTime(text)
    if (at !== undefined) return new Date(at)
    context.addIssue({ code: 'custom', message: error })
    return z.NEVER
  })

const timeError = 'Enter the date and time, such as 2027-01-31 09:00.'

export const moveForm = z.strictObject({
  move: z.enum(moves, 'This action does not exist. Reload the page and try again.'),
  version,
  at: z.union([z.literal('').transform(() => undefined), moment(timeError)]).optional(),
})

export const locationForm = z.strictObject({
  slug: z.string().trim().max(200),
  position: z
    .string()
    .regex(/^-?\d{1,5}$/, 'Enter the order as a whole number.')
    .transform(Number),
  until: z.union([z.literal('').transform(() => undefined), moment(timeError)]),
  /** Marks a sample as real. */
  adopt: z.literal('yes').optional(),
  ...undoHash,
})

/** A version becomes the newest one again; a snapshot becomes the user's working copy. */
export const restoreForm = z.union([
  z.strictObject({ base: version, number: version }),
  z.strictObject({ snapshot: z.uuid() }),
])

/** Versions by their numbers, snapshots of working copies by their ids. */
const compared = z.union([version, z.uuid()])

export const compareQuery = z.strictObject({
  from: compared.optional(),
  to: compared.optional(),
  page: listFields(['number']).page,
})
