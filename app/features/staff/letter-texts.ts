import { roleLabels, type Role } from './workflow.ts'

/** What the letters about staff accounts say. The frame adds the greeting and the sender. */

export interface LetterText {
  subject: string
  paragraphs: string[]
  action?: { label: string; href: string }
}

export interface LetterFacts {
  'signed-up': { role: Role; link: string }
  'already-known': { link: string }
  verify: { link: string }
  approved: { role: Role; link: string }
  'role-changed': { role: Role; reason: string }
  disabled: { reason: string }
  enabled: object
  invited: { role: Role; link: string }
  reset: { link: string }
  'sign-in-link': { link: string }
  'password-changed': { at: Date; link: string }
  'factor-added': { factor: string; at: Date }
  'factor-removed': { factor: string; at: Date }
  'factors-reset': { reason: string; link?: string }
  'new-device': { address: string; at: Date }
  'codes-renewed': { at: Date }
}

export type LetterKind = keyof LetterFacts

const ifNotYou = 'If this was not you, change your password at once and tell an administrator.'
const ignore = 'If you did not ask for this, you need do nothing.'
/** How long an account may wait for approval without a confirmed address. */
export const unconfirmedDays = 30

const lasts = 'The link works once and for 30 minutes.'

export const letterTexts: { [Kind in LetterKind]: (facts: LetterFacts[Kind]) => LetterText } = {
  'signed-up': ({ role, link }) => ({
    subject: 'Your account is waiting for approval',
    paragraphs: [
      `Thank you for signing up. You asked for the role ${roleLabels[role]}.`,
      'An administrator has to approve the account before you can work with it. You will get a letter then.',
      `Please confirm meanwhile that this address is yours. ${lasts} An account whose address nobody confirms is removed after ${unconfirmedDays} days.`,
    ],
    action: { label: 'Confirm the address', href: link },
  }),
  'already-known': ({ link }) => ({
    subject: 'You have an account already',
    paragraphs: [
      'Somebody tried to sign up with this address, which has an account already. Nothing was changed.',
      'If it was you, sign in. If you have forgotten the password, ask for a new one there.',
    ],
    action: { label: 'Sign in', href: link },
  }),
  verify: ({ link }) => ({
    subject: 'Confirm your email address',
    paragraphs: [`Please confirm that this address is yours. ${lasts}`, ignore],
    action: { label: 'Confirm the address', href: link },
  }),
  approved: ({ role, link }) => ({
    subject: 'Your account is approved',
    paragraphs: [
      `An administrator has approved your account. Your role is ${roleLabels[role]}.`,
      'Sign in again to begin.',
    ],
    action: { label: 'Sign in', href: link },
  }),
  'role-changed': ({ role, reason }) => ({
    subject: 'Your role has changed',
    paragraphs: [
      `Your role is now ${roleLabels[role]}. The reason given: ${reason}`,
      'You have been signed out everywhere; sign in again to go on.',
    ],
  }),
  disabled: ({ reason }) => ({
    subject: 'Your account is disabled',
    paragraphs: [
      `Your account can no longer be used. The reason given: ${reason}`,
      'Write to an administrator if you think that this is a mistake.',
    ],
  }),
  enabled: () => ({
    subject: 'Your account can be used again',
    paragraphs: ['An administrator has enabled your account. Sign in as before.'],
  }),
  invited: ({ role, link }) => ({
    subject: 'You are invited to work on our website',
    paragraphs: [
      `You are invited to open an account with the role ${roleLabels[role]}.`,
      `${lasts} If it is over, the page offers to send a new one, for seven days.`,
    ],
    action: { label: 'Open the account', href: link },
  }),
  reset: ({ link }) => ({
    subject: 'Choose a new password',
    paragraphs: [`Here you can choose a new password. ${lasts}`, ignore],
    action: { label: 'Choose a password', href: link },
  }),
  'sign-in-link': ({ link }) => ({
    subject: 'Sign in from this browser',
    paragraphs: [
      'Open this link in the browser in which you want to sign in. Your password is asked afterwards as always.',
      `${lasts} ${ignore}`,
    ],
    action: { label: 'Go on to sign in', href: link },
  }),
  'password-changed': ({ at, link }) => ({
    subject: 'Your password was changed',
    paragraphs: [
      `The password of your account was changed on ${moment(at)}, and all sessions were ended.`,
      'If this was not you, choose a new password at once and tell an administrator.',
    ],
    action: { label: 'Choose a new password', href: link },
  }),
  'factor-added': ({ factor, at }) => ({
    subject: 'A second factor was added',
    paragraphs: [`${factor} was added to your account on ${moment(at)}.`, ifNotYou],
  }),
  'factor-removed': ({ factor, at }) => ({
    subject: 'A second factor was removed',
    paragraphs: [`${factor} was removed from your account on ${moment(at)}.`, ifNotYou],
  }),
  'factors-reset': ({ reason, link }) => ({
    subject: 'Your second factor was reset',
    paragraphs: [
      `An administrator has removed all second factors from your account. The reason given: ${reason}`,
      'You have been signed out everywhere. Add a second factor when you have signed in again.',
      ...(link
        ? [`Your password was too short to stand alone, so please choose a longer one first. ${lasts}`]
        : []),
    ],
    ...(link ? { action: { label: 'Choose a password', href: link } } : {}),
  }),
  'new-device': ({ address, at }) => ({
    subject: 'A new sign-in to your account',
    paragraphs: [
      `Somebody signed in to your account on ${moment(at)} from a browser we did not know, at the address ${address || 'unknown'}.`,
      ifNotYou,
    ],
  }),
  'codes-renewed': ({ at }) => ({
    subject: 'New recovery codes',
    paragraphs: [
      `New recovery codes were made for your account on ${moment(at)}; the old ones no longer work.`,
      ifNotYou,
    ],
  }),
}

function moment(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' at ')} UTC`
}
