import { feeBands, feeCategories, type FeeName } from './fees.ts'
import { applications, nominationCycles, nominationRules } from './declared/nominations.ts'
import { backups, data, decisions, signingIn } from './declared/safety.ts'
import { contact, journalAndNetworks, publishing, society } from './declared/society.ts'
import type { Described, Setting } from './declared/setting.ts'

/**
 * The list of everything that staff may set for the whole site. Types, checks, defaults and the form follow from it. An
 * empty value hides the line or icon. The checks are in another file, because browsers do not need them.
 */

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
    note: 'Currency and amount, such as INR 500. Where a fee is empty, the form says that the office will email the amount.',
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
