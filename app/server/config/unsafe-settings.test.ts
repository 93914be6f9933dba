import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { findUnsafe } from './unsafe-settings.ts'

/** S3 of the threat model: an insecure site says why and does not open. */

const safe = { origin: 'https://www.example.org', dataDir: '/var/lib/site' }
const proxied = { TRUSTED_PROXIES: '10.0.0.0/8' }
const secret = 'q8Zt3-Lr0vXy5Ks2Wd7Nf9Bh1Jm4Pc6G'

const everyBlock = (name: (block: number) => string, count: number) =>
  Array.from({ length: count }, (_, block) => name(block)).join(',')

test('a complete site is opened, and so is a local one', () => {
  const env = { SECRET: secret, BACKUP_KEY: secret, NODE_ENV: 'production', TRUSTED_PROXIES: '10.0.0.0/8' }
  expect(findUnsafe(safe, env, ['--max-semi-space-size=4'])).toBeUndefined()
  for (const host of [
    'localhost:3000',
    '127.0.0.1',
    '[::1]:3000',
    '0.0.0.0:3000',
    '192.168.1.7',
    'office',
    'site.local',
  ])
    expect(
      findUnsafe({ ...safe, origin: `http://${host}` }, { NODE_ENV: 'development' }, ['--inspect']),
      host,
    ).toBeUndefined()
})

test.for([
  ['ORIGIN', { origin: 'http://www.example.org' }, {}, []],
  ['ORIGIN', { origin: 'http://203.0.113.5:3000' }, {}, []],
  ['ORIGIN', { origin: 'http://172.32.0.1' }, {}, []],
  ['NODE_ENV', {}, { NODE_ENV: 'development' }, []],
  ['NODE_OPTIONS', {}, {}, ['--inspect=0.0.0.0:9229']],
  ['NODE_TLS_REJECT_UNAUTHORIZED', {}, { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, []],
  ['TRUSTED_PROXIES', {}, { TRUSTED_PROXIES: '10.0.0.1, 0.0.0.0/0' }, []],
  ['TRUSTED_PROXIES', {}, { TRUSTED_PROXIES: '::/0' }, []],
  ['TRUSTED_PROXIES', {}, { TRUSTED_PROXIES: '0.0.0.0/1,128.0.0.0/1' }, []],
  ['TRUSTED_PROXIES', {}, { TRUSTED_PROXIES: '10.0.0.0/7' }, []],
  ['TRUSTED_PROXIES', {}, { TRUSTED_PROXIES: '2000::/3' }, []],
  ['TRUSTED_PROXIES', {}, { TRUSTED_PROXIES: '10.0.0.1, 2400::/12' }, []],
  ['TRUSTED_PROXIES', {}, { TRUSTED_PROXIES: 'fc00::/6' }, []],
  ['TRUSTED_PROXIES', {}, { TRUSTED_PROXIES: '::ffff:0:0/96' }, []],
  ['TRUSTED_PROXIES', {}, { TRUSTED_PROXIES: '0:0:0:0:0:FFFF:0.0.0.0/97' }, []],
  ['TRUSTED_PROXIES', {}, { TRUSTED_PROXIES: '::/20' }, []],
  ['TRUSTED_PROXIES', {}, { TRUSTED_PROXIES: everyBlock((block) => `${block}.0.0.0/8`, 256) }, []],
  [
    'TRUSTED_PROXIES',
    {},
    { TRUSTED_PROXIES: everyBlock((block) => `${(0x20_00 + block).toString(16)}::/16`, 0x20_00) },
    [],
  ],
  ['TRUSTED_PROXIES', {}, { TRUSTED_PROXIES: '' }, []],
  ['TRUSTED_PROXIES', {}, { TRUSTED_PROXIES: '', DIRECT: 'no' }, []],
  ['SECRET', {}, { SECRET: 'change-me-change-me-change-me-change-me' }, []],
  ['SECRET', {}, { SECRET: 'abababababababababababababababab' }, []],
  ['BACKUP_KEY', {}, { BACKUP_KEY: 'this is an example of a key, long enough' }, []],
  ['METRICS_TOKEN', {}, { METRICS_TOKEN: '0000000000000000' }, []],
  ['DATA_DIR', { dataDir: resolve('build/client/data') }, {}, []],
  ['DATA_DIR', { dataDir: resolve('public') }, {}, []],
] as const)('%s is refused: %o %o %o', ([name, settings, env, flags]) => {
  expect(findUnsafe({ ...safe, ...settings }, { ...proxied, ...env }, [...flags])).toMatch(
    new RegExp(`^${name} must [^\\n]+\\.$`),
  )
})

test.for([
  '127.0.0.1',
  '::1, ::ffff:10.0.0.1',
  '10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10, 127.0.0.0/8, 169.254.0.0/16',
  'fc00::/7, fd00::/8, FE80::/10',
  '104.16.0.0/13, 172.64.0.0/13, 2400:cb00::/32, 2606:4700::/32',
])('proxies at %s are accepted', (proxies) => {
  expect(findUnsafe(safe, { TRUSTED_PROXIES: proxies }, [])).toBeUndefined()
})

test('a site without TLS opens if a setting allows it', () => {
  expect(findUnsafe({ ...safe, origin: 'http://www.example.org' }, { PLAIN_HTTP: 'yes' }, [])).toBeUndefined()
})

test('a public site without a proxy in front must say so', () => {
  expect(findUnsafe(safe, {}, [])).toMatch(/^TRUSTED_PROXIES must .*DIRECT=yes/)
  expect(findUnsafe(safe, { DIRECT: 'yes' }, [])).toBeUndefined()
  expect(findUnsafe({ ...safe, origin: 'https://site.internal' }, {}, [])).toBeUndefined()
})
