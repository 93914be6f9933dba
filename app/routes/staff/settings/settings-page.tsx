import { data } from 'react-router'
import { listSettingPictures, withPictureNames } from '#features/media/setting-pictures.server.ts'
import { shownHashOfPage, saveSettings } from '#features/settings/operations.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { settingForms } from '#features/settings/form.ts'
import { nameOfSetting, toTyped } from '#features/settings/declared.ts'
import {
  groupsOf,
  isSettingPage,
  onPage,
  settingPageNames,
  settingPages,
  type SettingPage,
} from '#features/settings/pages.ts'
import { noSuchPicture, touchesSafety, type Settings } from '#features/settings/settings.ts'
import { readConfirmable } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { differingFields, refuse, refuseConflict } from '#routes/request/answers.server.ts'
import { confirmHere } from '#routes/request/confirm.server.ts'
import { ConfirmForm } from '#routes/staff/sign-in/confirm-form.tsx'
import { ConflictTable } from '#ui/list/conflict-table.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { SettingGroup } from './setting-group.tsx'
import styles from './settings.module.css'
import type { Route } from './+types/settings-page.ts'

const route = 'routes/staff/settings/settings-page'

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, route)
  const page = pageOf(args.params.page)
  const settings = await readSettings(db)
  return {
    page,
    typed: onPage(page, toTyped(settings)),
    shownHash: shownHashOfPage(page, settings),
    pictures: await listSettingPictures(db, page, settings),
  }
}

export async function action(args: Route.ActionArgs) {
  const { db, session, actor, now } = begin(args, route)
  const page = pageOf(args.params.page)
  const form = await readConfirmable(args.request, settingForms[page])
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const { shownHash, ...settings } = form.answers
  const current = await readSettings(db)
  // Checked before the password, too: whether a change is sensitive depends on the settings that the person saw.
  if (shownHashOfPage(page, current) !== shownHash) return refuseOlder(db, page, form.typed, current)
  const isGrave = touchesSafety(current, settings)
  const confirmed = isGrave
    ? await confirmHere(args, session, form)
    : { ok: true as const, cookies: [], session }
  if (!confirmed.ok) return confirmed.answer
  const outcome = await saveSettings(db, actor, { page, shownHash, settings }, now)
  if (!outcome.ok && outcome.reason === 'no-such-picture')
    return refuse(400, { [outcome.setting]: noSuchPicture }, form.typed, confirmed.cookies)
  if (!outcome.ok) return refuseOlder(db, page, form.typed, outcome.current, confirmed.cookies)
  const before = {
    ...(onPage(page, toTyped(outcome.before)) as Record<string, string>),
    shownHash: outcome.shownHash,
  }
  const flash = { key: 'settings-saved' as const, page, before }
  return redirectWithFlash(args, `/admin/settings/${page}`, flash, confirmed.cookies)
}

function pageOf(name: string): SettingPage {
  if (!isSettingPage(name)) throw data({ sentence: 'This page of settings does not exist.' }, { status: 404 })
  return name
}

async function refuseOlder(
  db: Parameters<typeof withPictureNames>[0],
  page: SettingPage,
  typed: Record<string, string>,
  current: Settings,
  cookies: string[] = [],
) {
  const theirs = onPage(page, toTyped(current)) as Record<string, string>
  const labels = Object.keys(theirs).map((name): [string, string] => [name, nameOfSetting(name) ?? name])
  const errors = { conflict: 'Someone else saved these settings since you opened the page.' }
  const named = await Promise.all([typed, theirs].map((values) => withPictureNames(db, values)))
  const differing = differingFields(labels, named[0] ?? {}, named[1] ?? {})
  return refuseConflict(errors, typed, { differing, version: shownHashOfPage(page, current) }, cookies)
}

export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { page, typed: stored, shownHash, pictures } = loaderData
  if (actionData && 'confirm' in actionData) return <ConfirmForm {...actionData.confirm} />
  const typed: Record<string, string> = { ...stored, ...actionData?.typed }
  const conflict = actionData?.conflict
  return (
    <>
      <StaffTitle title={`Settings: ${settingPages[page].title}`} hasErrors={Boolean(actionData)} />
      <PageLinks current={page} />
      <ErrorSummary errors={actionData?.errors} />
      {conflict && (
        <ConflictTable differing={conflict.differing}>
          Your changes are not saved yet, but they are still in the form below. Copy what you need from the
          saved version, then save.
        </ConflictTable>
      )}
      <form key={page} method="post" noValidate>
        <input
          type="hidden"
          name="shownHash"
          value={actionData ? (conflict?.version ?? typed['shownHash'] ?? '') : shownHash}
        />
        {groupsOf(page).map((group) => (
          <SettingGroup key={group.title} {...{ group, typed, pictures }} errors={actionData?.errors ?? {}} />
        ))}
        <Button>{conflict ? 'Save my version' : 'Save settings'}</Button>
      </form>
    </>
  )
}

function PageLinks({ current }: { current: SettingPage }) {
  return (
    <nav className={styles.pages} aria-label="Settings">
      {settingPageNames.map((page) => (
        <a key={page} href={`/admin/settings/${page}`} aria-current={page === current ? 'page' : undefined}>
          {settingPages[page].title}
        </a>
      ))}
    </nav>
  )
}
