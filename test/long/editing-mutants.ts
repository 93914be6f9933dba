import type { Mutant } from './try-mutant.ts'

/** The guards that protect what an editor's page reported as saved. */

const copies = 'app/features/content/entry/working-copies.server.ts'
const drafting = 'app/features/content/writing/drafting.ts'
const unseen = "if (!seen.includes(row?.revision ?? noRevision)) return { ok: false, reason: 'moved' }"

export const mutants: Mutant[] = [
  {
    name: 'a page overwrites a working copy that it has not seen',
    file: copies,
    from: `  ${unseen}\n  const typed`,
    to: '  const typed',
  },
  {
    name: 'what a write removes is not put into a snapshot',
    file: copies,
    from: 'if (isDue) await snapshotRow(db, row, conflicts)',
    to: '',
  },
  {
    name: 'a page reverts a working copy that it has not seen',
    file: copies,
    from: `    ${unseen}\n    const texts`,
    to: '    const texts',
  },
  {
    name: 'a save deletes what another tab has typed',
    file: copies,
    from: 'if (!row || !seen.includes(row.revision)) return',
    to: 'if (!row) return',
  },
  {
    name: 'a replaced working copy leaves no snapshot',
    file: copies,
    from: 'if (conflicts?.length || lostBetween(row, next) > 0) await snapshotRow(db, row, conflicts)',
    to: '',
  },
  {
    name: 'an entry opens with the saved version, not with what was typed last',
    file: copies,
    from: 'const copy = row ? await onNewest(db, entry, row) : saved',
    to: 'const copy = row ? saved : saved',
  },
  {
    name: 'an entry opens with an old working copy, without what others saved since',
    file: copies,
    from: 'const { merged, conflicts } = mergeDrafts(entry.kind, baseData, values, entry.data)',
    to: 'const { merged, conflicts } = { merged: values, conflicts: [] as string[] }; void baseData',
  },
  {
    name: 'a page that learns of another tab does not merge',
    file: drafting,
    from: 'const { merged, conflicts, taken } = merge(kind, before, values, current.values)',
    to: 'const { merged, conflicts, taken } = { merged: values as Draft, conflicts: [] as string[], taken: [] as string[] }; void before',
  },
  {
    name: 'a page that contradicts another tab does not say so',
    file: drafting,
    from: 'conflicts: isSaved ? [] : union(draft.conflicts, conflicts),',
    to: 'conflicts: [],',
  },
  {
    name: 'a save ignores what others saved since',
    file: 'app/features/content/entry/operations.server.ts',
    from: 'if (entry.head_version === base) return',
    to: 'if (entry.head_version >= base) return',
  },
  {
    name: 'a merge drops the field that only the other side changed',
    file: 'app/features/content/text/merge.ts',
    from: "if (my === was) return { ending: 'taken', value: theirs }",
    to: "if (my === was) return { ending: 'taken', value: mine }",
  },
]
