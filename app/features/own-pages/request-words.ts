import type { OwnRequestKind } from '#db/schema/tables.ts'

/** What a request is called, on pages and in emails. */
export const requestWords: Record<OwnRequestKind, { title: string; inLetter: string }> = {
  name: { title: 'Change of name', inLetter: 'your name' },
  institution: { title: 'Change of institution', inLetter: 'your institution' },
  photograph: { title: 'New photograph', inLetter: 'your photograph' },
  erasure: { title: 'Deletion of all data', inLetter: 'that we hold data about you' },
}

export const requestStates = {
  open: 'Waiting for the office',
  approved: 'Approved',
  refused: 'Not approved',
  withdrawn: 'Withdrawn',
} as const
