import { feeBands, feeCategories, type FeeName } from './fees.ts'

/**
 * The list of everything that staff may set for the whole site. Types, checks, defaults and the form follow from it. An
 * empty value hides the line or icon. The checks are in another file, because browsers do not need them.
 */

interface Described {
  label: string
  /** Its name outside its group, if the label needs the group. */
  alone?: string
  hint?: string
  /** Pages may show it, so it may reach a browser. */
  isPublic?: true
  /** About access, rights or retention: changing it is as sensitive as changing a role. */
  isSafety?: true
}

/** How a sentence about a wrong value names it, such as “The seat”. */
interface Named {
  subject: string
}

export type Setting = Described &
  (
    | ({ kind: 'line'; initial: string; required?: string } & Named)
    | ({ kind: 'web-address' | 'mail-address' | 'upi-address'; initial: string } & Named)
    /** A moment in Indian time, as the office types it. */
    | ({ kind: 'indian-time'; initial: string } & Named)
    | { kind: 'day'; initial: string; required: string }
    | { kind: 'fee' | 'age'; initial: string }
    | { kind: 'text'; initial: string; most: number; shorten: string }
    | { kind: 'yes-no'; initial: boolean }
    /** A picture of the library, by its id. */
    | { kind: 'picture'; initial: string }
    | ({ kind: 'count'; initial: number; least: number; most: number } & Named)
  )

const society = {
  societyName: {
    kind: 'line',
    label: 'Name',
    alone: 'Name of the society',
    subject: 'The name',
    required: 'Enter the name of the society.',
    initial: 'International Academy of Physical Sciences',
    isPublic: true,
  },
  shortName: {
    kind: 'line',
    label: 'Short name',
    subject: 'The short name',
    required: 'Enter the short name of the society.',
    initial: 'IAPS',
    isPublic: true,
  },
  foundedOn: {
    kind: 'day',
    label: 'Founded on',
    required: 'Enter the founding date.',
    initial: '1994-12-04',
    isPublic: true,
  },
  city: {
    kind: 'line',
    label: 'Seat',
    subject: 'The seat',
    initial: 'Allahabad (Prayagraj)',
    isPublic: true,
  },
} as const satisfies Record<string, Setting>

const journalAndNetworks = {
  journalTitle: {
    kind: 'line',
    label: 'Title of the journal',
    subject: 'The title of the journal',
    initial: 'Journal of International Academy of Physical Sciences',
    isPublic: true,
  },
  journalUrl: {
    kind: 'web-address',
    label: 'Address of the journal',
    subject: 'The address of the journal',
    initial: 'https://www.iaps.org.in/journal/index.php/journaliaps',
    isPublic: true,
  },
  facebookUrl: {
    kind: 'web-address',
    label: 'Facebook',
    subject: 'The Facebook address',
    initial: '',
    isPublic: true,
  },
  linkedinUrl: {
    kind: 'web-address',
    label: 'LinkedIn',
    subject: 'The LinkedIn address',
    initial: '',
    isPublic: true,
  },
  twitterUrl: {
    kind: 'web-address',
    label: 'Twitter',
    subject: 'The Twitter address',
    initial: '',
    isPublic: true,
  },
  previewPicture: {
    kind: 'picture',
    label: 'Preview picture',
    hint: 'Shown when someone shares a page. If you choose none, each page gets its own picture.',
    initial: '',
    isPublic: true,
  },
  socialPreviewUrl: {
    kind: 'web-address',
    label: 'Preview picture on another site',
    hint: 'Used only if no picture is chosen above.',
    subject: 'The address of the preview picture',
    initial: '',
    isPublic: true,
  },
} as const satisfies Record<string, Setting>

const contact = {
  postalAddress: {
    kind: 'text',
    label: 'Postal address',
    most: 600,
    shorten: 'the postal address',
    initial: '',
    isPublic: true,
  },
  email: {
    kind: 'mail-address',
    label: 'Email',
    subject: 'The email address',
    initial: '',
    isPublic: true,
  },
  phone: { kind: 'line', label: 'Phone', subject: 'The phone number', initial: '', isPublic: true },
  mapUrl: {
    kind: 'web-address',
    label: 'Map',
    hint: 'Leave empty to link to a map search for the postal address.',
    subject: 'The address of the map',
    initial: '',
    isPublic: true,
  },
} as const satisfies Record<string, Setting>

const publishing = {
  editorsPublish: {
    kind: 'yes-no',
    label: 'Editors may publish',
    hint: 'If not, they submit for review and an administrator publishes.',
    initial: false,
    isSafety: true,
  },
} as const satisfies Record<string, Setting>

const decisions = {
  decisionsNeedRelease: {
    kind: 'yes-no',
    label: 'A second officer releases decisions',
    hint: 'If not, a decision takes effect after the delay below. Until then, you can withdraw it.',
    initial: true,
    isSafety: true,
  },
  decisionDelayHours: {
    kind: 'count',
    label: 'Delay before a decision takes effect, in hours',
    subject: 'The delay of decisions',
    initial: 24,
    least: 1,
    most: 168,
    isSafety: true,
  },
} as const satisfies Record<string, Setting>

const signingIn = {
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

const data = {
  retentionMonths: {
    kind: 'count',
    label: 'Months to keep closed cases',
    subject: 'The months to keep closed cases',
    least: 1,
    most: 240,
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

const backups = {
  backupEveryHours: {
    kind: 'count',
    label: 'Hours between backups',
    hint: '24 for one a day, 1 for one an hour, 0 for none.',
    subject: 'The hours between backups',
    least: 0,
    most: 168,
    initial: 24,
    isSafety: true,
  },
  backupHour: {
    kind: 'count',
    label: 'Time of day',
    alone: 'Time of backups',
    hint: 'Hour from 0 to 23, Indian Standard Time (IST).',
    subject: 'The hour of backups',
    least: 0,
    most: 23,
    initial: 2,
  },
  backupsKept: {
    kind: 'count',
    label: 'Backups to keep',
    hint: 'We delete the oldest when there are more.',
    subject: 'The number of backups to keep',
    least: 1,
    most: 400,
    initial: 14,
    isSafety: true,
  },
} as const satisfies Record<string, Setting>

const nominationCycles = {
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
    least: 0,
    most: 1440,
    initial: 15,
  },
} as const satisfies Record<string, Setting>

const nominationRules = {
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
    least: 1,
    most: 100,
    initial: 3,
  },
  validCycles: {
    kind: 'count',
    label: 'Number of cycles per nomination',
    hint: 'A nomination lapses after this many cycles.',
    subject: 'The number of cycles per nomination',
    least: 1,
    most: 20,
    initial: 3,
  },
  capFellows: {
    kind: 'count',
    label: 'Maximum number of Fellows',
    hint: 'The constitution allows at most 500.',
    subject: 'The maximum number of Fellows',
    least: 1,
    most: 500,
    initial: 500,
  },
  capHonoraryFellows: {
    kind: 'count',
    label: 'Maximum number of Honorary Fellows',
    hint: 'The constitution allows at most 100.',
    subject: 'The maximum number of Honorary Fellows',
    least: 1,
    most: 100,
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

const applications = {
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
    least: 0,
    most: 365,
    initial: 60,
  },
  chapters: {
    kind: 'text',
    label: 'Chapters to choose from',
    hint: 'One per line.',
    most: 1000,
    shorten: 'the chapters',
    initial: '',
  },
  bankDetails: {
    kind: 'text',
    label: 'How to pay',
    hint: 'Shown next to the fee in the form.',
    most: 1000,
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

const fees = Object.fromEntries(
  Object.entries(feeCategories).flatMap(([category, label]) =>
    Object.entries(feeBands).map(([band, where]) => [
      `fee_${category}_${band}`,
      {
        kind: 'fee',
        label: `${label}, ${where}`,
        alone: `Fee for ${label.toLowerCase()} members, ${where}`,
        initial: '',
      },
    ]),
  ),
) as Record<FeeName, Described & { kind: 'fee'; initial: string }>

interface SettingGroup {
  title: string
  note?: string
  fields: Record<string, Setting>
}

/** The settings in the order and groups in which staff see them. */
const groups = [
  { title: 'Society', fields: society },
  {
    title: 'Journal and social networks',
    note: 'Leave an address empty to hide it.',
    fields: journalAndNetworks,
  },
  { title: 'Contact', fields: contact },
  { title: 'Publishing', fields: publishing },
  { title: 'Signing in', fields: signingIn },
  {
    title: 'Decisions',
    note: 'Elections, admissions, enrolments and refusals. We email nobody before the release.',
    fields: decisions,
  },
  { title: 'Data', fields: data },
  {
    title: 'Backups',
    note: 'The server’s configuration says where backups are stored. A backup still contains data that was deleted after it was made.',
    fields: backups,
  },
  {
    title: 'Nomination cycles',
    note: 'In Indian Standard Time (IST). Leave empty if no date is set.',
    fields: nominationCycles,
  },
  {
    title: 'Rules of nomination',
    note: 'These are cautious defaults where the Academy has no rule.',
    fields: nominationRules,
  },
  { title: 'Membership applications', fields: applications },
  {
    title: 'Membership fees',
    note: 'Currency and amount, such as INR 500. Where a fee is empty, the form says that the office will email the fee.',
    fields: fees,
  },
] as const satisfies SettingGroup[]

type FieldsOf<Group> = Group extends { fields: infer Fields } ? Fields : never
type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never
type Declared = Together<FieldsOf<(typeof groups)[number]>>

type ValueOf<One> = One extends { kind: 'yes-no' } ? boolean : One extends { kind: 'count' } ? number : string

export type Settings = { [Name in keyof Declared]: ValueOf<Declared[Name]> }

export type PublicSettings = Pick<
  Settings,
  { [Name in keyof Declared]: Declared[Name] extends { isPublic: true } ? Name : never }[keyof Declared]
>

/** Every setting under its name. */
export const declaredSettings = Object.assign({}, ...groups.map(({ fields }) => fields)) as Record<
  keyof Settings,
  Setting
>

export const settingGroups = groups.map(({ fields, ...group }: SettingGroup) => ({
  ...group,
  fields: Object.entries(fields).map(([name, field]) => ({ name: name as keyof Settings, ...field })),
}))

/** The settings that name a picture of the library. */
export const pictureSettings = (Object.keys(declaredSettings) as (keyof Settings)[]).filter(
  (name) => declaredSettings[name].kind === 'picture',
)

export function nameOfSetting(name: string): string | undefined {
  const field = (declaredSettings as Record<string, Setting | undefined>)[name]
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
