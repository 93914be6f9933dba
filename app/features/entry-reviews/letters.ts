import { placeholder, type Letters } from '#features/letters/definition.ts'

const person = placeholder('person', 'The name of the colleague who acted', 'Anita Sharma')
const title = placeholder('title', 'The title of the entry', 'Call for nominations')
const kind = placeholder('kind', 'What the entry is', 'news item')
const note = placeholder(
  'note',
  'The note they wrote; empty if they wrote none',
  'They wrote: “Please check the closing date.”',
)
const act = placeholder('act', 'What they did', 'deleted')
const next = placeholder('next', 'Where the text is now', 'You can restore it for 30 days.')
const when = placeholder(
  'when',
  'When visitors see it',
  'It will be published on 31 January 2027, 09:00 IST.',
)

export const entryReviewLetters = {
  requested: {
    key: 'entry-review.requested',
    when: 'To the reviewer, or to all administrators, when a colleague submits an entry for review',
    subject: 'Please review “{title}”',
    body: `{person} asks you to review the {kind} “{title}”.\n\n{note}`,
    placeholders: [person, title, kind, note],
    action: 'Open the entry',
  },
  approved: {
    key: 'entry-review.approved',
    when: 'To the colleague who submitted an entry, when it is approved',
    subject: 'Approved: “{title}”',
    body: `{person} approved the {kind} “{title}”. {when}\n\n{note}`,
    placeholders: [person, title, kind, when, note],
    action: 'Open the entry',
  },
  returned: {
    key: 'entry-review.returned',
    when: 'To the colleague who submitted an entry, when it needs changes',
    subject: 'Please change “{title}”',
    body: `{person} returned the {kind} “{title}” to draft. Change it and submit it again.\n\n{note}`,
    placeholders: [person, title, kind, note],
    action: 'Open the entry',
  },
  removed: {
    key: 'entry-review.removed',
    when: 'To the colleague who submitted an entry, when someone deletes or unpublishes it or discards its changes',
    subject: '{person} {act} “{title}”',
    body: `{person} {act} the {kind} “{title}”, which you submitted for review. {next}\n\n{note}`,
    placeholders: [person, act, title, kind, next, note],
    action: 'Open the entry',
  },
} satisfies Letters
