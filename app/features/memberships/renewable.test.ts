import { expect, test } from 'vitest'
import { bandOf, renewalAnswers } from './renewable.ts'

test.for([
  ['India', 'india'],
  [' india ', 'india'],
  ['Sri Lanka', 'saarc'],
  ['nepal', 'saarc'],
  ['Germany', 'other'],
  ['', undefined],
  [null, undefined],
] as const)('a member in “%s” renews with the fee of %s', ([country, band]) => {
  expect(bandOf(country)).toBe(band)
})

test('a renewal starts with all that the register says about the membership', () => {
  const member = { memberNo: 'RM-1', givenName: 'Meera', familyName: 'Rao', title: 'Dr.', listed: false }
  expect(renewalAnswers({ ...member, category: 'regular', country: 'India' }, 'm@example.org')).toEqual({
    ...{ reason: 'renewal', category: 'regular', memberNo: 'RM-1', band: 'india', title: 'dr' },
    ...{ firstName: 'Meera', lastName: 'Rao', email: 'm@example.org' },
  })
})
