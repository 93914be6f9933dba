import { expect, test } from 'vitest'
import { readSignInProviders } from './sign-in-providers.ts'

const right = {
  OIDC_PROVIDERS: 'university',
  OIDC_UNIVERSITY_LABEL: 'Example University',
  OIDC_UNIVERSITY_ISSUER: 'https://login.university.example/realms/staff',
  OIDC_UNIVERSITY_CLIENT_ID: 'academy',
  OIDC_UNIVERSITY_CLIENT_SECRET: 'known to two',
  OIDC_UNIVERSITY_DOMAINS: 'University.example, physics.university.example',
}

test('without a name there is no provider', () => {
  expect(readSignInProviders({ ...right, OIDC_PROVIDERS: undefined })).toEqual([])
})

test('each named provider is read, in the order of the names', () => {
  const second = {
    OIDC_PROVIDERS: 'local, university',
    OIDC_LOCAL_ISSUER: 'http://127.0.0.1:8080',
    OIDC_LOCAL_CLIENT_ID: 'a',
    OIDC_LOCAL_CLIENT_SECRET: 'b',
    OIDC_LOCAL_DOMAINS: 'example.org',
  }

  expect(readSignInProviders({ ...right, ...second })).toEqual([
    {
      key: 'local',
      label: 'local',
      issuer: 'http://127.0.0.1:8080',
      clientId: 'a',
      clientSecret: 'b',
      domains: ['example.org'],
    },
    {
      key: 'university',
      label: 'Example University',
      issuer: 'https://login.university.example/realms/staff',
      clientId: 'academy',
      clientSecret: 'known to two',
      domains: ['university.example', 'physics.university.example'],
    },
  ])
})

test.for([
  [{ OIDC_PROVIDERS: 'Uni versity!' }, 'OIDC_PROVIDERS must be names'],
  [{ OIDC_PROVIDERS: 'university,university' }, 'OIDC_PROVIDERS must name each provider once'],
  [{ OIDC_UNIVERSITY_ISSUER: '' }, 'OIDC_UNIVERSITY_ISSUER must be set'],
  [{ OIDC_UNIVERSITY_ISSUER: 'http://login.example.org' }, 'OIDC_UNIVERSITY_ISSUER must be an address'],
  [{ OIDC_UNIVERSITY_ISSUER: 'https://a:b@login.example.org' }, 'OIDC_UNIVERSITY_ISSUER must be an address'],
  [
    { OIDC_UNIVERSITY_ISSUER: 'https://login.example.org/.well-known/openid-configuration' },
    'OIDC_UNIVERSITY_ISSUER must be an address',
  ],
  [{ OIDC_UNIVERSITY_CLIENT_SECRET: undefined }, 'OIDC_UNIVERSITY_CLIENT_SECRET must be set'],
  [{ OIDC_UNIVERSITY_DOMAINS: '*' }, 'OIDC_UNIVERSITY_DOMAINS must be the domains'],
  [{ OIDC_UNIVERSITY_LABEL: 'x'.repeat(41) }, 'OIDC_UNIVERSITY_LABEL must be one line'],
] as const)('a wrong value stops the start with a sentence: %o', ([change, sentence]) => {
  expect(() => readSignInProviders({ ...right, ...change })).toThrow(sentence)
})
