import { changeSettings } from '#features/settings/operations.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { settingsForm } from '#features/settings/form.ts'
import { settingGroups } from '#features/settings/groups.ts'
import { touchesSafety, type Settings } from '#features/settings/settings.ts'
import { dbContext } from '#server/context.server.ts'
import { readConfirmable } from '#server/form.server.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { ChoicesField, Field, TextAreaField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWith, refuse } from './answers.server.ts'
import { confirmHere } from './confirm.server.ts'
import { ConfirmForm } from './confirm-form.tsx'
import { given } from './given.server.ts'
import { actorOf, allowActing, allowReading } from './guard.server.ts'
import { StaffTitle } from './staff-title.tsx'
import styles from './settings.module.css'
import type { Route } from './+types/settings.ts'

const route = 'routes/staff/settings'

export async function loader(args: Route.LoaderArgs) {
  allowReading(args, route)
  const saved = args.url.searchParams.has('saved')
  return { saved, settings: await readSettings(args.context.get(dbContext)) }
}

export async function action(args: Route.ActionArgs) {
  const session = allowActing(args, route)!
  const form = await readConfirmable(args.request, settingsForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const { db, now } = given(args)
  const isGrave = touchesSafety(await readSettings(db), form.answers)
  const confirmed = isGrave ? await confirmHere(args, session, form) : { ok: true as const, cookies: [] }
  if (!confirmed.ok) return confirmed.answer
  await changeSettings(db, actorOf(args), form.answers, now)
  return redirectWith('/admin/settings?saved', confirmed.cookies)
}

export default function SettingsPage({ loaderData: { saved, settings }, actionData }: Route.ComponentProps) {
  if (actionData && 'confirm' in actionData) return <ConfirmForm {...actionData.confirm} />
  const errors: Record<string, string> = actionData?.errors ?? {}
  const valueOf = (name: keyof Settings) => actionData?.typed[name] ?? String(settings[name] ?? '')
  return (
    <>
      <StaffTitle title="Settings" hasErrors={Boolean(actionData)} />
      {saved && !actionData && (
        <Notice kind="success">
          <p>The settings are saved and shown on the site.</p>
        </Notice>
      )}
      <ErrorSummary errors={actionData?.errors} />
      <form method="post" noValidate>
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
                  return (
                    <ChoicesField key={name} {...shared} choices={yesNo} chosen={[chosenOf(valueOf(name))]} />
                  )
                if (kind === 'text')
                  return <TextAreaField key={name} {...shared} rows={3} defaultValue={valueOf(name)} />
                return <Field key={name} {...shared} width={widthOf(name)} defaultValue={valueOf(name)} />
              })}
            </div>
          </section>
        ))}
        <Button>Save the settings</Button>
      </form>
    </>
  )
}

/** Stored as true or false; what was typed and refused comes back as it was. */
function chosenOf(value: string) {
  return value === 'true' || value === 'yes' ? 'yes' : 'no'
}

function widthOf(name: keyof Settings) {
  return /^fee_|At$|^foundedOn$|^retentionMonths$/.test(name) ? 'short' : 'full'
}

const yesNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]
