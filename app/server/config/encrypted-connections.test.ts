import { expect, test } from 'vitest'
import { ConfigError } from './config-error.ts'
import { checkFiles, encryptedDatabase } from './encrypted-connections.ts'
import { connectionOf } from '#server/mail/smtp.server.ts'

/** Finding 15: connections that leave this machine are encrypted and checked, unless a setting waives it. */

const database = (address: string, env = {}) => encryptedDatabase('DATABASE_URL', address, env)
const files = (address: string, env = {}) => checkFiles('FILES_URL', new URL(address), env)
const mail = (smtpUrl: string, mayMailBePlain = false) =>
  connectionOf({ smtpUrl, mayMailBePlain, timeoutMs: 1000 })

test.for([
  'postgresql://site:secret@localhost/site',
  'postgresql://site:secret@127.0.0.1:5432/site',
  'postgresql://site:secret@[::1]/site',
  'postgresql://site@%2Frun%2Fpostgresql/site',
  'postgres:///site?host=/run/postgresql',
  'postgres:///site',
])('a database on this machine needs no encryption: %s', (address) => {
  expect(database(address)).toBe(address)
})

test.for([
  'postgresql://site:secret@db.example.org/site',
  'postgresql://site:secret@10.0.0.5/site?application_name=site',
  'postgresql://site:secret@db/site?sslmode=prefer',
  'postgresql://site:secret@db/site?sslmode=disable',
  'postgresql://site:secret@db/site?sslmode=no-verify',
  'postgresql://site:secret@db/site?sslmode=verify-full&sslmode=disable',
  'postgresql://site:secret@localhost/site?host=db.example.org',
  'postgresql://site:secret@localhost.example.org/site',
  'postgresql://site:secret@127.0.0.1.example.org/site',
])('a remote database is refused without a checked certificate: %s', (address) => {
  expect(() => database(address)).toThrow(ConfigError)
  expect(() => database(address)).toThrow(
    /^(?!.*secret)DATABASE_URL must [^\n]+INSECURE_DATABASE=yes[^\n]+\.$/,
  )
  expect(database(address, { INSECURE_DATABASE: 'yes' })).toBe(address)
})

test('an address without a host is where PGHOST says', () => {
  expect(() => database('postgres:///site', { PGHOST: 'db.example.org' })).toThrow('sslmode')
  expect(database('postgres:///site', { PGHOST: '/run/postgresql' })).toBe('postgres:///site')
})

test('every mode in which pg checks the name today keeps doing so', () => {
  for (const mode of ['require', 'verify-ca', 'verify-full'])
    expect(database(`postgresql://db.example.org/site?sslmode=${mode}&uselibpqcompat=true`)).toBe(
      'postgresql://db.example.org/site?sslmode=verify-full&uselibpqcompat=true',
    )
})

test('files go to another machine only by https', () => {
  for (const address of [
    'http://localhost:9000/site',
    'http://127.0.0.1/site',
    'https://s3.example.org/site',
  ])
    expect(() => files(address)).not.toThrow()
  expect(() => files('http://store:9000/site')).toThrow(/^FILES_URL must [^\n]+INSECURE_FILES=yes[^\n]+\.$/)
  expect(() => files('http://store:9000/site', { INSECURE_FILES: 'yes' })).not.toThrow()
  expect(() => files('http://store:9000/site', { INSECURE_FILES: 'true' })).toThrow(
    /^INSECURE_FILES must be "yes"/,
  )
})

test('a remote mail server gets nothing before the connection is encrypted', () => {
  expect(mail('smtp://mail.example.org')).toMatchObject({ secure: false, requireTLS: true, ignoreTLS: false })
  expect(mail('smtp://user:word@10.0.0.5')).toMatchObject({ requireTLS: true })
  expect(mail('smtps://mail.example.org')).toMatchObject({ secure: true, ignoreTLS: false })
  expect(mail('smtp://mail.example.org', true)).toMatchObject({ requireTLS: false })
  expect(mail('smtp://127.0.0.1:25')).toMatchObject({ requireTLS: false })
})
