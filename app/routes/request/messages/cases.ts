import { shownLines } from '#features/payments/lines.ts'
import type { Undoable, Undoing } from '#server/input/shown-hash.ts'
import { countOf } from '#ui/foundations/numbers.ts'
import {
  type FlashMessage,
  type Bulk,
  undone,
  type Assigned,
  mailed,
  said,
  saidWithUndo,
  undoRows,
} from './message.ts'

export const caseMessages = {
  'cases-changed': (given: { moved: number } & Partial<Bulk & { undoneBy: string }>): FlashMessage => ({
    kind: given.moved > 0 ? 'success' : 'warning',
    text: `${countOf(given.moved, 'case')} changed.`,
    ...undoCases(given),
  }),
  'case-moved': ({ state, silent, undo }: CaseMoved): FlashMessage => ({
    ...saidWithUndo(
      `Status changed to ${state}. ${silent ? 'We did not email anyone.' : 'We email the people this concerns.'}`,
      `/editor/cases/${undo?.reference}?do=move-${undo?.move}`,
      undo && { seen: String(undo.seen) },
    ),
    ...(!silent && { unsent: `Status changed to ${state}.` }),
  }),
  'case-assigned': ({ reference, to, before, shownHash }: Assigned & Undoable & { reference: string }) =>
    said(to ? `Assigned to ${to}.` : 'Unassigned.', `/editor/cases/${reference}?do=assign`, {
      staff: before ?? '',
      shownHash,
    }),
  'case-noted': () => said('Note saved.'),
  'case-fact-entered': () => said('Fact saved. The rules use it from now on.'),
  'case-fact-removed': ({
    reference,
    fact,
    shownHash,
  }: {
    reference: string
    fact: string
    shownHash: string
  }) => said('Fact deleted.', `/editor/cases/${reference}/rules?do=restore-${fact}`, { shownHash }),
  'refund-noted': () => said('Refund recorded.'),
  'case-link-sent': () =>
    mailed(
      'We sent a new link. The old one no longer works.',
      'We made a new link. The old one no longer works.',
    ),
  'case-address-corrected': ({ whose }: { whose: string }) =>
    said(`Address of the ${whose} corrected. The link we sent to the former address no longer works.`),
  'decision-recorded': (given: { label: string; needsRelease: boolean; reference: string } & Undoable) =>
    said(
      given.needsRelease
        ? `“${given.label}” is waiting for release by a second person. We have not emailed anyone.`
        : `“${given.label}” takes effect after the delay. We have not emailed anyone.`,
      `/editor/cases/${given.reference}/decision?do=withdraw`,
      { shownHash: given.shownHash },
    ),
  'decision-released': () =>
    mailed('Decision released. We email the people this concerns.', 'Decision released.'),
  'decision-withdrawn': () => said('Decision withdrawn. We did not email anyone.'),
  'decisions-released': ({ moved }: { moved: number }) =>
    mailed(
      `${countOf(moved, 'decision')} released. We email the people this concerns.`,
      `${countOf(moved, 'decision')} released.`,
    ),
  'decisions-recorded': ({ moved }: { moved: number }) =>
    said(`${countOf(moved, 'decision waits', 'decisions wait')} for release. We have not emailed anyone.`),
  'case-held': ({ reference, shownHash }: { reference: string } & Undoing) =>
    saidWithUndo(
      'This case is on hold: it will not be deleted automatically.',
      `/editor/cases/${reference}?do=release`,
      shownHash === undefined ? undefined : { reason: undone, shownHash },
    ),
  'case-released': ({
    reference,
    before,
    shownHash,
  }: { reference: string; before: string | null } & Undoing) =>
    saidWithUndo(
      'Hold removed: the case will be deleted when its retention period ends.',
      `/editor/cases/${reference}?do=hold`,
      shownHash === undefined ? undefined : { reason: before ?? undone, shownHash },
    ),
  'statement-deleted': () => said('Statement deleted. None of its lines was matched.'),
  'lines-matched': ({ moved }: { moved: number }): FlashMessage => ({
    kind: moved > 0 ? 'success' : 'warning',
    text:
      moved === 0
        ? 'No lines matched.'
        : `${countOf(moved, 'line')} matched. We emailed the ${moved === 1 ? 'applicant' : 'applicants'}.`,
    ...(moved > 0 && { unsent: `${countOf(moved, 'line')} matched.` }),
  }),
  'lines-set-aside': (given: Bulk): FlashMessage => ({
    kind: given.moved > 0 ? 'success' : 'warning',
    text: `${countOf(given.moved, 'line')} set aside.`,
    ...undoRows(given, 'do', 'take-back'),
  }),
  'lines-restored': (given: Bulk): FlashMessage => ({
    kind: given.moved > 0 ? 'success' : 'warning',
    text: `${countOf(given.moved, 'line')} restored to “${shownLines.open}”.`,
    ...undoRows(given, 'do', 'set-aside'),
  }),
}

/** A case after a move, and the move that undoes it. */
interface CaseMoved {
  state: string
  silent: boolean
  undo?: { reference: string; move: string; seen: number } | undefined
}

function undoCases({
  rows = [],
  list = '',
  moved,
  undoneBy,
}: Partial<Bulk> & { moved: number; undoneBy?: string }) {
  return undoRows({ rows, list, moved }, 'do', `move-${undoneBy}`, { confirmed: 'yes' })
}
