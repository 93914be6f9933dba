import { placeholder, type Letters } from '#features/letters/definition.ts'

const person = placeholder('person', 'The name of the colleague who acted', 'Anita Sharma')
const title = placeholder('title', 'The title of the entry', 'Call for nominations')
const kind = placeholder('kind', 'What the entry is', 'news item')
const note = placeholder(
  'note',
  'The note they wrote; empty if they wrote none',
  'They wrote: “Please check the closing date.”',
)
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
} satisfies Letters
