import { Form } from 'react-router'
import { Button } from '#ui/form/button.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'

/** Someone whose password is stored here may have it at Firebase instead. */
export function FirebaseForm({ email, errors }: { email: string; errors: Record<string, string> }) {
  return (
    <section>
      <h2 id="firebase">Firebase</h2>
      <p>
        Your password is stored on this site. You can sign in with the password you have at Firebase instead.
        We then delete the password here and sign you out everywhere else.
      </p>
      <Form method="post" action="?do=firebase" noValidate>
        <PasswordField
          name="current"
          label="Your password on this site"
          autoComplete="current-password"
          error={errors['current']}
        />
        <PasswordField
          name="password"
          label="Your password at Firebase"
          hint={`If there is no account with ${email} at Firebase, we create one with the password you enter here.`}
          autoComplete="off"
          error={errors['password']}
        />
        <Button look="secondary">Use the password at Firebase</Button>
      </Form>
    </section>
  )
}
