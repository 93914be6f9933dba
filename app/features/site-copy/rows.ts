import { z } from 'zod'
import { everyKind } from '#features/content/kinds/kinds.ts'
import { isLocalPath } from '#features/content/addresses/redirects.ts'
import { storedCode } from '#features/certificates/code.ts'
import { readOrcid } from '#features/people/orcid.ts'
import { categories, grades, isWebAddress, type Category, type Grade } from '#features/people/register.ts'
import { academyRule, body, bodyTerm, rulebook, rulebookVersion } from './governance-rows.ts'
import { bytes, count, day, id, maybeText, maybeTime, sha256, side, slug, text, time } from './row-fields.ts'

/**
 * What a copy of the site holds, one line per row. Derived data, such as search words and the file references of a
 * version, is left out and rebuilt; which member of staff did something is left out, too.
 */

const entry = z
  .strictObject({
    id,
    kind: z.enum(everyKind),
    slug,
    parent_id: id.nullable(),
    position: z.int().min(-2_147_483_648).max(2_147_483_647),
    state: z.enum(['draft', 'in_review', 'scheduled', 'published', 'archived', 'binned']),
    head_version: count.min(1),
    live_version: count.min(1).nullable(),
    published_at: maybeTime,
    publish_at: maybeTime,
    unpublish_at: maybeTime,
    binned_at: maybeTime,
    sample_at: maybeTime,
    created_at: time,
    updated_at: time,
  })
  .refine((row) => row.live_version === null || row.live_version <= row.head_version)
  .refine((row) => row.state !== 'published' || row.live_version === row.head_version)
  .refine((row) => row.state !== 'published' || row.published_at !== null)
  .refine((row) => row.state !== 'scheduled' || row.publish_at !== null)
  .refine((row) => !['archived', 'binned'].includes(row.state) || row.live_version === null)
  .refine((row) => (row.state === 'binned') === (row.binned_at !== null))
  .refine((row) => row.parent_id !== row.id)

const entryVersion = z.strictObject({
  entry_id: id,
  number: count.min(1),
  data: z.record(z.string(), z.unknown()),
  saved_at: time,
  note: maybeText(1000),
})

const person = z
  .strictObject({
    id,
    member_no: text(20),
    fellow_no: maybeText(20),
    title: maybeText(30),
    given_name: text(100),
    family_name: text(100),
    category: z.enum(Object.keys(categories) as Category[]),
    grade: z.enum(Object.keys(grades) as Grade[]).nullable(),
    since: z.int(),
    elected_year: z.int().nullable(),
    discipline: text(60),
    specialisation: maybeText(150),
    institution: maybeText(200),
    city: maybeText(80),
    state: maybeText(80),
    country: text(60),
    citation: maybeText(1000),
    // Older copies have none.
    web_page: text(300).refine(isWebAddress).nullable().default(null),
    orcid: text(19)
      .refine((orcid) => readOrcid(orcid) === orcid)
      .nullable()
      .default(null),
    died_year: z.int().nullable(),
    listed_at: maybeTime,
    sample_at: maybeTime,
    created_at: time,
    updated_at: time,
    version: count.min(1),
    binned_at: maybeTime,
    listed_before_bin_at: maybeTime,
    valid_from: day.nullable(),
    valid_to: day.nullable(),
    picture_id: id.nullable(),
    // Copies of format 1 have none; people get theirs when they arrive.
    slug: slug.nullable().default(null),
  })
  .refine((row) => row.binned_at === null || row.listed_at === null)

const formerPersonSlug = z.strictObject({ slug, person_id: id, created_at: time })

const certificate = z
  .strictObject({
    id,
    person_id: id,
    kind: z.enum(['fellowship', 'membership']),
    number: z.string().regex(/^C[FM]-\d{4}-\d{4,6}$/),
    code: z.string().regex(storedCode),
    statement: z.record(z.string(), z.unknown()),
    valid_to: day.nullable(),
    issued_at: time,
    revoked_at: maybeTime,
    revoked_because: maybeText(500),
    replaced_by: maybeText(20),
  })
  .refine((row) => (row.revoked_at === null) === (row.revoked_because === null))
  .refine((row) => row.replaced_by === null || row.revoked_at !== null)

/** The public keys with which the site signed certificates, so that those stay its own after a move. */
const certificateKey = z.strictObject({
  public_key: z.string().regex(/^z6Mk[1-9A-HJ-NP-Za-km-z]{44}$/),
  first_used_at: time,
})

const stored = {
  sha256,
  original_sha256: sha256.nullable(),
  name: text(300),
  media_type: z.string().regex(/^[\w.+-]{1,60}\/[\w.+-]{1,100}$/),
  bytes,
  width: side,
  height: side,
  // Older copies have none.
  taken_on: z.iso.date().nullable().default(null),
}

const file = z
  .strictObject({
    id,
    ...stored,
    sample_at: maybeTime,
    created_at: time,
    alt: text(5000),
    caption: text(5000),
    credit: text(5000),
    focus_x: z.int().min(0).max(100),
    focus_y: z.int().min(0).max(100),
    crop_left: count.nullable(),
    crop_top: count.nullable(),
    crop_width: side,
    crop_height: side,
    pages: count.nullable(),
    cover_id: id.nullable(),
    removed_at: maybeTime,
  })
  .refine((row) => (row.width === null) === (row.height === null))

const earlierFile = z.strictObject({
  id,
  file_id: id,
  ...stored,
  pages: count.nullable(),
  replaced_at: time,
})

const pictureVariant = z.strictObject({
  file_id: id,
  format: z.enum(['avif', 'webp', 'jpeg']),
  width: z.int().min(1).max(100_000),
  height: z.int().min(1).max(100_000),
  sha256,
  bytes,
})

const redirect = z
  .strictObject({
    from_path: z.string().refine(isLocalPath),
    to_path: z.string().refine(isLocalPath),
    created_at: time,
  })
  .refine((row) => row.from_path !== row.to_path)

const menuItem = z
  .strictObject({
    menu: z.enum(['now', 'before']),
    list: text(100),
    item: text(100),
    position: count,
    label: maybeText(200),
    href: z
      .string()
      .max(600)
      .regex(/^(\/(?!\/)|https?:\/\/)[^\s\\]*$/)
      .nullable(),
  })
  .refine((row) => row.href === null || row.label !== null)

const setting = z.strictObject({ name: text(100), value: z.json(), updated_at: time })

/** In the order in which they are written: referenced tables come first. */
export const rowSchemas = {
  setting,
  redirect,
  menu_item: menuItem,
  file,
  earlier_file: earlierFile,
  picture_variant: pictureVariant,
  person,
  former_person_slug: formerPersonSlug,
  body,
  body_term: bodyTerm,
  certificate,
  certificate_key: certificateKey,
  entry,
  entry_version: entryVersion,
  rulebook,
  rulebook_version: rulebookVersion,
  academy_rule: academyRule,
}

export type CopiedTable = keyof typeof rowSchemas
export type CopiedRow<T extends CopiedTable> = z.infer<(typeof rowSchemas)[T]>
export const copiedTables = Object.keys(rowSchemas) as CopiedTable[]

/** The unique keys by which a table is ordered. */
export const rowKeys: Record<CopiedTable, string[]> = {
  setting: ['name'],
  redirect: ['from_path'],
  menu_item: ['menu', 'list', 'item'],
  file: ['id'],
  earlier_file: ['id'],
  picture_variant: ['file_id', 'format', 'width'],
  person: ['id'],
  former_person_slug: ['slug'],
  body: ['id'],
  body_term: ['id'],
  certificate: ['id'],
  certificate_key: ['public_key'],
  entry: ['id'],
  entry_version: ['entry_id', 'number'],
  rulebook: ['id'],
  rulebook_version: ['id'],
  academy_rule: ['id'],
}

/** Columns with JSON, which a copy stores as JSON values. */
export const jsonColumns = new Set([
  'setting.value',
  'entry_version.data',
  'certificate.statement',
  'academy_rule.check_values',
  'academy_rule.grades',
  'academy_rule.examples',
])

/** Those keys that are not text. */
export const numberKeys = new Set(['width', 'number'])
