/** What an entry of this action says about erased details. */
export interface ErasedDetails {
  of: { subject?: string; actorId?: string; seqs?: number[] }
  /** The last entry at that time; later ones are not affected. */
  upTo: number
  count: number
}

export const erasureAction = 'audit.details-erased'

/** The parts of an entry that decide whether its details may be gone. */
export interface EntryParts {
  seq: number
  actor: string
  action: string
  subject: string
}

/** Whether an entry's details were removed by one of these erasures. */
export function erasedBy(acts: ErasedDetails[]): (entry: EntryParts) => boolean {
  const subjects = new Map<string, number>()
  const actors = new Map<string, number>()
  const seqs = new Set<number>()
  const reach = (map: Map<string, number>, key: string, upTo: number) =>
    map.set(key, Math.max(upTo, map.get(key) ?? 0))
  for (const { of, upTo } of acts) {
    if (of.subject !== undefined) reach(subjects, of.subject, upTo)
    if (of.actorId !== undefined) reach(actors, `staff:${of.actorId}`, upTo)
    for (const seq of of.seqs ?? []) seqs.add(seq)
  }
  return ({ seq, actor, action, subject }) =>
    action !== erasureAction &&
    (seqs.has(seq) || seq <= (subjects.get(subject) ?? 0) || seq <= (actors.get(actor) ?? 0))
}
