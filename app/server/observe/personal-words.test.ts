import { expect, test } from 'vitest'
import { captureLog } from '#test/harness/log.ts'
import { log, logError } from './log.server.ts'

/** Whatever is logged, nothing about a person is. */

test.for([
  '550 5.1.1 <canary@example.org>: user unknown',
  'Mail to canary.sparrow+news@mail.example.org was refused',
  '/sign-in/canary@example.org/x',
  '/sign-in/canary%40example.org',
  'canary@bücher.example',
  'invalid input syntax for type bigint: "Canary Sparrow"',
  'Key (email)=(canary) already exists.',
])('an address or a personal value is removed from “%s”', (text) => {
  const logged = captureLog()
  log('test.event', { text, deep: { list: [text] } })
  logError('test.failed', new Error(text, { cause: new Error(`because of ${text}`) }))

  expect(logged).toHaveLength(2)
  expect(JSON.stringify(logged)).not.toMatch(/canary|sparrow/i)
})

test('text that could not be parsed as JSON is not quoted', () => {
  const logged = captureLog()
  for (const text of [
    '{"name": canary}',
    'canary',
    `{"a":"${'canary '.repeat(50)}`,
    '["canary@example.org" x',
  ])
    try {
      JSON.parse(text)
    } catch (error) {
      logError('test.failed', error)
    }

  expect(logged).toHaveLength(4)
  expect(JSON.stringify(logged)).not.toMatch(/canary/i)
  expect(JSON.stringify(logged)).toContain('JSON')
})

test('what helps to find a bug stays', () => {
  const logged = captureLog()
  const text =
    'duplicate key value violates unique constraint "one_open_application" at /awards/:slug 2026-11-15'
  log('test.event', { text, status: 404, path: '/awards/golden-lamp', reference: 'DK6EJAJR' })

  expect(logged).toMatchObject([{ text, status: 404, path: '/awards/golden-lamp', reference: 'DK6EJAJR' }])
})

test('a long line without an end is processed quickly', () => {
  const logged = captureLog()
  const started = performance.now()
  log('test.event', { text: 'a'.repeat(200_000), other: 'a@'.repeat(50_000) })

  expect(logged).toHaveLength(1)
  expect(performance.now() - started).toBeLessThan(1000)
})
