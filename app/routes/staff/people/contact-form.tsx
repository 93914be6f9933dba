import { contactFields } from '#features/people/contacts/contact-fields.ts'
import type { PersonContact } from '#features/people/contacts/queries.server.ts'
import { Button } from '#ui/form/button.tsx'
import { Field, TextAreaField } from '#ui/form/field.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import styles from '#routes/staff/settings/settings.module.css'

interface Props {
  contact: PersonContact
  /** The version that the typed text is about. */
  version: number
  /** What was typed and refused. */
  typed: Record<string, string>
  errors: Record<string, string>
  button: string
}

const { email, phone, postalAddress } = contactFields

/** How to reach the person; a form of its own, because nothing of it is public. */
export function ContactForm({ contact, version, typed, errors, button }: Props) {
  return (
    <form method="post" action="?do=contact" noValidate data-peek>
      <input type="hidden" name="contactVersion" value={version} />
      <section className={styles.group} aria-label="Contact">
        <div>
          <h2 id="contact">Contact</h2>
          <p>
            Only administrators and the office see this. It is never in the directory, the search or exports
            for the public.
          </p>
        </div>
        <div>
          <Field
            name="email"
            label={email.label}
            type="email"
            optional
            width="full"
            autoComplete="off"
            hint={<Proof {...contact} />}
            defaultValue={typed['email'] ?? contact.email}
            error={errors['email']}
          />
          <Field
            name="phone"
            label={phone.label}
            type="tel"
            optional
            autoComplete="off"
            defaultValue={typed['phone'] ?? contact.phone}
            error={errors['phone']}
          />
          <TextAreaField
            name="postalAddress"
            label={postalAddress.label}
            optional
            rows={4}
            autoComplete="off"
            maxLength={postalAddress.max}
            defaultValue={typed['postalAddress'] ?? contact.postalAddress}
            error={errors['postalAddress']}
          />
          <Button look="secondary">{button}</Button>
        </div>
      </section>
    </form>
  )
}

function Proof({ email, emailProvedAt }: PersonContact) {
  if (email === '') return 'No address yet.'
  if (emailProvedAt === null) return 'Not confirmed by the person.'
  return (
    <>
      Confirmed by the person <Moment at={new Date(emailProvedAt)} />
    </>
  )
}
