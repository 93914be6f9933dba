import { fromContactPage } from '#features/enquiries/workflow.ts'
import { Button } from '#ui/form/button.tsx'
import { Field, TextAreaField } from '#ui/form/field.tsx'
import styles from './contact-form.module.css'

interface Props {
  errors: Record<string, string>
  typed: Record<string, string>
}

/** A plain form on a reading page: it needs no script, and no token, because the request's origin is checked. */
export function ContactForm({ errors, typed }: Props) {
  const given = (name: string) => ({ name, defaultValue: typed[name], error: errors[name] })
  return (
    <form method="post" action="/contact-us" noValidate>
      <Field {...given('name')} label="Name" autoComplete="name" />
      <Field
        {...given('email')}
        label="Email"
        hint="We use this address only to answer you."
        type="email"
        autoComplete="email"
      />
      <Field {...given('subject')} label="Subject" width="full" />
      <TextAreaField {...given('message')} label="Message" hint="Up to 5,000 characters." rows={9} />
      <Trap typed={typed['homepage']} />
      <input type="hidden" name="from" value={fromContactPage} />
      <div className={styles.send}>
        <Button>Send message</Button>
      </div>
    </form>
  )
}

/** A field that programs fill in and people neither see, hear nor reach. Whatever it contains, nothing is lost. */
function Trap({ typed }: { typed?: string | undefined }) {
  return (
    <div className={styles.trap}>
      <label htmlFor="homepage">Leave this empty</label>
      <input
        id="homepage"
        name="homepage"
        type="text"
        autoComplete="off"
        tabIndex={-1}
        defaultValue={typed}
      />
    </div>
  )
}
