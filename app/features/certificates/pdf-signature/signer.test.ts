import { execFileSync, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { elementsOf } from './der.ts'
import { signatureBytes, signPdf, unknownRanges } from './sign-pdf.server.ts'
import { readSigner } from './signer.server.ts'

/** Certificates that an office got from an authority. OpenSSL makes them, and checks what we sign with them. */

const folder = mkdtempSync(join(tmpdir(), 'office-'))
afterAll(() => rmSync(folder, { recursive: true }))
const hasOpenSsl = spawnSync('openssl', ['version']).status === 0
const path = (name: string) => join(folder, name)
const read = (name: string) => readFileSync(path(name), 'utf8')
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })

const rsa = ['-newkey', 'rsa:2048']
const ec = (curve: string) => ['-newkey', 'ec', '-pkeyopt', `ec_paramgen_curve:${curve}`]

function makeAuthorities() {
  writeFileSync(path('authority.ext'), 'basicConstraints=critical,CA:TRUE\n')
  const root = ['-nodes', '-keyout', 'root.key', '-out', 'root.pem', '-subj', '/CN=Root', '-days', '30']
  openssl('req', '-x509', ...ec('P-256'), ...root)
  issue('middle', ec('P-256'), 'root', ['-extfile', 'authority.ext'])
}

/** A key and a certificate that another one vouches for. */
function issue(name: string, kind: string[], by: string, more: string[] = []) {
  openssl('req', ...kind, '-nodes', '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`)
  const authority = ['-CA', `${by}.pem`, '-CAkey', `${by}.key`, '-CAcreateserial']
  openssl('x509', '-req', '-in', `${name}.csr`, ...authority, '-days', '30', '-out', `${name}.pem`, ...more)
}

if (hasOpenSsl) makeAuthorities()

const ranges = `[${unknownRanges.join(' ')}]`
const drawn = Buffer.from(`%PDF-1.7\n${ranges}<${'0'.repeat(signatureBytes * 2)}>\n%%EOF`)
const sealKey = generateKeyPairSync('ed25519').privateKey

/** What OpenSSL says about the signature in a file, with nothing but the root of the chain. */
function check(pem: string) {
  const file = signPdf(drawn, readSigner(pem, 'pdf-signing.pem'), sealKey)
  const start = file.indexOf('<')
  const end = file.indexOf('>') + 1
  const hex = file.toString('latin1', start + 1, end - 1)
  const [signature] = elementsOf(Buffer.from(hex, 'hex'))
  writeFileSync(path('signature.der'), signature!.whole)
  writeFileSync(path('covered'), Buffer.concat([file.subarray(0, start), file.subarray(end)]))
  const given = ['-inform', 'DER', '-in', 'signature.der', '-content', 'covered', '-binary']
  const known = ['-CAfile', 'root.pem', '-purpose', 'any', '-cades', '-out', 'out']
  return spawnSync('openssl', ['cms', '-verify', ...given, ...known], { cwd: folder, encoding: 'utf8' })
}

test.for([
  ['RSA', rsa],
  ['EC on P-256', ec('P-256')],
  ['EC on P-384', ec('P-384')],
] as const)(
  'OpenSSL accepts what a certificate for %s with its chain signs, in any order',
  ([, kind], { skip }) => {
    if (!hasOpenSsl) skip('There is no openssl here.')
    issue('office', [...kind], 'middle')
    const [key, own, middle] = ['office.key', 'office.pem', 'middle.pem'].map(read)
    for (const pem of [`${key}${own}${middle}`, `${middle}${own}${key}`]) {
      expect(check(pem)).toMatchObject({ status: 0, stderr: expect.stringContaining('successful') })
      expect(readSigner(pem, 'x').chain).toHaveLength(2)
    }
    // Without the certificate between, nobody gets from the office to the root.
    expect(check(`${key}${own}`).status).not.toBe(0)
  },
)

test('a file without a usable key, or with the certificate of another key, is refused by name', ({
  skip,
}) => {
  if (!hasOpenSsl) skip('There is no openssl here.')
  issue('office', rsa, 'middle')
  issue('other', rsa, 'middle')
  issue('ed', ['-newkey', 'ed25519'], 'middle')
  openssl('rsa', '-in', 'office.key', '-aes256', '-passout', 'pass:secret', '-out', 'locked.key')
  for (const names of [
    ['office.key', 'other.pem'],
    ['office.pem'],
    ['office.key'],
    ['ed.key', 'ed.pem'],
    ['locked.key', 'office.pem'],
  ])
    expect(() => readSigner(names.map(read).join(''), 'DATA/pdf-signing.pem'), names.join()).toThrow(
      '"DATA/pdf-signing.pem" must contain a private key (RSA or EC, without a password) and its certificate as PEM.',
    )
})

test('a chain that is too long for the space in a PDF is refused', ({ skip }) => {
  if (!hasOpenSsl) skip('There is no openssl here.')
  issue('office', rsa, 'middle')
  const pem = read('office.key') + read('office.pem') + read('middle.pem').repeat(25)
  expect(() => signPdf(drawn, readSigner(pem, 'x'), sealKey)).toThrow(
    'chain of the PDF certificate is too long',
  )
})
