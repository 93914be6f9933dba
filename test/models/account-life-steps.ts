import fc from 'fast-check'

/** What may happen in the life of an account, and lives made of it. */

const people = ['owner', 'stranger'] as const
export type Who = (typeof people)[number]

export const personal = [
  'sign up',
  'sign in',
  'use an app code',
  'use a recovery code',
  'sign in by passkey',
  'sign in by provider',
  'link the provider',
  'unlink the provider',
  'confirm at the provider',
  'begin an app',
  'confirm the app',
  'remove the app',
  'add a passkey',
  'remove a passkey',
  'make new codes',
  'change the password',
  'confirm that it is me',
  'sign out everywhere',
  'ask for a new password',
  'ask for a sign-in link',
  'ask to confirm the address',
  'invite somebody',
] as const
export const mailed = [
  'confirm by mail',
  'choose a password by mail',
  'unlock by mail',
  'accept by mail',
  'accept by provider',
] as const
const administrative = [
  'be invited',
  'be approved as editor',
  'be approved as administrator',
  'be made editor',
  'be made administrator',
  'be disabled',
  'be enabled',
  'have factors reset',
] as const

export type AccountStep =
  | { who: Who; does: (typeof personal)[number]; withPassword?: boolean }
  | { does: (typeof mailed)[number] | (typeof administrative)[number] }
  | { does: 'wait'; minutes: number }
  /** An older version of the site allowed an app before the address was proved. */
  | { does: 'have an app of old' }
  /** The stranger signs up at Firebase itself, where nobody checks the address. */
  | { does: 'be taken at Firebase' }

const by = (who: Who, ...acts: (typeof personal)[number][]): AccountStep[] =>
  acts.map((does) => ({ who, does }))
const proved: AccountStep[] = [...by('owner', 'sign up'), { does: 'confirm by mail' }]
const withApp: AccountStep[] = [...proved, ...by('owner', 'begin an app', 'confirm the app')]
const linked: AccountStep[] = [...proved, ...by('owner', 'link the provider')]
const administrator: AccountStep[] = [{ does: 'be approved as administrator' }, ...by('owner', 'sign in')]

const withPasskey: AccountStep[] = [...proved, ...by('owner', 'add a passkey')]
const wait = (minutes: number): AccountStep => ({ does: 'wait', minutes })

/** Where a life starts, so that a few more steps lead far. */
const beginnings: AccountStep[][] = [
  [],
  by('owner', 'sign up'),
  by('stranger', 'sign up'),
  [...by('stranger', 'sign up'), { does: 'have an app of old' }],
  [...by('stranger', 'sign up'), { does: 'confirm by mail' }],
  by('stranger', 'ask for a new password', 'ask for a new password', 'sign up', 'ask for a new password'),
  [...by('stranger', 'ask for a new password', 'ask for a new password'), ...proved],
  [...by('stranger', 'sign up'), { does: 'be invited' }, { does: 'accept by mail' }],
  proved,
  [...proved, ...by('owner', 'begin an app'), wait(9), ...by('owner', 'confirm the app'), wait(9)],
  [...proved, ...by('owner', 'begin an app'), wait(16)],
  withApp,
  [...withApp, wait(16)],
  [...withApp, wait(16), ...by('owner', 'use a recovery code')],
  withPasskey,
  [...withPasskey, wait(16)],
  linked,
  [...linked, wait(16), ...by('owner', 'sign in by provider')],
  [...linked, ...by('owner', 'begin an app', 'confirm the app'), wait(16)],
  [{ does: 'be invited' }, { does: 'accept by provider' }],
  [...by('stranger', 'sign up'), { does: 'be invited' }, { does: 'accept by provider' }],
  [...proved, ...administrator],
  [...proved, ...administrator, wait(16)],
  [...withApp, ...administrator, wait(1), ...by('owner', 'use an app code')],
]

const guarded = [
  'begin an app',
  'confirm the app',
  'remove the app',
  'add a passkey',
  'remove a passkey',
  'make new codes',
  'link the provider',
  'unlink the provider',
  'invite somebody',
] as const

const step: fc.Arbitrary<AccountStep> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      who: fc.constantFrom<Who>('owner', 'owner', 'stranger'),
      does: fc.constantFrom(...personal),
      withPassword: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      who: fc.constantFrom<Who>('owner', 'owner', 'stranger'),
      does: fc.constantFrom(...guarded),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom(...mailed) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom(...administrative) }) },
  { weight: 2, arbitrary: fc.constantFrom(1, 9, 16, 31).map(wait) },
)

/** At the end of each the stranger tries to get in once more. */
export const lives: fc.Arbitrary<AccountStep[]> = fc
  .tuple(fc.constantFrom(...beginnings), fc.array(step, { minLength: 1, maxLength: 10 }))
  .map(([beginning, rest]) => [
    ...beginning,
    ...rest,
    ...by('stranger', 'sign in', 'sign in by passkey', 'sign in by provider'),
  ])

/** The same where Firebase stores the passwords. */
export const livesAtFirebase: fc.Arbitrary<AccountStep[]> = fc
  .tuple(lives, fc.constantFrom(-1, -1, 0, 1, 2, 4))
  .map(([life, at]) => (at < 0 ? life : life.toSpliced(at, 0, { does: 'be taken at Firebase' })))
