import { useSyncExternalStore } from 'react'
import { signInPath } from '#routes/request/paths.ts'
import { Button, ButtonLink } from '#ui/form/button.tsx'
import { adviceFor, titleOf } from './failure.ts'
import { clearFailure, followFailure, readFailure } from './shown-failure.ts'
import styles from './failure-notice.module.css'

/** Shows at the bottom of the window, near the button that was pressed, what went wrong and what to do. */
export function FailureNotice({ refresh }: { refresh: () => void }) {
  const failure = useSyncExternalStore(followFailure, readFailure, () => undefined)
  if (!failure) return null
  const { cause, moment, next, count } = failure
  const close = () => {
    clearFailure()
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <section className={styles.notice} aria-label="What went wrong" data-failure="">
      {/* A new key makes screen readers read it again. */}
      <div role="alert" key={count}>
        <p className={styles.title}>{titleOf(failure)}</p>
        <p>{adviceFor(failure)}</p>
      </div>
      <div className={styles.ways}>
        {cause === 'signed-out' && (
          <a href={signInPath} target="_blank" rel="noopener">
            Sign in (opens in a new tab)
          </a>
        )}
        {next && <ButtonLink href={next}>Open the next page</ButtonLink>}
        {moment === 'refresh' && (
          <Button type="button" onClick={refresh}>
            Try again
          </Button>
        )}
        <Button type="button" look="secondary" onClick={close}>
          Close
        </Button>
      </div>
    </section>
  )
}
