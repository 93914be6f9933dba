import type { Setting } from './setting.ts'

export const decisions = {
  decisionsNeedRelease: {
    kind: 'yes-no',
    label: 'A second person releases decisions',
    hint: 'Another administrator or member of the office, never the one who recorded the decision. If this is off, a decision takes effect after the delay below. Until then, you can withdraw it.',
    initial: true,
    isSafety: true,
  },
  decisionDelayHours: {
    kind: 'count',
    label: 'Delay before a decision takes effect, in hours',
    subject: 'The delay of decisions',
    initial: 24,
    min: 1,
    max: 168,
    isSafety: true,
  },
} as const satisfies Record<string, Setting>

export const signingIn = {
  neutralSignIn: {
    kind: 'yes-no',
    label: 'Neutral sign-in messages',
    hint: 'Show the same message for an unknown address and a wrong password, so that nobody can find out who has an account.',
    initial: false,
    isSafety: true,
  },
  secondFactorForAdmins: {
    kind: 'yes-no',
    label: 'Administrators need a second factor',
    hint: 'We ask them to set one up after they first sign in.',
    initial: true,
    isSafety: true,
  },
} as const satisfies Record<string, Setting>

export const data = {
  retentionMonths: {
    kind: 'count',
    label: 'Months to keep closed cases',
    subject: 'The months to keep closed cases',
    min: 1,
    max: 240,
    initial: 24,
    isSafety: true,
  },
  auditMailTo: {
    kind: 'mail-address',
    label: 'Send the daily audit checksum to',
    hint: 'Use an email address on another server, or leave empty.',
    subject: 'The address for the audit checksum',
    initial: '',
    isSafety: true,
  },
} as const satisfies Record<string, Setting>

export const backups = {
  backupEveryHours: {
    kind: 'count',
    label: 'Hours between backups',
    hint: '24 for one a day, 1 for one an hour, 0 for none.',
    subject: 'The hours between backups',
    min: 0,
    max: 168,
    initial: 24,
    isSafety: true,
  },
  backupHour: {
    kind: 'count',
    label: 'Time of day',
    alone: 'Time of backups',
    hint: 'Hour from 0 to 23, Indian Standard Time (IST).',
    subject: 'The hour of backups',
    min: 0,
    max: 23,
    initial: 2,
  },
  backupsKept: {
    kind: 'count',
    label: 'Backups to keep',
    hint: 'We delete the oldest when there are more.',
    subject: 'The number of backups to keep',
    min: 1,
    max: 400,
    initial: 14,
    isSafety: true,
  },
} as const satisfies Record<string, Setting>
