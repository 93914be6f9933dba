import { Form } from 'react-router'
import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { LinkFields } from './link-fields.tsx'
import type { ShownConfirmation } from './shown-confirmation.server.ts'

interface Props {
  token: string
  shown: ShownConfirmation
  errors: Record<string, string>
  typed: Record<string, string>
}

/** What the sender can do on the page of the status, apart from withdrawing. */
export function StatusForms({ token, shown, errors, typed }: Props) {
  const { correctable = [], canStartAgain } = shown
  return (
    <>
      {correctable.length > 0 && <h2>Correct an email address</h2>}
      {correctable.map(({ whose, email, isWrong }) => (
        <Form key={whose} method="post" noValidate>
          <LinkFields token={token} hash={shown.hash} />
          <input type="hidden" name="whose" value={whose} />
          <Field
            id={`${whose}-address`}
            name="address"
            type="email"
            label={`Email address of the ${whose}`}
            hint={
              isWrong
                ? `Now ${email}. Someone who got our email there says that they are not the ${whose}.`
                : `Now ${email}. If you change it, links that we have sent there stop working.`
            }
            defaultValue={typed['whose'] === whose ? typed['address'] : undefined}
            error={errors[`${whose}-address`]}
          />
          <Button look="secondary">Correct the {whose}’s address</Button>
        </Form>
      ))}
      {canStartAgain && <h2>Start a new form with the same answers</h2>}
      {canStartAgain && (
        <Form method="post">
          <LinkFields token={token} hash={shown.hash} />
          <input type="hidden" name="again" value="yes" />
          <p>
            We copy your answers and files into a new form. You can change everything before you submit it. We
            do not copy declarations and signatures.
          </p>
          <Button id="again">Start a new form</Button>
        </Form>
      )}
    </>
  )
}
