import type { Setting } from './setting.ts'

export const nominationCycles = {
  fellowOpensAt: {
    kind: 'indian-time',
    label: 'Fellow nominations open',
    subject: 'The opening of fellow nominations',
    initial: '',
  },
  fellowClosesAt: {
    kind: 'indian-time',
    label: 'Fellow nominations close',
    subject: 'The closing of fellow nominations',
    initial: '',
  },
  associateFellowOpensAt: {
    kind: 'indian-time',
    label: 'Associate fellow nominations open',
    subject: 'The opening of associate fellow nominations',
    initial: '',
  },
  associateFellowClosesAt: {
    kind: 'indian-time',
    label: 'Associate fellow nominations close',
    subject: 'The closing of associate fellow nominations',
    initial: '',
  },
  graceMinutes: {
    kind: 'count',
    label: 'Grace period in minutes',
    hint: 'How long after closing people can still submit a form they started before.',
    subject: 'The grace period',
    min: 0,
    max: 1440,
    initial: 15,
  },
} as const satisfies Record<string, Setting>

export const nominationRules = {
  honoraryNominations: {
    kind: 'yes-no',
    label: 'Honorary Fellows may be proposed',
    hint: 'With the form for Fellows.',
    initial: false,
  },
  mostPerProposer: {
    kind: 'count',
    label: 'Nominations that one proposer may make in a cycle',
    subject: 'The number of nominations per proposer',
    min: 1,
    max: 100,
    initial: 3,
  },
  validCycles: {
    kind: 'count',
    label: 'Number of cycles per nomination',
    hint: 'A nomination lapses after this many cycles.',
    subject: 'The number of cycles per nomination',
    min: 1,
    max: 20,
    initial: 3,
  },
  capFellows: {
    kind: 'count',
    label: 'Maximum number of Fellows',
    hint: 'The constitution allows at most 500.',
    subject: 'The maximum number of Fellows',
    min: 1,
    max: 500,
    initial: 500,
  },
  capHonoraryFellows: {
    kind: 'count',
    label: 'Maximum number of Honorary Fellows',
    hint: 'The constitution allows at most 100.',
    subject: 'The maximum number of Honorary Fellows',
    min: 1,
    max: 100,
    initial: 100,
  },
  tellNominee: {
    kind: 'yes-no',
    label: 'Email nominees who are not elected',
    hint: 'If not, we email only the proposer.',
    initial: false,
  },
  associateMostAge: {
    kind: 'age',
    label: 'Maximum age of Associate Fellows',
    hint: 'In years, on the day the call closes. Leave empty for no limit.',
    initial: '',
  },
  associateProofOfAge: {
    kind: 'yes-no',
    label: 'Associate Fellows need proof of age',
    initial: false,
  },
  associateSeconder: {
    kind: 'yes-no',
    label: 'Nominations of Associate Fellows always need a seconder',
    hint: 'If not, only when the head of an institution is the proposer.',
    initial: true,
  },
} as const satisfies Record<string, Setting>

export const applications = {
  introducersNeeded: {
    kind: 'yes-no',
    label: 'Applicants need a proposer and a seconder',
    initial: false,
  },
  renewalReminderDays: {
    kind: 'count',
    label: 'Remind members this many days before their membership ends',
    hint: 'If this is more than 14, we send a second email two weeks before the end. With 0 we send none.',
    subject: 'The number of days',
    min: 0,
    max: 365,
    initial: 60,
  },
  chapters: {
    kind: 'text',
    label: 'Chapters to choose from',
    hint: 'One per line.',
    max: 1000,
    shorten: 'the chapters',
    initial: '',
  },
  bankDetails: {
    kind: 'text',
    label: 'How to pay',
    hint: 'Shown next to the fee in the form.',
    max: 1000,
    shorten: '“How to pay”',
    initial: '',
  },
  upiAddress: {
    kind: 'upi-address',
    label: 'UPI address',
    hint: 'Such as academy@bank. Applicants then get a QR code with the amount and a reference. Leave empty if you do not use UPI.',
    subject: 'The UPI address',
    initial: '',
  },
  upiName: {
    kind: 'line',
    label: 'Payee name for UPI',
    hint: 'The account holder’s name, as the bank has it. If empty, we use the name of the society.',
    subject: 'The payee name',
    initial: '',
  },
} as const satisfies Record<string, Setting>
