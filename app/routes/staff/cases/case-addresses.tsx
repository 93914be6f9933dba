import type { CaseView } from '#features/casework/case-view.ts'
import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import moves from '#routes/staff/accounts/staff-account.module.css'

interface Props {
  correctable: CaseView['correctable']
  errors: Record<string, string>
  typed: Record<string, string>
}

/** The addresses of people whom our emails have not reached, to be corrected. */
export function CaseAddresses({ correctable, errors, typed }: Props) {
  return correctable.map(({ whose, email, isWrong }) => (
    <details key={whose} className={moves.move} open={isWrong || Boolean(errors[`${whose}-address`])}>
      <summary>Correct the {whose}’s email address</summary>
      <p>
        We email the new address as soon as it is the {whose}’s turn to answer. The link we sent to the former
        one stops working.
      </p>
      <form method="post" action="?do=correct-address" noValidate>
        <input type="hidden" name="whose" value={whose} />
        <Field
          id={`${whose}-address`}
          name="address"
          type="email"
          label={`Email address of the ${whose}`}
          hint={
            isWrong
              ? `Now ${email}. Someone who got our email there says that they are not the ${whose}. To email the same address again, enter it again.`
              : `Now ${email}.`
          }
          defaultValue={typed['whose'] === whose ? typed['address'] : undefined}
          error={errors[`${whose}-address`]}
        />
        <Button look="secondary">Correct the {whose}’s address</Button>
      </form>
    </details>
  ))
}
