import { Notice } from '#ui/notice.tsx'
import { Wordmark } from '#ui/wordmark.tsx'
import styles from './sign-in.module.css'

export default function SignIn() {
  return (
    <>
      <title>Sign in – International Academy of Physical Sciences</title>
      <meta name="description" content="The way in for the Academy's editors and administrators." />
      <meta name="robots" content="noindex" />
      <main id="main" className={styles.page} data-element="hydrogen">
        <Wordmark title="International Academy of Physical Sciences" />
        <h1>Sign in</h1>
        <Notice>
          <p>
            No staff account has been opened on this site yet. Everything the Academy publishes can be read
            without one.
          </p>
        </Notice>
        <p>
          <a href="/">Back to the home page</a>
        </p>
      </main>
    </>
  )
}
