import { Form, useSubmit } from 'react-router'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Field } from '#ui/form/field.tsx'
import { PasskeyButton } from '#routes/staff/account/passkey-button.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'

interface Props {
  /** The address of the waiting form, and everything in it. */
  action: string
  typed: Record<string, string>
  errors: Record<string, string>
  hasPasskey: boolean
}

/** Replaces a page whose form needs the password first; nothing that was typed is lost. */
export function ConfirmForm({ action, typed, errors, hasPasskey }: Props) {
  const submit = useSubmit()
  return (
    <>
      <StaffTitle title="Confirm your password" hasErrors />
      <ErrorSummary errors={errors} />
      <p>Nothing has happened yet. We saved what you entered and will submit it when you confirm.</p>
      <Form method="post" action={action} noValidate>
        {Object.entries(typed).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <PasswordField name="confirmation" error={errors['confirmation']} />
        <Button>Confirm and continue</Button>
      </Form>
      {hasPasskey && <PasskeyButton next="" then={() => void submit(typed, { method: 'post', action })} />}
    </>
  )
}

export function PasswordField({ name, error }: { name: string; error: string | undefined }) {
  return (
    <Field name={name} label="Your password" type="password" autoComplete="current-password" error={error} />
  )
}
