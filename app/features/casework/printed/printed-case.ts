import { dayInWords, officeTimeInWords } from '#office-time.ts'
import type { ShownItem, ShownPart } from '#features/forms/shown.ts'
import type { CaseView } from '#features/casework/case-view.ts'

/** A whole case in parts, for paper: the print page and the PDF have the same text. */
export function printedCase(view: CaseView): ShownPart[] {
  const parts = [
    overview(view),
    ...view.parts,
    ...view.confirmations.map(confirmation),
    payments(view),
    decision(view),
    part('history', 'History', [...view.history.map(historyItem), received(view)]),
    listed('conflicts', 'Conflicts of interest', view.conflicts),
    listed(
      'doubts',
      'Needs attention',
      view.doubts.map((sentence) => ({ sentence })),
    ),
    part(
      'notes',
      'Staff notes',
      view.notes.map(({ id, body, at, by }) => text(id, `${by ?? formerStaff}, ${moment(at)}`, body)),
    ),
    part(
      'letters',
      'Emails',
      view.letters.map(({ subject, to, at }, index) => text(String(index), `${to}, ${moment(at)}`, subject)),
    ),
  ]
  return parts.filter(({ items }) => items.length > 0)
}

const formerStaff = 'A former member of staff'
const moment = (at: number) => officeTimeInWords(at)

function part(name: string, title: string, items: ShownItem[]): ShownPart {
  return { name, title, items: items.filter(({ shown }) => shown.kind !== 'text' || shown.text !== '') }
}

function text(name: string, label: string, words: string): ShownItem {
  return { name, label, shown: { kind: 'text', text: words } }
}

function overview(view: CaseView): ShownPart {
  const assigned = view.staff.find(({ id }) => id === view.assignedTo)?.name
  return part('overview', 'Overview', [
    text('type', 'Case type', `${view.title}${view.isSample ? ' (sample)' : ''}`),
    text('name', 'Name', view.name),
    text('status', 'Status', view.state),
    text('waits', 'Waiting for', view.waits),
    text('since', 'In this status since', moment(view.stateAt)),
    text('due', 'Due', view.dueAt === null ? '' : moment(view.dueAt)),
    text('received', 'Received', moment(view.receivedAt)),
    text('cycle', 'Cycle', view.cycle ?? ''),
    text('assigned', 'Assigned to', assigned ?? 'Nobody'),
    text('hold', 'On hold', view.hold ? `Yes: ${view.hold.reason}` : ''),
    text('erased', 'Form', view.isErased ? 'We deleted the form when its retention period ended.' : ''),
    text(
      'changed',
      'Form',
      view.isUnchanged || view.isErased ? '' : 'The form was changed outside this site.',
    ),
  ])
}

function confirmation(one: CaseView['confirmations'][number]): ShownPart {
  const status = {
    answered: `Answered ${moment(one.answeredAt ?? one.requestedAt)}`,
    waiting: 'Not answered yet',
    over: 'Not answered. The link has expired',
    void: 'No longer needed',
  }[one.status]
  const changed = one.changed.length > 0 ? ` Changed since: ${one.changed.join(', ')}.` : ''
  const about = { true: 'The current text.', false: `An earlier text.${changed}`, undefined: '' }
  return part(`confirmation-${one.id}`, one.what, [
    text('who', 'Requested from', `${one.name} (${one.email}), ${moment(one.requestedAt)}`),
    text('status', 'Status', `${status}.`),
    text('text', 'Confirmed text', about[`${one.isOfThisText}`]),
    ...one.answer,
    text('wording', 'What the person agreed to', one.wording ?? ''),
  ])
}

function payments({ payments }: CaseView): ShownPart {
  if (!payments) return part('payments', 'Payments', [])
  const lines = payments.lines.map(({ id, what, amount, paidOn, payNumber, note, recordedBy }) =>
    text(
      id,
      `${what}, ${dayInWords(paidOn)}`,
      [amount, note || payNumber, recordedBy && `recorded by ${recordedBy}`].filter(Boolean).join('; '),
    ),
  )
  return part('payments', 'Payments', [text('balance', 'Balance', `${payments.sentence}.`), ...lines])
}

/** One that waits; those that were released are in the history. */
function decision({ decision }: CaseView): ShownPart {
  const items = decision
    ? [text('decision', decision.label, `Recorded by ${decision.by}, ${moment(decision.at)}.`)]
    : []
  return part('decision', 'Decision waiting for release', items)
}

function historyItem({ number, label, from, to, by, at, facts }: CaseView['history'][number]): ShownItem {
  const lines = [
    `By ${by}. From “${from}” to “${to}”.`,
    ...facts.map(({ label, text }) => `${label}: ${text}`),
  ]
  return { name: `move-${number}`, label: `${label}, ${moment(at)}`, shown: { kind: 'lines', lines } }
}

function received({ receivedAt }: CaseView): ShownItem {
  return text('received', 'Received', moment(receivedAt))
}

function listed(name: string, title: string, found: { sentence: string }[]): ShownPart {
  const lines = found.map(({ sentence }) => sentence)
  return part(
    name,
    title,
    lines.length > 0 ? [{ name, label: 'Found automatically', shown: { kind: 'lines', lines } }] : [],
  )
}
