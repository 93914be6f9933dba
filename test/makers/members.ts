import type { NewPerson } from '#features/people/register.ts'

/** Those whom the nominations for tests name, as the register has them. */

export const asha: NewPerson = {
  ...{ memberNo: 'LM-12', title: 'Dr', givenName: 'Asha', familyName: 'Sample', category: 'life' },
  ...{ since: 1984, discipline: 'Physics', institution: null, country: 'India', listed: false },
}

export const ben: NewPerson = {
  ...asha,
  ...{ memberNo: 'LM-7', fellowNo: 'F-7', givenName: 'Ben', grade: 'fellow', electedYear: 1989 },
}
