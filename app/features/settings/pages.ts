import { settingGroups, type Settings } from './declared.ts'

/** The pages of the settings. Each is saved on its own. */
export const settingPages = {
  academy: { title: 'Academy', groups: ['Society', 'Contact'] },
  networks: { title: 'Journal and social networks', groups: ['Journal and social networks'] },
  nominations: { title: 'Nominations', groups: ['Nomination cycles', 'Rules of nomination'] },
  membership: { title: 'Membership', groups: ['Membership applications', 'Membership fees'] },
  access: { title: 'Publishing and signing in', groups: ['Publishing', 'Signing in', 'Decisions'] },
  data: { title: 'Data and backups', groups: ['Data', 'Backups'] },
} as const

export type SettingPage = keyof typeof settingPages

export const settingPageNames = Object.keys(settingPages) as SettingPage[]

export function isSettingPage(name: string): name is SettingPage {
  return Object.hasOwn(settingPages, name)
}

export function groupsOf(page: SettingPage) {
  const titles: readonly string[] = settingPages[page].groups
  return settingGroups.filter(({ title }) => titles.includes(title))
}

export function settingsOf(page: SettingPage): (keyof Settings)[] {
  return groupsOf(page).flatMap(({ fields }) => fields.map(({ name }) => name))
}

/** Where a setting is, such as “/admin/settings/academy#phone”. */
export function addressOfSetting(name: keyof Settings): string {
  const page = settingPageNames.find((page) => settingsOf(page).includes(name))
  return `/admin/settings/${page}#${name}`
}

/** Only the values of one page. */
export function onPage<All extends Record<keyof Settings, unknown>>(
  page: SettingPage,
  all: All,
): Partial<All> {
  return Object.fromEntries(settingsOf(page).map((name) => [name, all[name]])) as Partial<All>
}
