import type { Db } from '#db/schema/tables.ts'
import { compareVersions } from '#features/content/text/compare.ts'
import { adviseOnTyped } from './advice.server.ts'
import type { Draft } from './drafts.ts'
import { labelOf } from '#features/content/kinds/field-labels.ts'
import { fields } from '#features/content/kinds/fields.ts'
import { findFileNames } from '#features/content/reading/file-names.server.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { mergeDrafts } from '#features/content/text/merge.ts'
import type { StaffEntry } from '#features/content/reading/staff-queries.server.ts'
import type { CurrentCopy, Offer } from './typed.ts'
import type { CopyAnswer, CopyRequest } from './copy-requests.server.ts'
import type { Values } from './values.ts'
import type { DraftConflict } from '#features/content/writing/send.ts'

/** Two texts side by side, in the fields where they contradict each other, for a page to show. */
async function differencesIn(db: Db, kind: Kind, mine: Values, theirs: Values, inside: readonly string[]) {
  const [before, after] = [mine as Draft, theirs as Draft]
  const names = await findFileNames(db, kind, [before, after])
  return compareVersions(kind, before, after, names).filter(({ name }) => inside.includes(name))
}

/** What someone has written compared with the version that someone else has saved since. */
export async function conflictWithNewest(
  db: Db,
  { kind, data: theirs, head_version: version, updatedBy: by, updated_at: at }: StaffEntry,
  base: Draft,
  mine: Draft,
): Promise<DraftConflict> {
  const { conflicts, taken } = mergeDrafts(kind, base, mine, theirs)
  const differences = await differencesIn(db, kind, mine, theirs, conflicts)
  const labels = taken.map((name) => labelOf(fields[kind], [name]))
  return { version, by, at, base, theirs, taken: labels, differences }
}

/** The copy with its offers, worded. */
export async function withComparedOffer(db: Db, kind: Kind, copy: CurrentCopy): Promise<CurrentCopy> {
  return copy.offer ? { ...copy, offer: await comparedOffer(db, kind, copy.values, copy.offer) } : copy
}

async function comparedOffer(db: Db, kind: Kind, mine: Values, offer: Offer): Promise<Offer> {
  return { ...offer, differences: await differencesIn(db, kind, mine, offer.values, offer.fields) }
}

/** What someone typed, where it contradicts what someone else has saved since. */
export function conflictInCopy(db: Db, entry: StaffEntry, { conflicts, values, baseData }: CurrentCopy) {
  if (conflicts.length === 0) return undefined
  return conflictWithNewest(db, entry, baseData ?? {}, values)
}

/** The answer to the page, with its offers, worded, and what the checks say about the text on it. */
export async function answerForPage(
  db: Db,
  { kind, data }: StaffEntry,
  request: CopyRequest,
  answer: Exclude<CopyAnswer, { is: 'unreadable' | 'refused' }>,
  origin: string,
) {
  if (answer.is === 'moved') return { moved: await withComparedOffer(db, kind, answer.current) }
  const { at, errors, left, offer } = answer
  const mine = request.do === 'store' ? (request.data as Values) : undefined
  const checked = request.do === 'revert' ? (data as Values) : mine
  return {
    ...{ at, errors, left, offer: offer && mine ? await comparedOffer(db, kind, mine, offer) : offer },
    ...(checked && { advice: await adviseOnTyped(db, kind, checked, origin) }),
  }
}
