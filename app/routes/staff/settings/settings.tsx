import { groupsOf, settingPageNames, settingPages } from '#features/settings/pages.ts'
import { EntryList } from '#ui/list/entry-list.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import type { Route } from './+types/settings.ts'

export function loader(args: Route.LoaderArgs) {
  begin(args, 'routes/staff/settings/settings')
  return {}
}

export default function SettingsOverview() {
  const pages = settingPageNames.map((page) => ({
    id: page,
    title: settingPages[page].title,
    href: `/admin/settings/${page}`,
    meta: groupsOf(page)
      .flatMap(({ fields, title }) =>
        title === 'Membership fees' ? [title] : fields.map(({ label }) => label),
      )
      .join(' · '),
  }))
  const officers = {
    id: 'officers',
    title: 'Certificate signatures',
    href: '/admin/settings/officers',
    meta: 'Officers who sign certificates · Scanned signatures',
  }
  const entries = [...pages, officers]
  return (
    <>
      <StaffTitle title="Settings" />
      <EntryList level={2} entries={entries} />
    </>
  )
}
