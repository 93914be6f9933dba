import { placeholder, type Letters } from '#features/letters/definition.ts'
import { reason } from '#features/letters/shared.ts'

const role = placeholder('role', 'The role of the account', 'Editor')
const days = placeholder('days', 'Number of days to confirm the address', '30')
const moment = placeholder('moment', 'When it happened', '31 January 2027, 15:00 IST')
const factor = placeholder('factor', 'The second factor', 'The passkey “Telephone”')
const provider = placeholder('provider', 'The sign-in provider', 'Example University')
const address = placeholder('address', 'The network address', '192.0.2.1')

const ifNotYou = 'If this was not you, change your password now and contact an administrator.'
const ignore = 'If you did not ask for this, you can ignore this email.'
const lasts = 'The link works once and for 30 minutes.'

export const staffLetters = {
  signedUp: {
    key: 'staff.signed-up',
    when: 'To someone who has requested an account',
    subject: 'Your account is waiting for approval',
    body: `Thank you for requesting an account with the role {role}.\n\nAn administrator has to approve your account before you can use it. We will email you when it is approved.\n\nPlease confirm your email address first: open the link and enter your password. ${lasts} We delete accounts whose address is not confirmed after {days} days.\n\nIf you did not request an account, someone else used your address. You can ignore this email.`,
    placeholders: [role, days],
    action: 'Confirm my email address',
  },
  alreadyKnown: {
    key: 'staff.already-known',
    when: 'To someone whose address was used to request an account again',
    subject: 'You already have an account',
    body: `Someone requested an account with this address, which already has one. We have not changed anything.\n\nIf it was you, sign in. If you have forgotten your password, you can choose a new one on that page.`,
    placeholders: [],
    action: 'Sign in',
  },
  verify: {
    key: 'staff.verify',
    when: 'To someone who has to confirm their address',
    subject: 'Confirm your email address',
    body: `Please confirm your email address: open the link and enter your password. ${lasts}\n\n${ignore}`,
    placeholders: [],
    action: 'Confirm my email address',
  },
  newAddress: {
    key: 'staff.new-address',
    when: 'To the new address, when someone changes the address of their account',
    subject: 'Confirm your new email address',
    body: `Someone asked to use this email address for their account on our website. If it was you, open the link to confirm it. From then on, sign in with this address. ${lasts}\n\n${ignore}`,
    placeholders: [],
    action: 'Use this address',
  },
  addressChangeRequested: {
    key: 'staff.address-change-requested',
    when: 'To the old address, when someone asks to change the address of their account',
    subject: 'Someone asked to change your email address',
    body: `On {moment}, someone signed in to your account asked to use another email address for it. It changes when they confirm the new address.\n\nIf this was not you, choose a new password now and contact an administrator.`,
    placeholders: [moment],
    action: 'Choose a new password',
  },
  addressChanged: {
    key: 'staff.address-changed',
    when: 'To the old address, when the address of an account has changed',
    subject: 'Your email address was changed',
    body: `The email address of your account was changed on {moment}. You can no longer sign in with this address.\n\nIf this was not you, contact an administrator now.`,
    placeholders: [moment],
  },
  accountRequested: {
    key: 'staff.account-requested',
    when: 'To administrators, when someone who requested an account has confirmed their address',
    subject: 'Someone has requested an account',
    body: `Someone has requested an account with the role {role} and confirmed their email address. Their name and address are in the list of staff accounts.\n\nApprove the account only if you know the person. Until then they cannot see or change anything.`,
    placeholders: [role],
    action: 'Open the staff accounts',
  },
  approved: {
    key: 'staff.approved',
    when: 'To someone whose account is approved',
    subject: 'Your account is approved',
    body: `An administrator has approved your account. Your role is {role}.\n\nSign in to start.`,
    placeholders: [role],
    action: 'Sign in',
  },
  roleChanged: {
    key: 'staff.role-changed',
    when: 'To someone whose role has changed',
    subject: 'Your role has changed',
    body: `Your role is now {role}. The reason given: {reason}\n\nWe have signed you out everywhere. Sign in again to continue.`,
    placeholders: [role, reason],
  },
  disabled: {
    key: 'staff.disabled',
    when: 'To someone whose account was disabled',
    subject: 'Your account has been disabled',
    body: `An administrator has disabled your account. The reason given: {reason}\n\nIf you think this is a mistake, contact an administrator.`,
    placeholders: [reason],
  },
  enabled: {
    key: 'staff.enabled',
    when: 'To someone whose account was enabled again',
    subject: 'You can use your account again',
    body: 'An administrator has enabled your account. Sign in as before.',
    placeholders: [],
  },
  invited: {
    key: 'staff.invited',
    when: 'To someone who is invited to create an account',
    subject: 'You are invited to work on our website',
    body: `You are invited to create an account with the role {role}.\n\n${lasts} If it has expired, the page offers to send you a new one, for seven days.`,
    placeholders: [role],
    action: 'Create my account',
  },
  reset: {
    key: 'staff.reset',
    when: 'To someone who has forgotten their password',
    subject: 'Choose a new password',
    body: `Open the link to choose a new password. ${lasts}\n\n${ignore}`,
    placeholders: [],
    action: 'Choose a password',
  },
  signInLink: {
    key: 'staff.sign-in-link',
    when: 'To someone who was locked out after too many attempts and requested a link',
    subject: 'Sign in from this browser',
    body: `Open this link in the browser in which you want to sign in. Then enter your password as usual.\n\n${lasts} ${ignore}`,
    placeholders: [],
    action: 'Continue to sign in',
  },
  passwordChanged: {
    key: 'staff.password-changed',
    when: 'To someone whose password was changed',
    subject: 'Your password was changed',
    body: `The password of your account was changed on {moment}. We have signed you out everywhere.\n\nIf this was not you, choose a new password now and contact an administrator.`,
    placeholders: [moment],
    action: 'Choose a new password',
  },
  factorAdded: {
    key: 'staff.factor-added',
    when: 'To someone who added a second factor',
    subject: 'A second factor was added',
    body: `{factor} was added to your account on {moment}.\n\n${ifNotYou}`,
    placeholders: [factor, moment],
  },
  factorRemoved: {
    key: 'staff.factor-removed',
    when: 'To someone who removed a second factor',
    subject: 'A second factor was removed',
    body: `{factor} was removed from your account on {moment}.\n\n${ifNotYou}`,
    placeholders: [factor, moment],
  },
  factorGuessed: {
    key: 'staff.factor-guessed',
    when: 'To someone whose second factor was tried with ten wrong codes',
    subject: 'Someone is guessing your second-factor codes',
    body: `Someone entered your password and then ten wrong second-factor codes on {moment}. We have blocked further attempts for 15 minutes.\n\nIf this was not you, they know your password. Choose a new one now and contact an administrator.`,
    placeholders: [moment],
    action: 'Choose a new password',
  },
  factorsReset: {
    key: 'staff.factors-reset',
    when: 'To someone whose second factors an administrator removed',
    subject: 'Your second factor was reset',
    body: `An administrator has removed all second factors from your account. The reason given: {reason}\n\nWe have signed you out everywhere. Add a second factor after you sign in again.`,
    placeholders: [reason],
  },
  factorsResetPassword: {
    key: 'staff.factors-reset-password',
    when: 'The same, to someone whose password is too short without a second factor',
    subject: 'Your second factor was reset: choose a longer password',
    body: `An administrator has removed all second factors from your account. The reason given: {reason}\n\nWe have signed you out everywhere. Add a second factor after you sign in again.\n\nYour password is too short to use without a second factor, so please choose a longer one first. ${lasts}`,
    placeholders: [reason],
    action: 'Choose a password',
  },
  signInLinked: {
    key: 'staff.sign-in-linked',
    when: 'To someone who linked a sign-in provider to their account',
    subject: 'A sign-in provider was linked',
    body: `{provider} was linked to your account on {moment}. You can now sign in there instead of entering your password here.\n\nIf this was not you, open Linked sign-ins on your profile and unlink it now. A new password does not unlink it. Then change your password and contact an administrator.`,
    placeholders: [provider, moment],
  },
  signInUnlinked: {
    key: 'staff.sign-in-unlinked',
    when: 'To someone who unlinked a sign-in provider from their account',
    subject: 'A sign-in provider was unlinked',
    body: `{provider} was unlinked from your account on {moment}. Sign in with your password from now on.\n\n${ifNotYou}`,
    placeholders: [provider, moment],
  },
  signInUnlinkedForYou: {
    key: 'staff.sign-in-unlinked-for',
    when: 'To someone from whose account an administrator unlinked a sign-in provider',
    subject: 'A sign-in provider was unlinked',
    body: `An administrator unlinked {provider} from your account on {moment}. The reason given: {reason}\n\nWe have signed you out everywhere. Sign in with your password from now on. If you have none, choose one with “Forgot your password” on the sign-in page.`,
    placeholders: [provider, moment, reason],
  },
  signInUnlinkedPassword: {
    key: 'staff.sign-in-unlinked-password',
    when: 'The same, to someone who has no password here',
    subject: 'A sign-in provider was unlinked: choose a password',
    body: `An administrator unlinked {provider} from your account on {moment}. The reason given: {reason}\n\nWe have signed you out everywhere. Your account has no password on our website yet, so please choose one. ${lasts} If it has expired, use “Forgot your password” on the sign-in page.`,
    placeholders: [provider, moment, reason],
    action: 'Choose a password',
  },
  newDevice: {
    key: 'staff.new-device',
    when: 'To someone who signed in from a new browser',
    subject: 'A new sign-in to your account',
    body: `Someone signed in to your account on {moment} from a new browser, at the address {address}.\n\n${ifNotYou}`,
    placeholders: [moment, address],
  },
  codesRenewed: {
    key: 'staff.codes-renewed',
    when: 'To someone who created new recovery codes',
    subject: 'New recovery codes',
    body: `New recovery codes were created for your account on {moment}. The old ones no longer work.\n\n${ifNotYou}`,
    placeholders: [moment],
  },
} satisfies Letters
