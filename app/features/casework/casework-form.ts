import { z } from 'zod'
import type { Plain } from '#features/forms/questions.ts'
import { listFields } from '#server/input/list-query.ts'
import { processNames } from './processes.ts'
import { stateNames, waitingFor, type WaitingFor } from './queues.ts'

/** What staff may type and ask for on the pages of cases. */

const text = (what: string, most = 80) =>
  z.string().max(most, `The ${what} in the address can have ${most} characters at most.`).optional()

const process = z.enum(processNames, 'The process in the address is none of ours.').optional()
const cycle = z
  .string()
  .regex(/^\d{4}$/, 'The cycle in the address must be a year.')
  .optional()

/** What the address of the list may ask for. Without a state it shows what is open. */
export const caseListForm = z.strictObject({
  q: text('words to look for'),
  process,
  state: z
    .enum(['ended', ...stateNames] as [string, ...string[]], 'No case can be in the state of the address.')
    .optional(),
  waits: z
    .enum(Object.keys(waitingFor) as WaitingFor[], 'The address must say office, administrator or people.')
    .optional(),
  assigned: z.enum(['me', 'nobody', 'somebody'], 'The address must say me, nobody or somebody.').optional(),
  cycle,
  discipline: text('discipline'),
  done: z
    .string()
    .regex(/^\d{1,3}$/, 'The number in the address is none.')
    .transform(Number)
    .optional(),
  ...listFields(['age', 'received', 'reference', 'name']),
})

export type CaseListQuery = Omit<z.infer<typeof caseListForm>, 'done'>

export const casePageForm = z.strictObject({
  done: z
    .enum(
      ['moved', 'noted', 'assigned', 'held', 'released', 'link-sent'],
      'The address tells of something never done.',
    )
    .optional(),
})

export const statisticsForm = z.strictObject({ process, cycle })

const reason = z
  .string()
  .trim()
  .min(3, 'Say why, in a few words.')
  .max(500, 'The reason can have 500 characters at most.')

export const noteForm = z.strictObject({
  note: z
    .string()
    .transform((note) => note.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim())
    .pipe(z.string().min(1, 'Write the note first.').max(4000, 'A note can have 4,000 characters at most.')),
})

export const assignForm = z.strictObject({ staff: z.string().max(60) })
export const holdForm = z.strictObject({ reason })
export const freshLinkForm = z.strictObject({ question: z.string().max(60) })

/** The facts of a move, each named after the move too, because one page asks for several moves. */
export function factsForm(move: string, asks: readonly Plain[]) {
  return z.strictObject(factFields(move, asks))
}

/** The same for one case, with the version that was on the screen. */
export function moveForm(move: string, asks: readonly Plain[]) {
  const seen = z.string().regex(/^\d{1,9}$/)
  return z
    .strictObject({ ...factFields(move, asks), seen })
    .transform((sent) => ({ seen: Number(sent['seen']), typed: factsTyped(move, sent) }))
}

function factFields(move: string, asks: readonly Plain[]) {
  const text = z.string().max(20_000, 'This is too long.').optional()
  return Object.fromEntries(asks.map(({ name }) => [`${move}-${name}`, text]))
}

/** What was typed for a move, by the names of its questions. */
export function factsTyped(move: string, sent: Record<string, string | undefined>): Record<string, string> {
  const own = Object.entries(sent).filter(([name]) => name.startsWith(`${move}-`))
  return Object.fromEntries(own.map(([name, value]) => [name.slice(move.length + 1), value ?? '']))
}
