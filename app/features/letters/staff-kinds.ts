import { letters } from './rule.ts'

/** The letters about staff accounts, and the one about the audit trail. */

const group = 'Staff accounts'
const ifNotYou = 'If this was not you, change your password at once and tell an administrator.'
const ignore = 'If you did not ask for this, you need do nothing.'
const lasts = 'The link works once and for 30 minutes.'

export const staffLetters = letters({
  'staff.signed-up': {
    group,
    when: 'To somebody who has signed up for an account',
    subject: 'Your account is waiting for approval',
    body: `Thank you for signing up. You asked for the role {role}.\n\nAn administrator has to approve the account before you can work with it. You will get a letter then.\n\nPlease confirm meanwhile that this address is yours. ${lasts} An account whose address nobody confirms is removed after {days} days.`,
    placeholders: ['role', 'days'],
    action: 'Confirm the address',
  },
  'staff.already-known': {
    group,
    when: 'To somebody with an account whose address was used to sign up anew',
    subject: 'You have an account already',
    body: `Somebody tried to sign up with this address, which has an account already. Nothing was changed.\n\nIf it was you, sign in. If you have forgotten the password, ask for a new one there.`,
    placeholders: [],
    action: 'Sign in',
  },
  'staff.verify': {
    group,
    when: 'To somebody who must confirm their address',
    subject: 'Confirm your email address',
    body: `Please confirm that this address is yours. ${lasts}\n\n${ignore}`,
    placeholders: [],
    action: 'Confirm the address',
  },
  'staff.approved': {
    group,
    when: 'To somebody whose account is approved',
    subject: 'Your account is approved',
    body: `An administrator has approved your account. Your role is {role}.\n\nSign in again to begin.`,
    placeholders: ['role'],
    action: 'Sign in',
  },
  'staff.role-changed': {
    group,
    when: 'To somebody whose role was changed',
    subject: 'Your role has changed',
    body: `Your role is now {role}. The reason given: {reason}\n\nYou have been signed out everywhere; sign in again to go on.`,
    placeholders: ['role', 'reason'],
  },
  'staff.disabled': {
    group,
    when: 'To somebody whose account was disabled',
    subject: 'Your account is disabled',
    body: `Your account can no longer be used. The reason given: {reason}\n\nWrite to an administrator if you think that this is a mistake.`,
    placeholders: ['reason'],
  },
  'staff.enabled': {
    group,
    when: 'To somebody whose account was enabled again',
    subject: 'Your account can be used again',
    body: 'An administrator has enabled your account. Sign in as before.',
    placeholders: [],
  },
  'staff.invited': {
    group,
    when: 'To somebody who is invited to open an account',
    subject: 'You are invited to work on our website',
    body: `You are invited to open an account with the role {role}.\n\n${lasts} If it is over, the page offers to send a new one, for seven days.`,
    placeholders: ['role'],
    action: 'Open the account',
  },
  'staff.reset': {
    group,
    when: 'To somebody who has forgotten the password',
    subject: 'Choose a new password',
    body: `Here you can choose a new password. ${lasts}\n\n${ignore}`,
    placeholders: [],
    action: 'Choose a password',
  },
  'staff.sign-in-link': {
    group,
    when: 'To somebody who was locked out by too many tries and asked for a link',
    subject: 'Sign in from this browser',
    body: `Open this link in the browser in which you want to sign in. Your password is asked afterwards as always.\n\n${lasts} ${ignore}`,
    placeholders: [],
    action: 'Go on to sign in',
  },
  'staff.password-changed': {
    group,
    when: 'To somebody whose password was changed',
    subject: 'Your password was changed',
    body: `The password of your account was changed on {moment}, and all sessions were ended.\n\nIf this was not you, choose a new password at once and tell an administrator.`,
    placeholders: ['moment'],
    action: 'Choose a new password',
  },
  'staff.factor-added': {
    group,
    when: 'To somebody who added a second factor',
    subject: 'A second factor was added',
    body: `{factor} was added to your account on {moment}.\n\n${ifNotYou}`,
    placeholders: ['factor', 'moment'],
  },
  'staff.factor-removed': {
    group,
    when: 'To somebody who removed a second factor',
    subject: 'A second factor was removed',
    body: `{factor} was removed from your account on {moment}.\n\n${ifNotYou}`,
    placeholders: ['factor', 'moment'],
  },
  'staff.factors-reset': {
    group,
    when: 'To somebody whose second factors an administrator removed',
    subject: 'Your second factor was reset',
    body: `An administrator has removed all second factors from your account. The reason given: {reason}\n\nYou have been signed out everywhere. Add a second factor when you have signed in again.`,
    placeholders: ['reason'],
  },
  'staff.factors-reset-password': {
    group,
    when: 'The same to somebody whose password was too short to stand alone',
    subject: 'Your second factor was reset: choose a longer password',
    body: `An administrator has removed all second factors from your account. The reason given: {reason}\n\nYou have been signed out everywhere. Add a second factor when you have signed in again.\n\nYour password was too short to stand alone, so please choose a longer one first. ${lasts}`,
    placeholders: ['reason'],
    action: 'Choose a password',
  },
  'staff.new-device': {
    group,
    when: 'To somebody who signed in from a browser that was not known',
    subject: 'A new sign-in to your account',
    body: `Somebody signed in to your account on {moment} from a browser we did not know, at the address {address}.\n\n${ifNotYou}`,
    placeholders: ['moment', 'address'],
  },
  'staff.codes-renewed': {
    group,
    when: 'To somebody who had new recovery codes made',
    subject: 'New recovery codes',
    body: `New recovery codes were made for your account on {moment}; the old ones no longer work.\n\n${ifNotYou}`,
    placeholders: ['moment'],
  },
  'audit.anchor': {
    group: 'Audit trail',
    when: 'Once a day, to the address of the settings that keeps the ends of the audit trail',
    subject: 'Audit trail of {day}: entry {entry}',
    body: `On {day} the audit trail ended with entry {entry} and this hash:\n\n{hash}\n\nKeep this letter. It shows later whether the trail was rewritten.`,
    placeholders: ['day', 'entry', 'hash'],
  },
})
