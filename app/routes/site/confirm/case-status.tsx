import { Form } from 'react-router'
import { statusForm } from '#features/cases/form.ts'
import { requestStatus } from '#features/cases/status.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import { refuse } from '#routes/request/answers.server.ts'
import { readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Field } from '#ui/form/field.tsx'
import { Notice } from '#ui/text/notice.tsx'
import type { Route } from './+types/case-status.ts'

/** For proposers and applicants who want to know the status of their case. */

export async function action(args: Route.ActionArgs) {
  const { db, actor, now } = begin(args, 'routes/site/confirm/case-status')
  const form = await readForm(args.request, statusForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  if (actor.kind === 'system') throw new Error('Only people request the status of a case.')
  const outcome = await requestStatus(db, actor, form.answers, now)
  if (!outcome.ok)
    return refuse(
      429,
      { email: 'We received too many requests from your network. Try again in an hour.' },
      form.typed,
    )
  return { sent: form.answers.email }
}

export default function CaseStatus({ actionData }: Route.ComponentProps) {
  const errors: Record<string, string> = actionData && 'errors' in actionData ? actionData.errors : {}
  const typed: Record<string, string> = actionData && 'typed' in actionData ? actionData.typed : {}
  const hasErrors = Object.keys(errors).length > 0
  return (
    <SitePage
      column
      title="Track an application"
      description="Get the status of your nomination or membership application by email."
      hasErrors={hasErrors}
    >
      <ErrorSummary errors={hasErrors ? errors : undefined} />
      {actionData && 'sent' in actionData ? (
        <Notice kind="success">
          <p>
            If {actionData.sent} is the address in that form, we have emailed you a link. It shows the status
            of your form and works for one day.
          </p>
        </Notice>
      ) : (
        <Form method="post" noValidate>
          <p>
            Have you submitted a nomination or a membership application? We will email you a link that shows
            its status. On that page you can also withdraw, correct an email address, or start a new form with
            the same answers.
          </p>
          <Field
            name="reference"
            label="Reference"
            hint="From our email, such as FN-2027-0001 or AW-2027-0001."
            width="short"
            autoCapitalize="characters"
            defaultValue={typed['reference']}
            error={errors['reference']}
          />
          <Field
            name="email"
            label="Email"
            hint="The address you gave in the form."
            type="email"
            autoComplete="email"
            defaultValue={typed['email']}
            error={errors['email']}
          />
          <Button>Email me a link</Button>
        </Form>
      )}
    </SitePage>
  )
}
