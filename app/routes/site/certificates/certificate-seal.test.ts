import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fingerprintOf, publicPem } from '#features/certificates/key.server.ts'
import { openCertificateKey } from '#features/certificates/own-key.server.ts'
import { findSeal } from '#features/certificates/pdf-signature/sign-pdf.server.ts'
import { verifyFile } from '#features/certificates/signature.server.ts'
import { certificateAddress } from '#features/certificates/certificate-content.ts'
import { code, key, origin, print, statement } from '#test/harness/pdf/printed-certificate.ts'
import { runProgram } from '#test/harness/processes.ts'

/** Both signatures of a certificate's PDF, and the command that checks them. */

function emptyFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('a thousand single flipped bits are all detected', async () => {
  const bytes = await print()
  expect(verifyFile(bytes, key).verdict).toBe('valid')
  const random = seeded(19_941_204)
  const verdicts = new Map<string, number>()
  for (let turn = 0; turn < 1000; turn++) {
    const at = Math.floor(random() * bytes.length)
    const bit = 1 << Math.floor(random() * 8)
    bytes[at]! ^= bit
    const { verdict } = verifyFile(bytes, key)
    verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1)
    bytes[at]! ^= bit
  }
  expect(verdicts.get('valid')).toBeUndefined()
  expect(verdicts.get('changed')).toBeGreaterThan(900)
  expect(verifyFile(bytes, key).verdict).toBe('valid')
})

test('every bit of the signature counts, and nothing may be added, cut off or put in twice', async () => {
  const bytes = await print()
  const { at: offset } = findSeal(bytes)!
  for (let at = offset; at < offset + 128; at++)
    for (let bit = 0; bit < 8; bit++) {
      bytes[at]! ^= 1 << bit
      expect(verifyFile(bytes, key).verdict).not.toBe('valid')
      bytes[at]! ^= 1 << bit
    }
  const wrong = [
    Buffer.concat([bytes, Buffer.from('\n')]),
    bytes.subarray(0, -1),
    Buffer.concat([bytes, bytes]),
    Buffer.from('%PDF-1.7'),
    Buffer.alloc(0),
  ]
  for (const file of wrong) expect(verifyFile(file, key).verdict).not.toBe('valid')
})

test('what another key signed is not ours', async () => {
  const other = generateKeyPairSync('ed25519').privateKey
  const theirs = await print({}, other)
  expect(verifyFile(theirs, key)).toEqual({ verdict: 'not-ours' })
  expect(verifyFile(theirs, other)).toMatchObject({ verdict: 'valid' })
})

test('the command distinguishes the results without a site and without a database', async () => {
  const folder = emptyFolder()
  const own = openCertificateKey({ dataDir: folder })
  const file = (name: string, bytes: Buffer | string) => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  }
  const good = await print({ validTo: '2026-12-31', kind: 'membership', sample: true }, own)
  const changed = Buffer.from(good)
  changed[200]! ^= 1
  const publicKey = file('key.pem', publicPem(own))
  const run = (args: string[], env = {}) => runProgram('scripts/verify-certificate.ts', env, ...args).ended

  const byKey = ['--key', publicKey]
  const none = { DATA_DIR: join(folder, 'none') }
  const [valid, ...others] = await Promise.all([
    run([file('good.pdf', good), ...byKey]),
    run([join(folder, 'good.pdf')], { DATA_DIR: folder }),
    run([file('changed.pdf', changed), ...byKey]),
    run([file('other.pdf', await print()), ...byKey]),
    run([file('no.pdf', '%PDF-1.7'), ...byKey]),
    run([join(folder, 'missing.pdf'), ...byKey]),
    run([join(folder, 'good.pdf')], none),
    run([join(folder, 'good.pdf'), '--key', join(folder, 'no.pdf')]),
    run(['--unknown']),
  ])
  expect(others.map(({ code }) => code)).toEqual([0, 1, 2, 2, 3, 3, 3, 3])
  expect(valid).toMatchObject({ code: 0, errors: '' })
  expect(valid.lines).toHaveLength(1)
  expect(valid.lines[0]).toMatch(/^valid: .*Prof\. Asha Kṛṣṇamūrti Sample/)
  expect(valid.lines[0]).toContain(`whether it was revoked since, open ${origin}/certificates/${code}`)
})

test('the command ignores no file that was named with an option', async () => {
  const badges = resolve('test/credentials/open-badges')
  const revoked = join(badges, 'bit-string-list', 'credential-status-revoked.json')
  const run = (...args: string[]) => runProgram('scripts/verify-certificate.ts', {}, ...args).ended

  const missing = await run(revoked, '--status', '/missing')
  expect(missing).toMatchObject({ code: 3, errors: '' })
  expect(missing.lines).toEqual(['unreadable: There is no list of revoked credentials at "/missing".'])
  const noKeys = await run(revoked, '--did', revoked)
  expect(noKeys).toMatchObject({ code: 3, errors: '' })
  expect(noKeys.lines[0]).toMatch(/^unreadable: The file ".*" is not a DID document with a key\.$/)
})

test('without a key, the command refuses to check only what is a PDF', async () => {
  const folder = emptyFolder()
  const badge = readFileSync('test/credentials/open-badges/simple-noproof.json', 'utf8')
  const picture = readFileSync('test/credentials/open-badges/simple-json.png')
  const files = {
    'no.pdf': '%PDF-1.7',
    'badge.json': badge.replace('{', '{"%PDF-": 1,'),
    'badge.png': Buffer.concat([picture, Buffer.from('%PDF-1.7')]),
  }
  const lines = await Promise.all(
    Object.entries(files).map(async ([name, bytes]) => {
      writeFileSync(join(folder, name), bytes)
      const env = { DATA_DIR: join(folder, 'none') }
      return (await runProgram('scripts/verify-certificate.ts', env, join(folder, name)).ended).lines[0]
    }),
  )
  expect(lines[0]).toContain('There is no certificate key here to check a PDF with.')
  for (const line of lines.slice(1)) expect(line).not.toContain('PDF with')
})

test('a file of the first version, with its seal in the text and no standard signature, is still ours', () => {
  const sealed = { statement, page: certificateAddress(origin, code), key: fingerprintOf(key) }
  const text = Buffer.from(JSON.stringify(sealed)).toString('base64url')
  const file = Buffer.from(`%PDF-1.7\n(iaps-certificate-1:${text}:${'0'.repeat(128)})\n%%EOF`)
  const at = file.indexOf('0'.repeat(128))
  file.write(sign(null, Buffer.from(file), key).toString('hex'), at, 'latin1')
  expect(verifyFile(file, key)).toMatchObject({ verdict: 'valid', sealed: { page: sealed.page } })
  file[2]! ^= 1
  expect(verifyFile(file, key)).toEqual({ verdict: 'changed' })
})

test('pdfsig of Poppler finds a valid standard signature over the whole document', async ({ skip }) => {
  const path = join(emptyFolder(), 'signed.pdf')
  writeFileSync(path, await print())
  const said = spawnSync('pdfsig', ['-nocert', path], { encoding: 'utf8' })
  if (said.error) skip('There is no pdfsig here; Debian has it in poppler-utils.')
  expect(said.stdout).toContain('Signature is Valid.')
  expect(said.stdout).toContain('Total document signed')
  expect(said.stdout).toContain('ETSI.CAdES.detached')
  const changed = await print()
  changed[changed.indexOf('/Title') + 10]! ^= 1
  writeFileSync(path, changed)
  expect(spawnSync('pdfsig', ['-nocert', path], { encoding: 'utf8' }).stdout).not.toContain(
    'Signature is Valid.',
  )
})

/** Marsaglia's xorshift: the same sequence of numbers every time. */
function seeded(seed: number) {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
