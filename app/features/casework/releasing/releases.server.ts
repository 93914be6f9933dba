import type { StaffActor } from '#features/audit/actor.ts'
import { readerOn } from '#features/case-access/case-access.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction, rehearse } from '#db/engine/transaction.server.ts'
import { record } from '#features/audit/operations.server.ts'
import type { BulkMoved } from '#features/casework/bulk-moves.server.ts'
import {
  findDecision,
  findOpenDecision,
  lockDecision,
  makeDecidedMove,
  releaseDecision,
  whyNot,
} from '#features/casework/decisions.server.ts'
import type { PreviewedLetter } from '#features/casework/preview.server.ts'
import { hashOfDecision } from './shown-decision.server.ts'

/** Releasing several decisions together. Each is checked alone; one that cannot be released holds up no other. */

export interface ReleasePreview {
  reference: string
  name: string
  label: string
  by: string
  /** Why it cannot be released. */
  sentence?: string
  /** What the officer who decided typed, such as the citation. */
  facts: { label: string; text: string }[]
  letters: PreviewedLetter[]
  /** Stands for the decision and these letters when it is released. */
  shownHash: string
  /** Known objections, and why the officer who decided went ahead. */
  recorded: Record<string, string>
}

/** What releasing them one after the other would send, so that the second of two new members has the second number. */
export async function previewReleases(
  db: Db,
  actor: StaffActor,
  origin: string,
  references: string[],
  now: Date,
): Promise<ReleasePreview[]> {
  const previews: ReleasePreview[] = []
  for (const reference of references) previews.push(await readDecision(db, actor, reference, now))
  const refused = new Map(
    previews.flatMap(({ reference, sentence }) => (sentence ? [[reference, sentence]] : [])),
  )
  // One that is refused would have changed what the next ones send, so they are tried again without it.
  for (;;) {
    const tried = await rehearseReleases(
      db,
      actor,
      origin,
      references.filter((reference) => !refused.has(reference)),
      now,
    )
    if (tried.refused.size === 0)
      return previews.map((preview) => {
        const sentence = refused.get(preview.reference)
        return { ...preview, ...tried.read.get(preview.reference), ...(sentence && { sentence }) }
      })
    for (const [reference, sentence] of tried.refused) refused.set(reference, sentence)
  }
}

const noDecision = 'No decision about this case waits for release.'

/** Reading the emails about a case is reading the case, and is recorded as such. */
function readDecision(db: Db, actor: StaffActor, reference: string, now: Date): Promise<ReleasePreview> {
  return inTransaction(db, async (db) => {
    const nothing = {
      reference,
      name: '',
      label: '',
      by: '',
      facts: [],
      letters: [],
      shownHash: '',
      recorded: {},
    }
    const found = await findOpenDecision(db, readerOn(actor, now), reference)
    const decision = found && (await findDecision(db, found.caseId))
    if (!found || !decision) return { ...nothing, sentence: noDecision }
    await record(db, actor, 'case.read', `case:${reference}`, {}, now)
    const { label, facts, recorded } = decision
    return {
      ...{ ...nothing, name: found.name, label, by: decision.by ?? 'a former member of staff' },
      ...{ facts, recorded },
      ...(found.officerId === actor.id && { sentence: whyNot({ ok: false, reason: 'own-decision' }) }),
    }
  })
}

interface Rehearsal {
  read: Map<string, Pick<ReleasePreview, 'letters' | 'shownHash'>>
  refused: Map<string, string>
}

/** Makes all the moves in order and takes them back. */
function rehearseReleases(
  db: Db,
  actor: StaffActor,
  origin: string,
  references: string[],
  now: Date,
): Promise<Rehearsal> {
  return rehearse(db, async (db) => {
    const rehearsal: Rehearsal = { read: new Map(), refused: new Map() }
    for (const reference of references) {
      const decision = await lockDecision(db, actor, reference, now)
      if (!decision) {
        rehearsal.refused.set(reference, noDecision)
        continue
      }
      const made = await makeDecidedMove(db, origin, decision, { actor, name: '' }, now)
      if (made.ok)
        rehearsal.read.set(reference, {
          letters: made.letters,
          shownHash: hashOfDecision(decision, made.letters),
        })
      else rehearsal.refused.set(reference, whyNot(made))
    }
    return rehearsal
  })
}

/** Releases those that are still as they were read, with their emails, in the same order. */
export function releaseDecisions(
  db: Db,
  actor: StaffActor,
  origin: string,
  read: { reference: string; shownHash: string }[],
  now: Date,
): Promise<BulkMoved> {
  return inTransaction(db, async (db) => {
    const left: BulkMoved['left'] = []
    for (const { reference, shownHash } of read) {
      const outcome = await releaseDecision(db, actor, origin, { reference, shownHash }, now)
      if (!outcome.ok)
        left.push({ reference, sentence: outcome.reason === 'not-found' ? noDecision : whyNot(outcome) })
    }
    return { moved: read.length - left.length, left }
  })
}
