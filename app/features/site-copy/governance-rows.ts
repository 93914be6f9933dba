import { z } from 'zod'
import type { BodyKind, BodyPost } from '#db/schema/tables.ts'
import { bodyKinds, bodyPosts } from '#features/bodies/body.ts'
import { readQuorum } from '#features/bodies/quorum.ts'
import { ruleSchema } from '#features/rulebook/rule.ts'
import { count, day, id, maybeText, maybeTime, slug, text, time } from './row-fields.ts'

/** The rows of bodies and rulebooks in a copy. */

export const body = z.strictObject({
  id,
  slug,
  name: text(120).min(1),
  kind: z.enum(Object.keys(bodyKinds) as BodyKind[]),
  purpose: text(600).min(1).nullable(),
  quorum: text(12)
    .refine((quorum) => readQuorum(quorum) !== undefined)
    .nullable(),
  public_at: maybeTime,
  created_at: time,
  updated_at: time,
  version: count.min(1),
})

/** Without the staff account and the email address of the member. */
export const bodyTerm = z
  .strictObject({
    id,
    body_id: id,
    person_id: id.nullable(),
    name: text(200).min(1),
    office: text(200).min(1).nullable(),
    institution: text(400).min(1).nullable(),
    post: z.enum(Object.keys(bodyPosts) as BodyPost[]),
    starts_on: day,
    ends_on: day.nullable(),
    position: count,
    entry_id: id.nullable(),
    recorded_at: time,
    withdrawn_at: maybeTime,
    withdrawn_because: maybeText(1000),
  })
  .refine((row) => row.ends_on === null || row.ends_on >= row.starts_on)
  .refine((row) => (row.withdrawn_at === null) === (row.withdrawn_because === null))

export const rulebook = z.strictObject({
  id,
  slug,
  name: text(120),
  subject: maybeText(60),
  created_at: time,
  updated_at: time,
})

export const rulebookVersion = z.strictObject({
  id,
  rulebook_id: id,
  number: count.min(1),
  published_at: maybeTime,
  note: maybeText(600),
  created_at: time,
})

export const academyRule = z
  .strictObject({
    id,
    version_id: id,
    position: count,
    clause: text(60),
    words: text(2000),
    check_name: text(60),
    check_values: z.record(z.string(), z.unknown()),
    stage: text(60),
    grades: z.array(text(60)),
    valid_from: day.nullable(),
    valid_to: day.nullable(),
    examples: z.array(z.record(z.string(), z.unknown())),
    sample_at: maybeTime,
    revision: count.min(1),
  })
  .refine(
    (row) =>
      ruleSchema.safeParse({
        ...{ clause: row.clause, words: row.words, check: row.check_name, values: row.check_values },
        ...{ stage: row.stage, grades: row.grades, from: row.valid_from, to: row.valid_to },
        examples: row.examples,
      }).success,
  )
