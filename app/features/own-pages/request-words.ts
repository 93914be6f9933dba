import type { OwnRequestKind } from '#db/schema/tables.ts'

/** What a request is called, on pages and in emails. */
export const requestWords: Record<OwnRequestKind, { title: string; inLetter: string }> = {
  name: { title: 'Change of name', inLetter: 'change your name' },
  institution: { title: 'Change of institution', inLetter: 'change your institution' },
  photograph: { title: 'New photograph', inLetter: 'change your photograph' },
  erasure: { title: 'Deletion of all data', inLetter: 'delete what we hold about you' },
}

export const requestStates = {
  open: 'Waiting for the office',
  approved: 'Approved',
  refused: 'Declined',
  withdrawn: 'Withdrawn',
} as const
