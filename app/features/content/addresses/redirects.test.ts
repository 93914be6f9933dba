import { expect, test } from 'vitest'
import { isLocalPath, splitTail } from './redirects.ts'

test.each(['/', '/awards', '/gallery/spring-1999/3', '/old_page.html', '/IAPS/journal'])(
  '%s is a path of ours',
  (path) => expect(isLocalPath(path)).toBe(true),
)

test.each([
  ...['', 'awards', '//evil.example', '/\\evil.example', 'https://evil.example', '/a//b', '/awards/'],
  ...['/a?b', '/a#b', '/..', '/a/../b', '/.', '/a b', '/%2e', '/a;b', `/${'a'.repeat(300)}`, '/नया'],
])('%s is none', (path) => expect(isLocalPath(path)).toBe(false))

test('only calendar files, photos and articles are below an entry', () => {
  expect(splitTail('/conferences/optics/calendar.ics')).toEqual({
    above: '/conferences/optics',
    tail: '/calendar.ics',
  })
  expect(splitTail('/gallery/spring/12')).toEqual({ above: '/gallery/spring', tail: '/12' })
  expect(splitTail('/newsletter/spring/on-lamps')).toEqual({ above: '/newsletter/spring', tail: '/on-lamps' })
  for (const path of ['/gallery/spring', '/gallery/a/b', '/awards/lamp/calendar.ics', '/gallery/a/1/2'])
    expect(splitTail(path)).toBeUndefined()
})
