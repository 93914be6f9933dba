import type { Db } from '#db/schema/tables.ts'
import { titleOf } from '#features/content/entry/versions.server.ts'
import { kindNames } from '#features/content/kinds/kinds.ts'
import { sendLetter } from '#features/letters/operations.server.tsx'
import { officeTimeInWords } from '#office-time.ts'
import { removalVerbs, type Removal } from './endings.ts'
import { entryReviewLetters } from './letters.ts'
import type { ReviewStep } from './operations.server.ts'
import { listReviewers } from './queries.server.ts'

/** These functions return the names of the people they emailed. */

/** Emails the reviewer, or all administrators if any of them may review it. */
export async function notifyReviewers(
  db: Db,
  step: ReviewStep,
  reviewer: string | undefined,
): Promise<string[]> {
  const possible = await listReviewers(db, step.actor.id)
  const receivers = possible.filter(({ id, role }) =>
    reviewer === undefined ? role === 'admin' : id === reviewer,
  )
  const facts = await factsOf(db, step)
  const link = linkTo(step)
  for (const to of receivers)
    await sendLetter(db, to, entryReviewLetters.requested, { facts, link }, step.now)
  return receivers.map(({ name }) => name)
}

export async function notifyRequester(
  db: Db,
  step: ReviewStep,
  ending: 'approved' | 'returned' | Removal,
  requesterId: string,
): Promise<string[]> {
  const to = await db
    .selectFrom('staff_user')
    .select(['email', 'name'])
    .where('id', '=', requesterId)
    .where('state', '=', 'active')
    .executeTakeFirst()
  if (!to) return []
  const facts = await factsOf(db, step)
  const link = linkTo(step)
  if (ending === 'approved') {
    const when = step.at
      ? `It will be published on ${officeTimeInWords(step.at)}.`
      : 'Visitors can see it now.'
    await sendLetter(db, to, entryReviewLetters.approved, { facts: { ...facts, when }, link }, step.now)
  } else if (ending === 'returned') {
    await sendLetter(db, to, entryReviewLetters.returned, { facts, link }, step.now)
  } else {
    const removal = { ...facts, act: removalVerbs[ending], next: whereItIs[ending] }
    await sendLetter(db, to, entryReviewLetters.removed, { facts: removal, link }, step.now)
  }
  return [to.name]
}

const whereItIs: Record<Removal, string> = {
  discard: 'Your text is still under “Versions and history”.',
  archive: 'Your text is still its newest version.',
  bin: 'You can restore it for 30 days.',
}

async function factsOf(db: Db, { entry, actor, note }: ReviewStep) {
  const { name } = await db
    .selectFrom('staff_user')
    .select('name')
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  return {
    person: name,
    title: await titleOf(db, entry),
    kind: kindNames[entry.kind].one,
    note: note === '' ? '' : `They wrote: “${note}”`,
  }
}

function linkTo({ entry, origin }: ReviewStep): string {
  return `${origin}/editor/entries/${entry.id}`
}
