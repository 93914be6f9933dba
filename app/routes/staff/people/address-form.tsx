import { fellowFolder } from '#features/people/addresses.ts'
import { maxSlugLength } from '#server/input/slug.ts'
import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import styles from '#routes/staff/accounts/staff-account.module.css'

interface Props {
  slug: string
  /** Nobody can open the page at the moment. */
  isHidden: boolean
  error: string | undefined
}

/** Where the person's page is. It does not follow the name by itself. */
export function AddressForm({ slug, isHidden, error }: Props) {
  return (
    <details className={styles.move} open={error !== undefined}>
      <summary>Address of the page</summary>
      {isHidden && (
        <p>The page is not public now. It will be at this address when you list the person again.</p>
      )}
      <form method="post" action="?do=address" noValidate>
        <Field
          name="slug"
          label="Address"
          hint={`The end of the address, after ${fellowFolder}. Old addresses redirect to the new one.`}
          width="full"
          maxLength={maxSlugLength}
          autoComplete="off"
          spellCheck={false}
          defaultValue={slug}
          error={error}
        />
        <Button look="secondary">Change address</Button>
      </form>
    </details>
  )
}
