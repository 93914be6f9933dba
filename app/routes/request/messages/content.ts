import { inverseOf, type EntryMove, type EntryStatus } from '#features/content/entry/workflow.ts'
import type { Undoable, Undoing } from '#server/input/shown-hash.ts'
import { countOf } from '#ui/foundations/numbers.ts'
import {
  type Typed,
  type FlashMessage,
  type Bulk,
  type Assigned,
  said,
  saidWithUndo,
  undoRows,
} from './message.ts'

export const contentMessages = {
  'entry-moved': (given: Moved): FlashMessage => {
    const { move, emailed = [] } = given
    const undo = undoOfMove(given)
    return {
      ...said(entryMoved[move] + (emailed.length > 0 ? ` We emailed ${emailed.join(', ')}.` : '')),
      ...(undo && { undo }),
    }
  },
  'publication-undone': ({ isLive, isInReview }: { isLive: boolean; isInReview: boolean }) =>
    said(
      `Publication undone: this is ${isInReview ? 'in review' : 'a draft'} again. ${isLive ? 'Visitors see the version from before.' : 'Visitors no longer see it.'}`,
    ),
  'reviewer-assigned': ({ id, to, before, shownHash }: Assigned & Undoable & { id: string }) =>
    said(
      to === undefined ? 'Anyone who may publish can review it.' : `Assigned to ${to}.`,
      `/editor/entries/${id}?do=assign`,
      { reviewer: before ?? '', shownHash },
    ),
  'entry-duplicated': ({ id, version, shownHash }: { id: string; version: number } & Undoable) =>
    said('Duplicated. This copy is a draft: change its title first.', `/editor/entries/${id}?do=move`, {
      ...{ move: 'bin', version: String(version), shownHash },
    }),
  'template-saved': ({
    kind,
    id,
    name,
    shownHash,
  }: Template & Undoable & { name: string }): FlashMessage => ({
    ...said(`Saved as the template “${name}”.`, `${templatesOf(kind)}?do=remove`, {
      template: id,
      shownHash,
    }),
    link: { href: templatesOf(kind), label: 'Show templates' },
  }),
  'template-renamed': ({ kind, id, before, shownHash }: Template & Undoable & { before: string }) =>
    said('Template renamed.', `${templatesOf(kind)}?do=rename`, { template: id, name: before, shownHash }),
  'template-removed': ({ kind, id }: Template) =>
    said('Template deleted.', `${templatesOf(kind)}?do=restore`, { template: id }),
  'template-restored': ({ kind, id, shownHash }: Template & Undoable) =>
    said('Template restored.', `${templatesOf(kind)}?do=remove`, { template: id, shownHash }),
  'entry-relocated': ({ id, before }: { id: string; before?: Record<string, string> }) =>
    saidWithUndo('Address and order saved.', `/editor/entries/${id}?do=place`, before),
  'version-restored': ({ id, number, base }: { id: string; number: number; base: number }) =>
    said(
      `Version ${number} restored as a new version. Visitors do not see it until you publish it.`,
      `/editor/entries/${id}/versions`,
      { number: String(base), base: String(base + 1) },
    ),
  'snapshot-restored': () => said('Unsaved text restored. Save it to make it a version.'),
  'entries-moved': (given: Bulk & BulkEntries): FlashMessage => {
    const { move, inverse, moved, left, list, refused, shownHash } = given
    const [one, several] = entriesMoved[move]
    const done =
      moved === 0
        ? 'Nothing was changed.'
        : `${countOf(moved, 'entry', 'entries')} ${moved === 1 ? one : several}.`
    const rest = left === 0 ? '' : ` ${left} could not be changed:`
    return {
      kind: left === 0 ? 'success' : 'warning',
      text: done + rest,
      ...(left > 0 && { items: refusedItems(refused ?? [], left) }),
      ...(move === 'bin' &&
        moved > 0 && {
          link: { href: `${pathOf(list)}?state=binned`, label: 'Show deleted entries' },
        }),
      ...(inverse && undoRows(given, 'move', inverse, { shownHash })),
    }
  },

  // Media
  'files-added': ({ added }: { added: number }) => said(`${countOf(added, 'file')} uploaded.`),
  'file-described': ({ id, before }: { id: string; before?: Typed | undefined }) =>
    saidWithUndo('Saved. Pages that use this file are up to date.', `/editor/media/${id}`, before),
  'file-replaced': ({
    id,
    undo,
  }: {
    id: string
    undo?: { earlier: string; shownHash: string } | undefined
  }) =>
    saidWithUndo(
      'Replaced. Pages that use this file now show the new one.',
      `/editor/media/${id}?do=put-back`,
      undo && { earlier: undo.earlier, shownHash: undo.shownHash },
    ),
  'file-deleted': ({ id }: { id: string }) =>
    said('Deleted. You can restore this file for 30 days.', `/editor/media/${id}?do=restore`),
  'file-restored': ({ id }: { id: string }) =>
    said('Restored. The file is in the library again.', `/editor/media/${id}?do=remove`),
  'file-cover-created': () => said('Created a picture of the first page.'),
}

interface Publication {
  /** The version that visitors saw before. */
  live?: number | undefined
  shownHash: string
}

interface Moved extends Undoable {
  id: string
  move: EntryMove
  from: EntryStatus['state']
  version: number
  /** The names of those we emailed about it. */
  emailed?: string[]
  publication?: Publication
}

/** Discarded changes are the version before; a publication has its own way back; the other moves have an inverse. */
function undoOfMove({ id, move, from, version, shownHash, publication }: Moved): FlashMessage['undo'] {
  const page = `/editor/entries/${id}`
  if (publication)
    return {
      action: `${page}?do=undo-publishing`,
      fields: { live: String(publication.live ?? ''), shownHash: publication.shownHash },
    }
  if (move === 'discard')
    return {
      action: `${page}/versions`,
      fields: { number: String(version), base: String(version + 1) },
    }
  const inverse = inverseOf(move, from)
  return (
    inverse && { action: `${page}?do=move`, fields: { move: inverse, version: String(version), shownHash } }
  )
}

interface BulkEntries extends Undoing {
  move: EntryMove
  inverse?: EntryMove
  /** How many could not be changed, and the first of them with the reason. */
  left: number
  refused?: { title: string; reason: keyof typeof refusedBecause }[]
}

const entryMoved: Record<EntryMove, string> = {
  submit: 'Submitted for review. Everyone who may publish it sees it on their dashboard.',
  withdraw: 'Returned to draft.',
  publish: 'Published. Visitors can see it now.',
  schedule: 'Scheduled. It will be published automatically.',
  discard: 'Changes discarded. You can still find them under Versions.',
  archive: 'Unpublished. Visitors no longer see it.',
  bin: 'Deleted. You can restore it for 30 days.',
  restore: 'Restored as a draft.',
}

/** The messages for one entry and for several. */
const entriesMoved: Record<EntryMove, [one: string, several: string]> = {
  submit: ['submitted for review', 'submitted for review'],
  withdraw: ['returned to draft', 'returned to draft'],
  publish: ['published', 'published'],
  schedule: ['scheduled', 'scheduled'],
  discard: ['had its changes discarded', 'had their changes discarded'],
  archive: ['unpublished', 'unpublished'],
  bin: ['deleted', 'deleted'],
  restore: ['restored', 'restored'],
}

const refusedBecause = {
  'not-found': 'it no longer exists',
  conflict: 'someone changed it since',
  incomplete: 'it is not complete',
  'no-time': 'it needs a date and time',
  'wrong-state': 'not possible in its status',
  'fixed-address': 'the site needs this page',
  'for-administrators': 'only an administrator can do this',
  'no-such-reviewer': 'it needs a reviewer',
  'no-note': 'its author needs a note',
}

function refusedItems(refused: NonNullable<BulkEntries['refused']>, left: number): string[] {
  const items = refused.map(({ title, reason }) => `“${title}”: ${refusedBecause[reason]}.`)
  const more = left - items.length
  return more > 0
    ? [...items, `${items.length > 0 ? 'And ' : ''}${countOf(more, 'more entry', 'more entries')}.`]
    : items
}

function pathOf(address: string): string {
  return address.split('?')[0] ?? ''
}

/** A template of a kind of entries. */
interface Template {
  kind: string
  id: string
}

function templatesOf(kind: string): string {
  return `/editor/content/${kind}/templates`
}
