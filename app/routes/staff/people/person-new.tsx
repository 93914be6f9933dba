import { officeYear } from '#office-time.ts'
import { mayWriteGrades, recordPerson } from '#features/people/grades.server.ts'
import { emptyValues } from '#features/people/person-fields.ts'
import { newPersonForm } from '#features/people/person-form.ts'
import { readForm } from '#server/input/form.server.ts'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { refuse } from '#routes/request/answers.server.ts'
import { personRefusals } from './person-refusals.ts'
import { PersonEditForm } from './person-edit-form.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import type { Route } from './+types/person-new.ts'

const route = 'routes/staff/people/person-new'

export function loader(args: Route.LoaderArgs) {
  const { actor } = begin(args, route)
  return { mayWriteGrades: mayWriteGrades(actor) }
}

export async function action(args: Route.ActionArgs) {
  const { db, actor, now } = begin(args, route)
  const { request } = args
  const form = await readForm(request, newPersonForm(officeYear(now)))
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const { gradeReason, ...person } = form.answers
  const outcome = await recordPerson(db, actor, { person, gradeReason }, now)
  if (!outcome.ok) return refuse(409, personRefusals[outcome.reason], form.typed)
  return redirectWithFlash(args, `/editor/people/${outcome.id}`, { key: 'person-added' })
}

export default function NewPersonPage({ loaderData, actionData }: Route.ComponentProps) {
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
        gradeReason={actionData?.typed['gradeReason'] ?? ''}
        mayWriteGrades={loaderData.mayWriteGrades}
        button="Add to the register"
      />
    </>
  )
}
