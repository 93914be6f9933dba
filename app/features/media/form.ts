import { z } from 'zod'
import { undoHash } from '#server/input/shown-hash.ts'

/** What people may write about a file, and how they may search for one. */

const line = (max: number, what: string) =>
  z.string().trim().max(max, `${what} must be ${max} characters or shorter.`)
const percent = (what: string) =>
  z
    .string()
    .trim()
    .regex(/^(\d{1,2}|100)$/, `${what} must be a whole number from 0 to 100.`)
    .transform(Number)
const pixels = z
  .string()
  .trim()
  .regex(/^\d{0,5}$/, 'Enter the crop in whole pixels.')
  .transform((text) => (text === '' ? undefined : Number(text)))

export const describeForm = z
  .strictObject({
    alt: line(500, 'The description'),
    caption: line(1000, 'The caption'),
    credit: line(300, 'The credit'),
    focusX: percent('The focal point from the left').default(50),
    focusY: percent('The focal point from the top').default(50),
    cropLeft: pixels.optional(),
    cropTop: pixels.optional(),
    cropWidth: pixels.optional(),
    cropHeight: pixels.optional(),
    ...undoHash,
  })
  .transform(({ cropLeft, cropTop, cropWidth, cropHeight, ...rest }, context) => {
    const sides = [cropLeft, cropTop, cropWidth, cropHeight]
    if (sides.every((side) => side === undefined)) return { ...rest, crop: undefined }
    if (sides.some((side) => side === undefined) || !cropWidth || !cropHeight) {
      context.addIssue({
        code: 'custom',
        path: ['cropWidth'],
        message: 'Enter all four numbers of the crop, or none.',
      })
      return z.NEVER
    }
    return {
      ...rest,
      crop: { left: cropLeft ?? 0, top: cropTop ?? 0, width: cropWidth, height: cropHeight },
    }
  })

/** The form that gives a file its former description back. */
export function describeFields({ alt, caption, credit, focusX, focusY, crop }: FileDescription) {
  return {
    ...{ alt, caption, credit, focusX: String(focusX), focusY: String(focusY) },
    ...(crop && {
      ...{ cropLeft: String(crop.left), cropTop: String(crop.top) },
      ...{ cropWidth: String(crop.width), cropHeight: String(crop.height) },
    }),
  }
}

export type FileDescription = Omit<z.output<typeof describeForm>, 'shownHash'>

export const fileKinds = ['picture', 'document'] as const

const page = z
  .string()
  .regex(/^[1-9]\d{0,4}$/, 'The page in the address must be a number.')
  .transform(Number)
  .default(1)

export const libraryQuery = z.strictObject({
  q: z.string().max(100, 'Shorten the search to 100 characters.').default(''),
  kind: z.enum([...fileKinds, 'bin'], 'This kind of file does not exist.').optional(),
  sort: z.enum(['name', 'bytes', 'added'], 'This sort order does not exist.').default('added'),
  dir: z.enum(['asc', 'desc'], 'The direction must be asc or desc.').optional(),
  view: z.enum(['grid', 'list'], 'This view does not exist.').default('grid'),
  page,
})

export type LibraryQuery = z.output<typeof libraryQuery>

export const choicesQuery = z.strictObject({
  q: z.string().max(100, 'Shorten the search to 100 characters.').default(''),
  kind: z.enum(fileKinds, 'This kind of file does not exist.').optional(),
  page,
})

const id = z.string().regex(/^[\w-]{1,64}$/, 'This file does not exist.')

export const beginForm = z.strictObject({
  name: z.string().min(1, 'The file has no name.').max(5000, 'The name of the file is too long.'),
  bytes: z
    .string()
    .regex(/^\d{1,12}$/, 'The size of the file must be a number.')
    .transform(Number),
  replaces: id.optional(),
})

export const uploadForm = z.strictObject({ id })
export const finishForm = z.strictObject({ id, again: z.literal('yes').optional() })
export const chunkQuery = z.strictObject({
  do: z.literal('chunk'),
  id,
  offset: z
    .string()
    .regex(/^\d{1,12}$/, 'The offset must be a number.')
    .transform(Number),
})
export const earlierForm = z.strictObject({ earlier: id, ...undoHash })
