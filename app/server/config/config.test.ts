import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError } from './config-error.ts'
import { readConfig } from './config.server.ts'

test('nothing set means localhost, port 3000 and the embedded database', () => {
  const dataDir = newFolder()

  expect(readConfig({ DATA_DIR: dataDir })).toMatchObject({
    host: 'localhost',
    port: 3000,
    origin: 'http://localhost:3000',
    dataDir,
    database: join(dataDir, 'site.db'),
  })
})

test('an empty variable counts as not set', () => {
  const settings = { HOST: '', PORT: '', ORIGIN: '', DATABASE_URL: '' }

  expect(readConfig({ ...settings, DATA_DIR: newFolder() })).toMatchObject({
    host: 'localhost',
    port: 3000,
    origin: 'http://localhost:3000',
  })
})

test('every setting is used', () => {
  const dataDir = newFolder()
  const database = 'postgresql://site:secret@db.example.org:5432/site?sslmode=verify-full'
  const env = { HOST: '0.0.0.0', PORT: '8080', ORIGIN: 'https://www.example.org/', DATABASE_URL: database }

  expect(readConfig({ ...env, DATA_DIR: dataDir })).toMatchObject({
    host: '0.0.0.0',
    port: 8080,
    origin: 'https://www.example.org',
    dataDir,
    database,
  })
})

test('the data folder is created, with the folders above it', () => {
  const dataDir = join(newFolder(), 'deep', 'data')

  expect(readConfig({ DATA_DIR: dataDir }).dataDir).toBe(resolve(dataDir))
})

test('an IPv6 host is in brackets in the address of the site', () => {
  expect(readConfig({ HOST: '::1', DATA_DIR: newFolder() }).origin).toBe('http://[::1]:3000')
})

test('a PostgreSQL that listens on a socket may be named', () => {
  const database = 'postgres:///site?host=/run/postgresql'

  expect(readConfig({ DATABASE_URL: database, DATA_DIR: newFolder() }).database).toBe(database)
})

test.for([
  ['PORT', 'http'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '80.5'],
  ['PORT', '0x50'],
  ['PORT', ' 80'],
  ['PORT', '١٢'],
  ['ORIGIN', 'www.example.org'],
  ['ORIGIN', 'ftp://example.org'],
  ['ORIGIN', 'javascript:alert(1)'],
  ['ORIGIN', 'https://example.org/academy'],
  ['ORIGIN', 'https://example.org?a=b'],
  ['ORIGIN', 'https://example.org#top'],
  ['ORIGIN', 'https://staff@example.org'],
  ['ORIGIN', 'https://:secret@example.org'],
  ['ORIGIN', 'https://'],
  ['DATABASE_URL', 'mysql://localhost/site'],
  ['DATABASE_URL', 'site.db'],
  ['DATABASE_URL', 'POSTGRES'],
  ['DATABASE_URL', 'postgres://[localhost/site'],
  ['FILES_URL', 's3://key:secret@s3.example.org/bucket'],
  ['FILES_URL', 'https://s3.example.org/bucket'],
  ['FILES_URL', 'https://key:secret@s3.example.org/'],
  ['FILES_URL', 'http://key:secret@s3.example.org/bucket'],
  ['DATABASE_URL', 'postgresql://site:secret@db.example.org/site'],
  ['DATA_DIR', '/dev/null/data'],
  ['SECRET', 'too short'],
  ['TRUSTED_PROXIES', 'proxy.example.org'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '10.0.0.1, ::1/129'],
  ['SMTP_URL', 'mail.example.org'],
  ['MAIL_FROM', 'the office'],
  ['BOUNCE_TO', 'Office <office@example.org>'],
  ['METRICS_TOKEN', 'short'],
  ['METRICS_TOKEN', 'sixteen characters'],
  ['BACKUP_KEY', 'too short'],
  ['BACKUP_URL', 'https://s3.example.org/bucket'],
  ['BACKUP_URL', 'http://key:secret@s3.example.org/bucket'],
  ['RECOVERY_DAYS', 'a week'],
  ['RECOVERY_DAYS', '91'],
  ['DRAIN_SECONDS', 'soon'],
  ['DRAIN_SECONDS', '61'],
] as const)('%s must not be “%s”, and the refusal is one sentence that names it', ([name, value]) => {
  const read = () => readConfig({ DATA_DIR: newFolder(), [name]: value })

  expect(read).toThrow(ConfigError)
  expect(read).toThrow(new RegExp(`^${name} must be [^\\n]+\\.$`))
})

test('a mail server needs a sender', () => {
  const mail = { DATA_DIR: newFolder(), SMTP_URL: 'smtps://mail.example.org' }

  expect(() => readConfig(mail)).toThrow(
    /^MAIL_FROM must be the sender of emails, because SMTP_URL is set\.$/,
  )
  expect(readConfig({ ...mail, MAIL_FROM: 'Office <office@example.org>' }).smtpUrl).toBe(mail.SMTP_URL)
})

test.for(['0.0.0.0', '::', '0:0::0'])('HOST=%s needs an ORIGIN', (host) => {
  const read = (more: Record<string, string>) => readConfig({ DATA_DIR: newFolder(), HOST: host, ...more })

  expect(() => read({})).toThrow(/^ORIGIN must be the address that visitors use/)
  expect(read({ ORIGIN: 'http://localhost:3000' }).host).toBe(host)
})

test('recovery points are refused for PostgreSQL, which archives its own changes', () => {
  const read = () =>
    readConfig({ DATA_DIR: newFolder(), DATABASE_URL: 'postgresql://localhost/site', RECOVERY_DAYS: '7' })

  expect(read).toThrow(/^RECOVERY_DAYS works only without DATABASE_URL\./)
})

test('DATA_DIR must not be a file', () => {
  const file = join(newFolder(), 'file')
  writeFileSync(file, '')

  expect(() => readConfig({ DATA_DIR: file })).toThrow(/^DATA_DIR must be a folder/)
})

test('a refusal never repeats the password of the database', () => {
  const read = () => readConfig({ DATA_DIR: newFolder(), DATABASE_URL: 'mysql://site:secret@localhost/x' })

  expect(read).toThrow(/^(?!.*secret)DATABASE_URL/)
})

test('a secret is created once, hidden from other users and found again', () => {
  const dataDir = newFolder()

  const { secret } = readConfig({ DATA_DIR: dataDir })

  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir)).toEqual(['secret'])
  expect(readConfig({ DATA_DIR: dataDir }).secret).toBe(secret)
})

test('no proxy is trusted unless it is named', () => {
  const env = { DATA_DIR: newFolder(), TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::1' }

  expect(readConfig({ DATA_DIR: newFolder() }).trustedProxies.rules).toEqual([])
  const { trustedProxies } = readConfig(env)
  expect(trustedProxies.check('10.9.9.9')).toBe(true)
  expect(trustedProxies.check('2001:db8::1', 'ipv6')).toBe(true)
  expect(trustedProxies.check('2001:db8::2', 'ipv6')).toBe(false)
})

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'config-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}
