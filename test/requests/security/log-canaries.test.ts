import { expect } from 'vitest'
import { ask } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { origin, test } from '#test/harness/site.ts'

/**
 * Someone whose every word is a canary requests all sorts of things; the log records each request, and names nobody.
 */

const person = { name: 'Canary Sparrow', email: 'canary@example.org', message: 'Canary words' }
const query = new URLSearchParams(person).toString()

test('names and addresses in addresses, headers and bodies do not reach the log', async ({ port }) => {
  const logged = captureLog()
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin }
  const requested = [
    ask(port, `/no-such-page?${query}`),
    ask(port, `/no-such-page/canary@example.org`),
    ask(port, `/no-such-page/canary%40example.org?${query}`),
    ask(port, `/?q=%00&${query}`),
    ask(port, `/iaps%2Fconstitution?${query}`),
    ask(port, `/account/reset?token=canary-canary-canary`, { referer: `${origin}/?${query}` }),
    ask(port, '/contact', { method: 'POST', ...form, body: query }),
    ask(port, '/contact', { method: 'POST', ...form, origin: 'https://canary.example', body: query }),
    ask(port, '/account/sign-in', { method: 'POST', ...form, body: query }),
    ask(port, '/iaps', { method: 'POST', ...form, body: query }),
    ask(port, '/iaps', { method: 'PUT', 'user-agent': 'Canary', cookie: 'canary=canary', body: query }),
    ask(port, '/contact', {
      method: 'POST',
      origin,
      'content-type': 'application/json',
      body: '{"a":canary',
    }),
  ]
  const answers = await Promise.all(requested)

  expect(answers.filter(({ status }) => status >= 400).length).toBeGreaterThan(8)
  expect(logged.length).toBeGreaterThan(8)
  for (const line of logged) expect(line['reference'] ?? line['code']).toBeDefined()
  expect(JSON.stringify(logged)).not.toMatch(/canary|sparrow/i)
})
