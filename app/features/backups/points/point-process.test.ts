import { expect, test } from 'vitest'
import { environmentFrom } from './point-process.server.ts'

test('the process that takes recovery points trusts the authority of the operator, and knows no secret', () => {
  const given = { NODE_EXTRA_CA_CERTS: '/etc/ca.pem', SECRET: 'a', DATABASE_URL: 'postgres://b' }
  const passed = environmentFrom(given)
  expect(passed['NODE_EXTRA_CA_CERTS']).toBe('/etc/ca.pem')
  expect(Object.keys(passed)).toEqual(['NODE_ENV', 'MALLOC_ARENA_MAX', 'NODE_EXTRA_CA_CERTS'])
})
