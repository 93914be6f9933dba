import { feeBands, feeCategories } from './fees.ts'
import type { Settings } from './settings.ts'

interface SettingField {
  name: keyof Settings
  label: string
  /** Its name outside its group, if the label needs the group. */
  alone?: string
  hint?: string
  kind?: 'text' | 'yes-no'
}

/** The settings in the order and groups in which staff see them. Without the schema, which browsers do not need. */
export const settingGroups: { title: string; note?: string; fields: SettingField[] }[] = [
  {
    title: 'Society',
    fields: [
      { name: 'societyName', label: 'Name', alone: 'Name of the society' },
      { name: 'shortName', label: 'Short name' },
      { name: 'foundedOn', label: 'Founded on', hint: 'Year, month and day, such as 1994-12-04.' },
      { name: 'city', label: 'Seat' },
    ],
  },
  {
    title: 'Journal and social networks',
    note: 'Leave an address empty to hide it.',
    fields: [
      { name: 'journalTitle', label: 'Title of the journal' },
      { name: 'journalUrl', label: 'Address of the journal' },
      { name: 'facebookUrl', label: 'Facebook' },
      { name: 'linkedinUrl', label: 'LinkedIn' },
      { name: 'twitterUrl', label: 'Twitter' },
      {
        name: 'socialPreviewUrl',
        label: 'Preview picture',
        hint: 'Shown when someone shares a page. Leave empty to give each page its own picture.',
      },
    ],
  },
  {
    title: 'Contact',
    fields: [
      { name: 'postalAddress', label: 'Postal address', kind: 'text' },
      { name: 'email', label: 'Email' },
      { name: 'phone', label: 'Phone' },
      { name: 'mapUrl', label: 'Map', hint: 'Leave empty to link to a map search for the postal address.' },
    ],
  },
  {
    title: 'Publishing',
    fields: [
      {
        name: 'editorsPublish',
        label: 'Editors may publish',
        hint: 'If not, they submit for review and an administrator publishes.',
        kind: 'yes-no',
      },
    ],
  },
  {
    title: 'Signing in',
    fields: [
      {
        name: 'neutralSignIn',
        label: 'Neutral sign-in messages',
        hint: 'Show the same message for an unknown address and a wrong password, so that nobody can find out who has an account.',
        kind: 'yes-no',
      },
      {
        name: 'secondFactorForAdmins',
        label: 'Administrators need a second factor',
        hint: 'We ask them to set one up after they first sign in.',
        kind: 'yes-no',
      },
    ],
  },
  {
    title: 'Data',
    fields: [
      { name: 'retentionMonths', label: 'Months to keep closed cases' },
      {
        name: 'auditMailTo',
        label: 'Send the daily audit checksum to',
        hint: 'Use an email address on another server, or leave empty.',
      },
    ],
  },
  {
    title: 'Backups',
    note: 'The server’s configuration says where backups are stored. A backup still contains data that was deleted after it was made.',
    fields: [
      {
        name: 'backupEveryHours',
        label: 'Hours between backups',
        hint: '24 for one a day, 1 for one an hour, 0 for none.',
      },
      {
        name: 'backupHour',
        label: 'Time of day',
        alone: 'Time of backups',
        hint: 'Hour from 0 to 23, Indian Standard Time (IST).',
      },
      { name: 'backupsKept', label: 'Backups to keep', hint: 'We delete the oldest when there are more.' },
    ],
  },
  {
    title: 'Nomination cycles',
    note: 'In Indian Standard Time (IST), such as 2027-01-31 23:59. Leave empty if no date is set.',
    fields: [
      { name: 'fellowOpensAt', label: 'Fellow nominations open' },
      { name: 'fellowClosesAt', label: 'Fellow nominations close' },
      { name: 'associateFellowOpensAt', label: 'Associate fellow nominations open' },
      { name: 'associateFellowClosesAt', label: 'Associate fellow nominations close' },
      {
        name: 'graceMinutes',
        label: 'Grace period in minutes',
        hint: 'How long after closing people can still submit a form they started before.',
      },
    ],
  },
  {
    title: 'Rules of nomination',
    note: 'These are cautious defaults where the Academy has no rule.',
    fields: [
      {
        name: 'honoraryNominations',
        label: 'Honorary Fellows may be proposed',
        hint: 'With the form for Fellows.',
        kind: 'yes-no',
      },
      { name: 'mostPerProposer', label: 'Nominations that one proposer may make in a cycle' },
      {
        name: 'validCycles',
        label: 'Number of cycles per nomination',
        hint: 'A nomination lapses after this many cycles.',
      },
      {
        name: 'capFellows',
        label: 'Maximum number of Fellows',
        hint: 'The constitution allows at most 500.',
      },
      {
        name: 'capHonoraryFellows',
        label: 'Maximum number of Honorary Fellows',
        hint: 'The constitution allows at most 100.',
      },
      {
        name: 'tellNominee',
        label: 'Email nominees who are not elected',
        hint: 'If not, we email only the proposer.',
        kind: 'yes-no',
      },
      {
        name: 'associateMostAge',
        label: 'Maximum age of Associate Fellows',
        hint: 'In years, on the day the call closes. Leave empty for no limit.',
      },
      {
        name: 'associateProofOfAge',
        label: 'Associate Fellows need proof of age',
        kind: 'yes-no',
      },
      {
        name: 'associateSeconder',
        label: 'Nominations of Associate Fellows always need a seconder',
        hint: 'If not, only when the head of an institution is the proposer.',
        kind: 'yes-no',
      },
    ],
  },
  {
    title: 'Membership applications',
    fields: [
      {
        name: 'introducersNeeded',
        label: 'Applicants need a proposer and a seconder',
        kind: 'yes-no',
      },
      { name: 'chapters', label: 'Chapters to choose from', hint: 'One per line.', kind: 'text' },
      {
        name: 'bankDetails',
        label: 'How to pay',
        hint: 'Shown next to the fee in the form.',
        kind: 'text',
      },
    ],
  },
  {
    title: 'Membership fees',
    note: 'Currency and amount, such as INR 500. If empty, the form says that the office will advise the fee.',
    fields: Object.entries(feeCategories).flatMap(([category, label]) =>
      Object.entries(feeBands).map(([band, where]) => ({
        name: `fee_${category}_${band}` as keyof Settings,
        label: `${label}, ${where}`,
        alone: `Fee for ${label.toLowerCase()} members, ${where}`,
      })),
    ),
  },
]

export function nameOfSetting(name: string): string | undefined {
  const field = settingGroups.flatMap(({ fields }) => fields).find((one) => one.name === name)
  return field?.alone ?? field?.label
}

/** The settings as the form shows them. */
export function toTyped(settings: Settings): Record<keyof Settings, string> {
  const typed = Object.entries(settings).map(([name, value]) => [
    name,
    typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value),
  ])
  return Object.fromEntries(typed) as Record<keyof Settings, string>
}
