import { markOf } from '#server/input/mark.server.ts'
import { saveSettings } from '#features/settings/operations.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { settingsForm } from '#features/settings/form.ts'
import { nameOfSetting, settingGroups, toTyped, type Setting } from '#features/settings/declared.ts'
import { touchesSafety, type Settings } from '#features/settings/settings.ts'
import { readConfirmable } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { ChoicesField, Field, TextAreaField } from '#ui/form/field.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { differingFields, refuse, refuseConflict } from '#routes/staff/shared/answers.server.ts'
import { confirmHere } from '#routes/staff/sign-in/confirm.server.ts'
import { ConfirmForm } from '#routes/staff/sign-in/confirm-form.tsx'
import { ConflictTable } from '#routes/staff/shared/conflict-table.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import styles from './settings.module.css'
import type { Route } from './+types/settings.ts'

const route = 'routes/staff/settings/settings'

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, route)
  const settings = await readSettings(db)
  return { settings, mark: markOf(settings) }
}

export async function action(args: Route.ActionArgs) {
  const { db, session, actor, now } = begin(args, route)
  const form = await readConfirmable(args.request, settingsForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const { mark, ...settings } = form.answers
  const current = await readSettings(db)
  // Checked before the password, too: whether a change is sensitive depends on the settings that the person saw.
  if (markOf(current) !== mark) return refuseOlder(form.typed, current)
  const isGrave = touchesSafety(current, settings)
  const confirmed = isGrave
    ? await confirmHere(args, session, form)
    : { ok: true as const, cookies: [], session }
  if (!confirmed.ok) return confirmed.answer
  const outcome = await saveSettings(db, actor, mark, settings, now)
  if (!outcome.ok) return refuseOlder(form.typed, outcome.current, confirmed.cookies)
  return redirectWithFlash(args, '/admin/settings', { key: 'settings-saved' }, confirmed.cookies)
}

function refuseOlder(typed: Record<string, string>, current: Settings, cookies: string[] = []) {
  const theirs = toTyped(current)
  const labels = Object.keys(theirs).map((name): [string, string] => [name, nameOfSetting(name) ?? name])
  const errors = { conflict: 'Someone else saved the settings since you opened the page.' }
  const differing = differingFields(labels, typed, theirs)
  return refuseConflict(errors, typed, { differing, version: markOf(current) }, cookies)
}

export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, mark } = loaderData
  if (actionData && 'confirm' in actionData) return <ConfirmForm {...actionData.confirm} />
  const errors: Record<string, string> = actionData?.errors ?? {}
  const typed: Record<string, string> = actionData?.typed ?? {}
  const conflict = actionData?.conflict
  const stored = toTyped(settings)
  const valueOf = (name: keyof Settings) => typed[name] ?? stored[name] ?? ''
  return (
    <>
      <StaffTitle title="Settings" hasErrors={Boolean(actionData)} />
      <ErrorSummary errors={actionData?.errors} />
      {conflict && (
        <ConflictTable differing={conflict.differing}>
          Your changes are not saved yet, but they are still in the form below. Copy what you need from the
          saved version, then save.
        </ConflictTable>
      )}
      <form method="post" noValidate>
        <input type="hidden" name="mark" value={conflict?.version ?? typed['mark'] ?? mark} />
        {settingGroups.map((group, index) => (
          <section key={group.title} className={styles.group} aria-labelledby={`group-${index}`}>
            <div>
              <h2 id={`group-${index}`}>{group.title}</h2>
              {group.note && <p>{group.note}</p>}
            </div>
            <div>
              {group.fields.map(({ name, label, hint, kind }) => {
                const shared = { name, label, hint, error: errors[name] }
                if (kind === 'yes-no')
                  return <ChoicesField key={name} {...shared} choices={yesNo} chosen={[valueOf(name)]} />
                if (kind === 'text')
                  return <TextAreaField key={name} {...shared} rows={3} defaultValue={valueOf(name)} />
                return <Field key={name} {...shared} width={widthOf(kind)} defaultValue={valueOf(name)} />
              })}
            </div>
          </section>
        ))}
        <Button>{conflict ? 'Save my version' : 'Save settings'}</Button>
      </form>
    </>
  )
}

function widthOf(kind: Setting['kind']) {
  return kind === 'line' || kind.endsWith('-address') ? 'full' : 'short'
}

const yesNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]
