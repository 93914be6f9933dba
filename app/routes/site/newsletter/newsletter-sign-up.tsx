import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Notice } from '#ui/text/notice.tsx'
import styles from './newsletters.module.css'

interface Props {
  /** The address for which it was asked just now. */
  linkSentTo?: string | undefined
  errors: Record<string, string>
  typed: Record<string, string>
}

/** Asking for the newsletter by e-mail. Whether an address is on the list is told to nobody. */
export function NewsletterSignUp({ linkSentTo, errors, typed }: Props) {
  return (
    <section className={styles.signUp}>
      <h2 id="by-e-mail">The newsletter by e-mail</h2>
      {linkSentTo === undefined ? (
        <form method="post" action="/newsletter" noValidate>
          <p>
            We mail you a link first; only after you have followed it do you get the newsletter. Every letter
            has a link by which you leave the list.
          </p>
          <Field
            name="email"
            label="E-mail"
            type="email"
            autoComplete="email"
            defaultValue={typed['email']}
            error={errors['email']}
          />
          <Button>Send me a link</Button>
        </form>
      ) : (
        <Notice kind="success">
          <p>
            If {linkSentTo} is not on the list yet, a letter with a link goes there. We send one such letter a
            day at most, so it can take a day if you have asked before.
          </p>
        </Notice>
      )}
    </section>
  )
}
