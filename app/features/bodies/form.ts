import { z } from 'zod'
import type { BodyKind, BodyPost, Capability } from '#db/schema/tables.ts'
import { disciplines } from '#features/people/register.ts'
import { readQuery, type QueryRead } from '#server/http/query-string.ts'
import { storedShare } from '#server/input/share-text.ts'
import { bodyKinds, bodyPosts, capabilityLabels } from './body.ts'
import { undoHash } from '#server/input/shown-hash.ts'
import type { CaseScope, Grant } from './capabilities.server.ts'
import type { Body } from './queries.server.ts'
import { fieldValue } from './discipline-choices.ts'
import { readQuorum } from './quorum.ts'

const trimmed = (label: string, max: number) =>
  z
    .string()
    .transform((text) => text.toWellFormed().normalize('NFC').replaceAll(/\s+/g, ' ').trim())
    .pipe(z.string().max(max, `Shorten the ${label} to ${max} characters.`))

const optional = (label: string, max: number) => trimmed(label, max).transform((text) => text || null)

const version = z
  .string()
  .regex(/^\d{1,9}$/, 'We could not read this form. Reload the page and try again.')
  .transform(Number)

const yes = z.literal('yes', 'We could not read this form. Reload the page and try again.').optional()

const details = {
  name: trimmed('name', 120).pipe(z.string().min(1, 'Enter the name of the body.')),
  kind: z.enum(Object.keys(bodyKinds) as BodyKind[], 'Choose what kind of body it is.'),
}

export const newBodyForm = z.strictObject(details)

export const bodyForm = z.strictObject({
  ...details,
  purpose: optional('text about what it does', 600),
  quorum: trimmed('quorum', 30)
    .transform(storedShare)
    .refine(
      (text) => text === '' || readQuorum(text) !== undefined,
      'Enter the quorum as a number (5) or a share, such as 1/3 or “more than 1/2”.',
    )
    .transform((text) => text || null),
  'public-page': yes,
  version,
})

/** The form that gives a body its former details back after one save. */
export function bodyFields(before: Body, version: number): Record<string, string> {
  const { name, kind, purpose, quorum, isPublic } = before
  return {
    ...{ name, kind, purpose: purpose ?? '', quorum: quorum ?? '', version: String(version) },
    ...(isPublic && { 'public-page': 'yes' }),
  }
}

const day = (message: string) => z.string().trim().pipe(z.iso.date(message))

const lastDay = z.union([
  z
    .string()
    .trim()
    .pipe(z.literal(''))
    .transform(() => null),
  day('Enter the last day as year, month and day, such as 2028-03-31, or leave it empty.'),
])

/** Someone joins a body. Either the number in the register or a name says who. */
export const termForm = z
  .strictObject({
    memberNo: trimmed('number', 40),
    name: trimmed('name', 160),
    post: z.enum(Object.keys(bodyPosts) as BodyPost[], 'Choose what the person does in the body.'),
    office: optional('title of the office', 80),
    institution: optional('institution', 200),
    email: z
      .string()
      .transform((text) => text.trim().toLowerCase())
      .pipe(z.union([z.literal(''), z.email('Enter one email address, such as name@example.org.')]))
      .transform((text) => text || null),
    account: z
      .string()
      .max(60, 'Choose an account from the list.')
      .transform((text) => text || null),
    startsOn: day('Enter the first day as year, month and day, such as 2025-04-01.'),
    endsOn: lastDay,
  })
  .refine(({ memberNo, name }) => memberNo !== '' || name !== '', {
    path: ['memberNo'],
    message: 'Enter the number in the register, or the name of someone outside it.',
  })
  .refine(({ startsOn, endsOn }) => endsOn === null || endsOn >= startsOn, {
    path: ['endsOn'],
    message: 'The last day is before the first day. Correct one of them.',
  })

export type TermAnswers = z.infer<typeof termForm>

const termId = z.uuid('We could not read this form. Reload the page and try again.')

export const endTermForm = z.strictObject({
  term: termId,
  lastDay: day('Enter the last day as year, month and day, such as 2028-03-31.'),
})

export const withdrawTermForm = z.strictObject({
  term: termId,
  reason: trimmed('reason', 300).pipe(z.string().min(1, 'Enter why this term is withdrawn.')),
  ...undoHash,
})

const grantTicks = Object.fromEntries(Object.keys(capabilityLabels).map((name) => [`may-${name}`, yes]))

/** The field that is ticked for each discipline that the body works on. */
const disciplineFields = new Map(
  disciplines.map((discipline) => [`discipline-${fieldValue(discipline)}`, discipline]),
)

const disciplineTicks = Object.fromEntries([...disciplineFields.keys()].map((name) => [name, yes]))

const callField = /^call-(?<call>[\da-f-]{36})$/

/** What the members may do: a tick for each, and for which cases. */
export const grantsForm = z
  .object({
    ...grantTicks,
    ...disciplineTicks,
    cases: z.enum(
      ['', 'fellow', 'associate-fellow', 'award', 'membership'],
      'Choose the cases from the list.',
    ),
    ...undoHash,
  })
  .catchall(yes)
  .refine(
    (answers) => Object.keys(answers).every((name) => isStaticField(name) || callField.test(name)),
    'We could not read this form. Reload the page and try again.',
  )

function isStaticField(name: string): boolean {
  return (
    name === 'cases' ||
    name === 'shownHash' ||
    Object.hasOwn(grantTicks, name) ||
    Object.hasOwn(disciplineTicks, name)
  )
}

/** The capabilities that were ticked. Only the office is limited to cases of one type. */
export function readGrants({ cases, ...ticked }: Record<string, string | undefined>): Grant[] {
  return (Object.keys(capabilityLabels) as Capability[])
    .filter((capability) => ticked[`may-${capability}`] === 'yes')
    .map((capability) => ({ capability, caseType: capability === 'office' ? (cases ?? '') : '' }))
}

/** The calls and disciplines that were ticked. */
export function readScopeTicks(typed: Record<string, string | undefined>): CaseScope {
  const names = Object.keys(typed).filter((name) => typed[name] === 'yes')
  return {
    calls: names.flatMap((name) => callField.exec(name)?.groups?.['call'] ?? []),
    disciplines: names.flatMap((name) => disciplineFields.get(name) ?? []),
  }
}

/** The same as fields of the form, to restore them. */
export function grantFields(
  grants: readonly Grant[],
  { calls, disciplines }: CaseScope,
): Record<string, string> {
  const names = [
    ...grants.map(({ capability }) => `may-${capability}`),
    ...calls.map((call) => `call-${call}`),
    ...disciplines.map((discipline) => `discipline-${fieldValue(discipline)}`),
  ]
  const office = grants.find(({ capability }) => capability === 'office')
  return { ...Object.fromEntries(names.map((name) => [name, 'yes'])), cases: office?.caseType ?? '' }
}

const dayQuery = z.strictObject({
  on: z.iso.date('Enter the day as year, month and day, such as 2026-04-01.').optional(),
})

/** The query of the public page: the day to show. */
export function readDayQuery(params: URLSearchParams): QueryRead<z.infer<typeof dayQuery>> {
  return readQuery(params, dayQuery)
}
