import { lookup } from 'node:dns/promises'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { contacted, takeForeign } from '#test/harness/outbound.ts'
import { runOther } from '#test/harness/processes.ts'

/** Proves that the suite would notice, with an address reserved for examples, so that nobody is bothered. */
const nobody = '192.0.2.1'

test('a connection to another machine is seen, however it is made', async () => {
  connect(8080, nobody)
    .on('error', () => undefined)
    .destroy()
  await fetch(`http://${nobody}:8080/`, { signal: AbortSignal.timeout(50) }).catch(() => undefined)

  expect(takeForeign()).toEqual([`connect ${nobody}:8080`, `connect ${nobody}:8080`])
})

test('a connection to this machine does not count', async () => {
  connect(8080, '127.0.0.1')
    .on('error', () => undefined)
    .destroy()
  await lookup('localhost')

  expect(contacted).toContain('connect 127.0.0.1:8080')
  expect(takeForeign()).toEqual([])
})

test('a process that a test has started ends when it connects to another machine', async () => {
  const { code, errors } = await runOther('connect-outside').ended

  expect([code, errors]).toEqual([97, `It connected to another machine: connect ${nobody}:8080\n`])
})
