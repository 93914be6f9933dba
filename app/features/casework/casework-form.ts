import { z } from 'zod'
import { undoHash } from '#server/input/shown-hash.ts'
import type { PlainQuestion } from '#features/forms/questions.ts'
import { listFields } from '#server/input/list-query.ts'
import { caseTypeNames } from './case-types.ts'
import { stateNames, waitingFor, type WaitingFor } from './queues.ts'

/** What staff may type and request on the pages of cases. */

const text = (what: string, max = 80) =>
  z.string().max(max, `Shorten the ${what} to ${max} characters.`).optional()

const caseType = z
  .enum(caseTypeNames, 'The case type in the address does not exist. Choose one in the filter.')
  .optional()
const cycle = z
  .string()
  .regex(/^\d{4}$/, 'The cycle in the address must be a year.')
  .optional()

/** The query of the list's address. Without a state it shows open cases. */
export const caseListForm = z.strictObject({
  q: text('search'),
  process: caseType,
  state: z
    .enum(
      ['ended', ...stateNames] as [string, ...string[]],
      'The status in the address does not exist. Choose one in the filter.',
    )
    .optional(),
  waits: z
    .enum(
      Object.keys(waitingFor) as WaitingFor[],
      'The filter “Waiting for” in the address does not exist. Choose one in the filter.',
    )
    .optional(),
  assigned: z
    .enum(
      ['me', 'nobody', 'somebody'],
      'The filter “Assigned to” in the address does not exist. Choose one in the filter.',
    )
    .optional(),
  /** Only those with a decision that waits for its release. */
  release: z.literal('waiting').optional(),
  cycle,
  discipline: text('discipline'),
  ...listFields(['age', 'received', 'reference', 'name']),
})

export type CaseListQuery = z.infer<typeof caseListForm>

export const statisticsForm = z.strictObject({ process: caseType, cycle })

const reason = z.string().trim().min(3, 'Enter a reason.').max(500, 'Shorten the reason to 500 characters.')

export const noteForm = z.strictObject({
  note: z
    .string()
    .transform((note) => note.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim())
    .pipe(z.string().min(1, 'Enter a note.').max(4000, 'Shorten the note to 4,000 characters.')),
})

export const assignForm = z.strictObject({ staff: z.string().max(60), ...undoHash })
export const holdForm = z.strictObject({ reason, ...undoHash })
export const refundForm = z.strictObject({
  refundAmount: z
    .string()
    .trim()
    .regex(/^(?=.*[1-9])\d{1,7}(\.\d{1,2})?$/, 'Enter an amount, such as 500 or 500.50.'),
  refundDay: z.iso.date('Enter the day of the refund.'),
  refundNote: z.string().trim().min(3, 'Enter a reason.').max(300, 'Shorten the reason to 300 characters.'),
})
export const newLinkForm = z.strictObject({ question: z.string().max(60) })

/** The facts of a move, also named after the move, because one page offers several moves. */
export function factsForm(move: string, asks: readonly PlainQuestion[]) {
  return z.strictObject({ ...factFields(move, asks), confirmed: z.literal('yes').optional() })
}

/** For releasing one decision, as it was read. */
export const releaseOneForm = z.strictObject({ shownHash: z.string().regex(/^[0-9a-f]{40}$/) })

/** For releasing several decisions: the first click only chooses. */
export const releaseForm = z.strictObject({ confirmed: z.literal('yes').optional() })

const override = z.string().trim().max(1000, 'Shorten the reason to 1,000 characters.').optional()

/** The same for a decision about one case, and why it is made in spite of an objection. */
export function decisionForm(move: string, asks: readonly PlainQuestion[]) {
  return z
    .strictObject({ ...factFields(move, asks), seen: z.string().regex(/^\d{1,9}$/), override })
    .transform(({ override = '', ...sent }) => ({
      override,
      seen: Number(sent['seen']),
      typed: factsTyped(move, sent as Record<string, string | undefined>),
    }))
}

/** The same for one case, with the version that was on the screen. */
export function moveForm(move: string, asks: readonly PlainQuestion[]) {
  const seen = z.string().regex(/^\d{1,9}$/)
  return z
    .strictObject({ ...factFields(move, asks), seen })
    .transform((sent) => ({ seen: Number(sent['seen']), typed: factsTyped(move, sent) }))
}

function factFields(move: string, asks: readonly PlainQuestion[]) {
  const text = z.string().max(20_000, 'This is too long. Shorten it.').optional()
  return Object.fromEntries(asks.map(({ name }) => [`${move}-${name}`, text]))
}

/** What was typed for a move, by the names of its questions. */
export function factsTyped(move: string, sent: Record<string, string | undefined>): Record<string, string> {
  const own = Object.entries(sent).filter(([name]) => name.startsWith(`${move}-`))
  return Object.fromEntries(own.map(([name, value]) => [name.slice(move.length + 1), value ?? '']))
}
