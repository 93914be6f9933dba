import { capital } from '#server/input/capital.ts'
import { stateLabel } from '#features/casework/queues.ts'
import { kindNames, isKind } from '#features/content/kinds/kinds.ts'
import { stateLabels as entryStates } from '#features/content/entry/workflow.ts'
import { kindLabel } from '#features/media/file-kinds.ts'
import { findForm } from '#features/search/form.ts'
import { findForStaff } from '#features/search/staff-find.server.ts'
import { settingGroups } from '#features/settings/declared.ts'
import { addressOfSetting } from '#features/settings/pages.ts'
import { stateLabels as accountStates } from '#features/staff/accounts/workflow.ts'
import { begin } from '#routes/request/begin.server.ts'
import { mayRead } from '#routes/request/policy.server.ts'
import { readQuery } from '#server/http/query-string.ts'
import type { CommandGroup } from '#ui/frame/command-palette.tsx'
import { jsonWith } from '#routes/request/answers.server.ts'
import { accessRolesOf } from '#routes/request/guard.server.ts'
import { finders, type FindKind, type FoundByKind } from './finders.server.ts'
import type { Route } from './+types/find.ts'

/** The page that opens each thing; people who may not open it do not find it. */
const pages: Record<FindKind, string> = {
  entries: 'routes/staff/content/entry-page',
  people: 'routes/staff/people/person',
  files: 'routes/staff/media/media-file',
  redirects: 'routes/staff/settings/links-page',
  accounts: 'routes/staff/accounts/staff-account',
  letters: 'routes/staff/letters/letter',
  cases: 'routes/staff/cases/case-page',
}
const settingsPage = 'routes/staff/settings/settings'

/** What the palette finds beyond pages and actions. */
export async function loader(args: Route.LoaderArgs) {
  const { db, session, actor, now } = begin(args, 'routes/staff/desk/find')
  const requested = readQuery(args.url.searchParams, findForm)
  if (!requested.ok) return jsonWith(400, { sentence: requested.error })
  const { q } = requested.query
  const roles = accessRolesOf(session)
  const kinds = Object.keys(pages) as FindKind[]
  const may = new Set(kinds.filter((kind) => mayRead(pages[kind], roles)))
  const found = await findForStaff<FoundByKind>(db, finders, actor, q, may, now)
  const settings = mayRead(settingsPage, roles) ? findSettings(q) : []
  return jsonWith(200, { groups: toGroups(found, settings) })
}

function toGroups(found: FoundByKind, settings: CommandGroup['commands']): CommandGroup[] {
  const groups: CommandGroup[] = [
    {
      label: 'Content',
      commands: found.entries.map(({ id, title, kind, state }) => ({
        label: title,
        href: `/editor/entries/${id}`,
        hint: `${isKind(kind) ? capital(kindNames[kind].one) : kind}, ${entryStates[state].toLowerCase()}`,
      })),
    },
    {
      label: 'Cases',
      commands: found.cases.map(({ reference, process: caseType, state }) => ({
        label: reference,
        href: `/editor/cases/${reference}`,
        hint: stateLabel(caseType, state),
      })),
    },
    {
      label: 'People',
      commands: found.people.map(({ id, name, isListed }) => ({
        label: name,
        href: `/editor/people/${id}`,
        hint: isListed ? 'in the public directory' : 'not in the public directory',
      })),
    },
    {
      label: 'Files',
      commands: found.files.map(({ id, name, mediaType }) => ({
        label: name,
        href: `/editor/media/${id}`,
        hint: kindLabel(mediaType),
      })),
    },
    {
      label: 'Staff accounts',
      commands: found.accounts.map(({ id, name, state }) => ({
        label: name,
        href: `/admin/staff/${id}`,
        hint: accountStates[state],
      })),
    },
    {
      label: 'Emails',
      commands: found.letters.map(({ id, subject, to, sentAt, failedAt }) => ({
        label: `${subject}, to ${to}`,
        href: `/admin/mail/${id}`,
        hint: failedAt !== null ? 'Failed' : sentAt !== null ? 'Sent' : 'Waiting',
      })),
    },
    { label: 'Settings', commands: settings },
    {
      label: 'Redirects',
      commands: found.redirects.map(({ from, to }) => ({
        label: from,
        href: '/editor/links#redirects',
        hint: `redirects to ${to}`,
      })),
    },
  ]
  return groups.filter(({ commands }) => commands.length > 0)
}

function findSettings(q: string) {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return settingGroups
    .flatMap(({ title, fields }) =>
      fields.map(({ name, label, alone }) => ({
        label: alone ?? label,
        href: addressOfSetting(name),
        hint: title,
      })),
    )
    .filter(({ label, hint }) => words.every((word) => `${label} ${hint}`.toLowerCase().includes(word)))
    .slice(0, 6)
}
