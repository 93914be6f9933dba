import type { z } from 'zod'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import type { Outcome } from '#outcome.ts'
import type { workingCopyForm } from './form.ts'
import { findOffer } from './snapshots.server.ts'
import { readTyped, type CurrentCopy, type Offer, type TypedEntry } from './typed.ts'
import {
  findCurrentCopy,
  revertWorkingCopy,
  setAside,
  storeWorkingCopy,
  type CurrentEntry,
  type WriteRefusal,
} from './working-copies.server.ts'

export type CopyRequest = z.infer<typeof workingCopyForm>

export type CopyAnswer =
  | {
      is: 'done'
      at: number
      /** What does not fit the schema yet, and the fields that therefore could not be stored even as typed. */
      errors: Record<string, string>
      left: string[]
      offer?: Offer | undefined
    }
  | { is: 'moved'; current: CurrentCopy }
  | { is: 'unreadable'; errors: Record<string, string> }
  | { is: 'refused'; reason: Exclude<WriteRefusal, 'moved'> }

/** Does what a page requests with its person's working copy. */
export async function answerCopyRequest(
  db: Db,
  actor: Actor,
  entry: CurrentEntry,
  request: CopyRequest,
  now: Date,
): Promise<CopyAnswer> {
  const { id } = entry
  const { base, seen } = request
  if (request.do === 'look') {
    const current = await findCurrentCopy(db, actor, entry)
    const isSame = seen.includes(current.revision) && (current.typedAt !== undefined || current.base === base)
    if (!isSame) return { is: 'moved', current }
    return { is: 'done', at: now.getTime(), errors: {}, left: [], offer: current.offer }
  }
  const read = readTyped(entry.kind, request.data)
  if (!read.ok) return { is: 'unreadable', errors: read.errors }
  const { typed, errors, left } = read
  const outcome = await carryOut(db, actor, { ...request, id, typed, left }, now)
  if (outcome.ok) {
    const offer = actor.kind === 'staff' ? await findOffer(db, id, actor.id) : undefined
    return { is: 'done', at: now.getTime(), errors, left, offer }
  }
  if (outcome.reason !== 'moved') return { is: 'refused', reason: outcome.reason }
  return { is: 'moved', current: await findCurrentCopy(db, actor, entry) }
}

type Act = Exclude<CopyRequest, { do: 'look' }> & { id: string; typed: TypedEntry; left: string[] }

function carryOut(db: Db, actor: Actor, act: Act, now: Date): Promise<Outcome<WriteRefusal>> {
  switch (act.do) {
    case 'store':
      return storeWorkingCopy(db, actor, { ...act, settled: act.settled || undefined }, now)
    case 'revert':
      return revertWorkingCopy(db, actor, act, now)
    case 'aside':
      return setAside(db, actor, act, now)
  }
}
