import { expect, test } from 'vitest'
import { addressOfCall, formOfCall, pageOfCall } from './call.ts'

test.for([
  [{ subject: 'fellow' }, '/fellowship', '/fellowship/fellow-nomination-form'],
  [
    { subject: 'associate-fellow' },
    '/fellowship/associate-fellowship',
    '/fellowship/associate-fellow-nomination-form',
  ],
  [{ subject: 'membership' }, '/membership', '/membership/form'],
  [{ subject: 'fellow', href: '/fellowship' }, '/fellowship', '/fellowship/fellow-nomination-form'],
  [{ subject: 'fellow', href: 'https://example.org/form' }, '/fellowship', 'https://example.org/form'],
  [{ subject: 'award', award: 'a-medal' }, '/awards/a-medal', undefined],
  [{ subject: 'award', award: 'a-medal', href: '/awards/a-medal' }, '/awards/a-medal', undefined],
  [
    { subject: 'award', award: 'a-medal', href: '/awards/a-medal/nomination-form' },
    '/awards/a-medal',
    '/awards/a-medal/nomination-form',
  ],
  // As calls were written before they named their award.
  [{ subject: 'award', href: '/awards/a-medal' }, '/awards/a-medal', undefined],
  [{ subject: 'award', href: '/awards' }, '/awards', undefined],
  [{ subject: 'award' }, '/awards', undefined],
] as const)('the call %o is on %s and has the form %s', ([call, page, form]) => {
  expect(pageOfCall(call)).toBe(page)
  expect(formOfCall(call)).toBe(form)
})

test('a call has an address as soon as its draft says what it is for', () => {
  expect(addressOfCall({}, 'c')).toBeUndefined()
  expect(addressOfCall({ subject: 'award', award: 'a-medal' }, 'c')).toBe('/awards/a-medal#c')
})
