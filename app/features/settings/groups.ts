import { feeBands, feeCategories } from './fees.ts'
import type { Settings } from './settings.ts'

interface SettingField {
  name: keyof Settings
  label: string
  /** What it is called where it is told of alone, if the label needs its group. */
  alone?: string
  hint?: string
  kind?: 'text' | 'yes-no'
}

/** The settings in the order and groups in which staff see them. Without the schema, which browsers need not load. */
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
    note: 'An address that is left empty is not shown.',
    fields: [
      { name: 'journalTitle', label: 'Title of the journal' },
      { name: 'journalUrl', label: 'Address of the journal' },
      { name: 'facebookUrl', label: 'Facebook' },
      { name: 'linkedinUrl', label: 'LinkedIn' },
      { name: 'twitterUrl', label: 'Twitter' },
      {
        name: 'socialPreviewUrl',
        label: 'Preview picture',
        hint: 'Shown where a page is shared. Left empty, each page gets a picture of its own.',
      },
    ],
  },
  {
    title: 'Contact',
    fields: [
      { name: 'postalAddress', label: 'Postal address', kind: 'text' },
      { name: 'email', label: 'E-mail' },
      { name: 'phone', label: 'Telephone' },
      { name: 'mapUrl', label: 'Map', hint: 'Left empty, the link looks for the address on a map.' },
    ],
  },
  {
    title: 'Publishing',
    fields: [
      {
        name: 'editorsPublish',
        label: 'Editors may publish',
        hint: 'If not, they ask for review and an administrator publishes.',
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
        hint: 'One sentence for an unknown address and for a wrong password, so that nobody learns who has an account.',
        kind: 'yes-no',
      },
      {
        name: 'secondFactorForAdmins',
        label: 'Administrators need a second factor',
        hint: 'They are asked to set one up after their first sign-in.',
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
        label: 'Send the daily audit head to',
        hint: 'An address outside this machine, or empty.',
      },
    ],
  },
  {
    title: 'Backups',
    note: 'Where they lie is set on the machine. Each holds everything, also what was erased since it was made.',
    fields: [
      {
        name: 'backupEveryHours',
        label: 'Hours between backups',
        hint: '24 for one a day, 1 for one an hour, 0 for none.',
      },
      {
        name: 'backupHour',
        label: 'Hour of the day',
        alone: 'Hour of backups',
        hint: '0 to 23, Indian Standard Time.',
      },
      { name: 'backupsKept', label: 'Backups to keep', hint: 'The oldest goes when there are more.' },
    ],
  },
  {
    title: 'Nomination cycles',
    note: 'Indian Standard Time, such as 2027-01-31 23:59. Empty where no date is set.',
    fields: [
      { name: 'fellowOpensAt', label: 'Fellow nominations open' },
      { name: 'fellowClosesAt', label: 'Fellow nominations close' },
      { name: 'associateFellowOpensAt', label: 'Associate fellow nominations open' },
      { name: 'associateFellowClosesAt', label: 'Associate fellow nominations close' },
      {
        name: 'graceMinutes',
        label: 'Minutes of grace',
        hint: 'So long after the closing a form that was begun before can still be sent.',
      },
    ],
  },
  {
    title: 'Rules of nomination',
    note: 'Where the Academy has stated no rule, these are careful defaults.',
    fields: [
      {
        name: 'honoraryNominations',
        label: 'Honorary Fellows may be proposed',
        hint: 'By the form for Fellows.',
        kind: 'yes-no',
      },
      { name: 'mostPerProposer', label: 'Nominations that one proposer may make in a cycle' },
      {
        name: 'validCycles',
        label: 'Cycles that a nomination stands',
        hint: 'Carried forward so often at most; then it lapses.',
      },
      {
        name: 'capFellows',
        label: 'Most Fellows',
        hint: 'At most 500, by the constitution.',
      },
      {
        name: 'capHonoraryFellows',
        label: 'Most Honorary Fellows',
        hint: 'At most 100, by the constitution.',
      },
      {
        name: 'tellNominee',
        label: 'Tell nominees who are not elected',
        hint: 'If not, only the proposer is told.',
        kind: 'yes-no',
      },
      {
        name: 'associateMostAge',
        label: 'Highest age of Associate Fellows',
        hint: 'In years, on the day the call closes. Empty for none.',
      },
      {
        name: 'associateProofOfAge',
        label: 'Proof of age is asked of Associate Fellows',
        kind: 'yes-no',
      },
      {
        name: 'associateSeconder',
        label: 'Nominations of Associate Fellows always need a seconder',
        hint: 'If not, only where the head of an institution proposes.',
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
      { name: 'chapters', label: 'Chapters to choose from', hint: 'One on a line.', kind: 'text' },
      {
        name: 'bankDetails',
        label: 'How to pay',
        hint: 'Shown in the form beside the fee.',
        kind: 'text',
      },
    ],
  },
  {
    title: 'Membership fees',
    note: 'Currency and amount, such as INR 500. Where it is empty, the office advises the fee.',
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

/** The settings as they stand in the form. */
export function toTyped(settings: Settings): Record<keyof Settings, string> {
  const typed = Object.entries(settings).map(([name, value]) => [
    name,
    typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value),
  ])
  return Object.fromEntries(typed) as Record<keyof Settings, string>
}
