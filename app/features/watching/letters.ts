import { placeholder, type Letters } from '#features/letters/definition.ts'
import { day } from '#features/letters/shared.ts'

const problem = placeholder(
  'problem',
  'The problem',
  'The last backup was made on 30 January 2027, 02:00 IST, which is too long ago.',
)
const paragraph = placeholder('paragraph', 'The heading in docs/running.md', 'A backup failed or is overdue')
const entry = placeholder('entry', 'The number of the last entry', '1234')
const hash = placeholder('hash', 'The hash of the last entry', 'a1'.repeat(32))

export const alarmLetters = {
  raised: {
    key: 'alarm.raised',
    when: 'To administrators, when there is a problem with the site',
    subject: 'There is a problem with the site',
    body: `{problem}\n\nThe person who runs the server will find the steps in docs/running.md, under “{paragraph}”.\n\nWe send this email once. We will send another one when the problem is solved.`,
    placeholders: [problem, paragraph],
    action: 'Open the system page',
  },
  cleared: {
    key: 'alarm.cleared',
    when: 'To administrators, when the problem is solved',
    subject: 'Solved: the problem with the site',
    body: `This problem is solved:\n\n{problem}`,
    placeholders: [problem],
    action: 'Open the system page',
  },
} satisfies Letters

export const auditTrailLetters = {
  anchor: {
    key: 'audit.anchor',
    when: 'Once a day, to the address for audit checksums in the settings',
    subject: 'Audit trail of {day}: entry {entry}',
    body: `On {day} the audit trail ended with entry {entry} and this hash:\n\n{hash}\n\nKeep this email. With it you can check later whether the audit trail was changed.`,
    placeholders: [day, entry, hash],
  },
} satisfies Letters
