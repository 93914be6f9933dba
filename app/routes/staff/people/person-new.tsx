import { addPerson } from '#features/people/editing.server.ts'
import { emptyValues } from '#features/people/person-fields.ts'
import { personForm } from '#features/people/person-form.ts'
import { readForm } from '#server/input/form.server.ts'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { refuse } from '#routes/staff/shared/answers.server.ts'
import { numberRefusals } from './person-refusals.ts'
import { PersonEditForm } from './person-edit-form.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import type { Route } from './+types/person-new.ts'

const route = 'routes/staff/people/person-new'

export function loader(args: Route.LoaderArgs) {
  begin(args, route)
  return {}
}

export async function action(args: Route.ActionArgs) {
  const { db, actor, now } = begin(args, route)
  const { request } = args
  const form = await readForm(request, personForm(now.getUTCFullYear()))
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const outcome = await addPerson(db, actor, form.answers, now)
  if (!outcome.ok) return refuse(409, numberRefusals[outcome.reason], form.typed)
  return redirectWithFlash(args, `/editor/people/${outcome.id}`, { key: 'person-added' })
}

export default function NewPersonPage({ actionData }: Route.ComponentProps) {
  return (
    <>
      <StaffTitle
        title="Add a person"
        hasErrors={Boolean(actionData)}
        back={{ href: '/editor/people', label: 'People' }}
      />
      <ErrorSummary errors={actionData?.errors} />
      <PersonEditForm
        values={{ ...emptyValues, ...actionData?.typed }}
        errors={actionData?.errors ?? {}}
        button="Add to the register"
      />
    </>
  )
}
