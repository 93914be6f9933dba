import { describe, expect, test } from 'vitest'
import { isUnchanged, readRange } from './byte-range.ts'

const etag = '"abc"'

describe('a range of bytes', () => {
  test.each([
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['bytes=99-1000', { start: 99, end: 99 }],
    ['bytes=100-', 'none'],
    ['bytes=-0', 'none'],
    ['bytes=9-0', 'all'],
    ['bytes=-', 'all'],
    ['bytes=0-1,5-6', 'all'],
    ['lines=0-1', 'all'],
    ['bytes=a-b', 'all'],
    [`bytes=0-${'9'.repeat(40)}`, 'all'],
  ])('%s of 100 bytes is %o', (range, expected) => {
    expect(readRange(new Headers({ range }), etag, 100)).toEqual(expected)
  })

  test('of an older file is answered with the whole', () => {
    expect(readRange(new Headers({ range: 'bytes=0-1', 'if-range': etag }), etag, 100)).toEqual({
      start: 0,
      end: 1,
    })
    expect(readRange(new Headers({ range: 'bytes=0-1', 'if-range': '"old"' }), etag, 100)).toBe('all')
    expect(readRange(new Headers({ range: 'bytes=0-1', 'if-range': `W/${etag}` }), etag, 100)).toBe('all')
  })

  test('of an empty file does not exist', () => {
    expect(readRange(new Headers({ range: 'bytes=0-' }), etag, 0)).toBe('none')
    expect(readRange(new Headers({ range: 'bytes=-5' }), etag, 0)).toBe('none')
  })
})

test('what the client has is unchanged if one of its tags is ours', () => {
  const ask = (value: string) => isUnchanged(new Headers({ 'if-none-match': value }), etag)

  expect(['"abc"', 'W/"abc"', '"x", "abc"', '*'].map(ask)).toEqual([true, true, true, true])
  expect(['"x"', 'abc', '', '"abc'].map(ask)).toEqual([false, false, false, false])
  expect(isUnchanged(new Headers(), etag)).toBe(false)
})
