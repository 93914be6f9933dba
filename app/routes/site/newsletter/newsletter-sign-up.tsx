import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Notice } from '#ui/text/notice.tsx'
import styles from './newsletters.module.css'

interface Props {
  /** The address that was just submitted. */
  linkSentTo?: string | undefined
  errors: Record<string, string>
  typed: Record<string, string>
}

/** Newsletter sign-up. We never reveal whether an address is subscribed. */
export function NewsletterSignUp({ linkSentTo, errors, typed }: Props) {
  return (
    <section className={styles.signUp}>
      <h2 id="by-e-mail">The newsletter by email</h2>
      {linkSentTo === undefined ? (
        <form method="post" action="/newsletter" noValidate>
          <p>
            We will email you a link to confirm your address. You can unsubscribe with the link in every
            email.
          </p>
          <Field
            name="email"
            label="Email"
            type="email"
            autoComplete="email"
            defaultValue={typed['email']}
            error={errors['email']}
          />
          <Button>Subscribe</Button>
        </form>
      ) : (
        <Notice kind="success">
          <p>
            Check your email. If {linkSentTo} is not on the list yet, we will send a link to confirm it. We
            send at most one such email a day: if you have asked before, use the link in our last email.
          </p>
        </Notice>
      )}
    </section>
  )
}
