import { expect, test } from 'vitest'
import { failureOf } from './failure.server.ts'

function failed(code: string, message = 'It failed.') {
  return Object.assign(new Error(message), { code })
}

test.for([
  ['ENOSPC', 'full'],
  ['SQLITE_FULL', 'full'],
  ['53100', 'full'],
  ['ECONNREFUSED', 'away'],
  ['SQLITE_IOERR_WRITE', 'away'],
  ['SQLITE_BUSY', 'away'],
  ['EIO', 'away'],
  ['57P01', 'away'],
  ['57014', 'away'],
  ['08006', 'away'],
  ['25006', 'away'],
  ['55P03', 'away'],
  ['23505', undefined],
  ['42601', undefined],
  ['SQLITE_CONSTRAINT_UNIQUE', undefined],
  ['ENOENT', undefined],
])('an error with the code %s counts as %s', ([code, failure]) => {
  expect(failureOf(failed(code!))).toBe(failure)
})

test('the cause of an error counts, and the first of several', () => {
  expect(failureOf(new Error('The picture was not kept.', { cause: failed('ENOSPC') }))).toBe('full')
  expect(failureOf(new AggregateError([failed('ECONNREFUSED'), failed('ECONNREFUSED')]))).toBe('away')
})

test('driver errors without a code are recognised', () => {
  expect(failureOf(new Error('Connection terminated unexpectedly'))).toBe('away')
  expect(failureOf(new Error('timeout exceeded when trying to connect'))).toBe('away')
  expect(failureOf(new Error('There was an error establishing an SSL connection'))).toBe('away')
})

test('a bug of ours is no failure of the machine', () => {
  expect(failureOf(new TypeError('undefined is not a function'))).toBeUndefined()
  expect(failureOf('a text')).toBeUndefined()
})
