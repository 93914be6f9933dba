import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { expect, test, vi } from 'vitest'
import { signInAtFirebase, signUpAtFirebase } from './identity-toolkit.server.ts'
import { readIdToken } from './tokens.server.ts'

const project = { projectId: 'academy-website', apiKey: 'key', emulator: undefined, firestore: undefined }
const issuer = 'https://securetoken.google.com/academy-website'
const pair = await generateKeyPair('RS256')
const publicKeys = [{ ...(await exportJWK(pair.publicKey)), kid: 'a', alg: 'RS256' }]
const keys = createLocalJWKSet({ keys: publicKeys })
const now = Math.floor(Date.now() / 1000)
const claims = {
  ...{ iss: issuer, aud: 'academy-website', sub: 'uid-1', email: 'Asha@Example.org', email_verified: true },
  ...{ auth_time: now, iat: now, exp: now + 3600 },
}

function signed(changes: object = {}, key = pair.privateKey) {
  return new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: 'RS256', kid: 'a' }).sign(key)
}

test('a token of the project names the person', async () => {
  expect(await readIdToken(project, await signed(), keys)).toMatchObject({
    ...{ issuer, subject: 'uid-1', email: 'asha@example.org' },
  })
})

test('whether Firebase calls the address confirmed counts neither way', async () => {
  for (const email_verified of [true, false]) {
    const identity = await readIdToken(project, await signed({ email_verified }), keys)
    expect(identity.isEmailVerified).toBeUndefined()
  }
})

test('signing in and up contacts the two hosts that the manual names; the keys are fetched once', async () => {
  const addresses: string[] = []
  const idToken = await signed()
  const requested = vi.spyOn(globalThis, 'fetch').mockImplementation((address) => {
    const { url } = new Request(address)
    addresses.push(url)
    return Promise.resolve(Response.json(url.includes('/accounts:') ? { idToken } : { keys: publicKeys }))
  })
  const typed = { email: 'asha@example.org', password: 'a long password' }
  expect(await signInAtFirebase(project, typed)).toMatchObject({ ok: true, identity: { subject: 'uid-1' } })
  expect((await signUpAtFirebase(project, typed)).ok).toBe(true)
  await Promise.all([readIdToken(project, idToken), readIdToken(project, idToken)])
  requested.mockRestore()

  expect(addresses).toEqual([
    'https://identitytoolkit.googleapis.com/v1/accounts:signInWithPassword',
    'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
    'https://identitytoolkit.googleapis.com/v1/accounts:signUp',
  ])
})

test('the keys are fetched once for simultaneous sign-ins', async () => {
  vi.resetModules()
  const fresh = await import('./tokens.server.ts')
  const requested = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => Promise.resolve(Response.json({ keys: publicKeys })))
  const token = await signed()
  await Promise.all([fresh.readIdToken(project, token), fresh.readIdToken(project, token)])
  expect(requested).toHaveBeenCalledTimes(1)
  requested.mockRestore()
})

test.for([
  ['for another project', { aud: 'other' }],
  ['of another issuer', { iss: 'https://securetoken.google.com/other' }],
  ['that has expired', { exp: now - 120 }],
  ['that names nobody', { sub: '' }],
  ['without a time', { iat: undefined }],
] as const)('a token %s is refused', async ([, changes]) => {
  await expect(readIdToken(project, await signed(changes), keys)).rejects.toThrow()
})

test('a token that another key or nobody signed is refused', async () => {
  const other = await generateKeyPair('RS256')
  await expect(readIdToken(project, await signed({}, other.privateKey), keys)).rejects.toThrow()
  const unsigned = new UnsecuredJWT(claims).encode()
  await expect(readIdToken(project, unsigned, keys)).rejects.toThrow()
  const emulated = { ...project, emulator: 'http://127.0.0.1:9' }
  expect(await readIdToken(emulated, unsigned)).toMatchObject({ subject: 'uid-1' })
  await expect(readIdToken({ ...emulated, projectId: 'other' }, unsigned)).rejects.toThrow()
})
