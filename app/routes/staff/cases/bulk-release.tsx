import type { ReleasePreview } from '#features/casework/releasing/releases.server.ts'
import { Button, ButtonLink } from '#ui/form/button.tsx'
import { PreviewedLetters } from './previewed-letters.tsx'
import styles from './cases.module.css'

interface Props {
  releases: ReleasePreview[]
  action: string
  back: string
}

/** Every email of the chosen decisions on one page, and one button to release those that can be. */
export function BulkRelease({ releases, action, back }: Props) {
  const open = releases.filter(({ sentence }) => sentence === undefined)
  const closed = releases.filter(({ sentence }) => sentence !== undefined)
  return (
    <section className={styles.asking} aria-labelledby="bulk-release">
      <h2 id="bulk-release">Release {countOf(open.length)}</h2>
      {closed.length > 0 && (
        <>
          <p>These cannot be released:</p>
          <ul className={styles.list}>
            {closed.map(({ reference, sentence }) => (
              <li key={reference}>
                <strong>{reference}</strong>: {sentence}
              </li>
            ))}
          </ul>
        </>
      )}
      {open.map(({ reference, name, label, by, letters, overrideReason }) => (
        <section key={reference}>
          <h3>
            {reference}: {name}
          </h3>
          <p>
            {label}. Recorded by {by}.
            {overrideReason && ` There were objections. Why the officer went ahead: ${overrideReason}`}
          </p>
          <PreviewedLetters letters={letters} level={4} />
        </section>
      ))}
      <form method="post" action={action}>
        {open.map(({ reference, mark }) => (
          <input key={reference} type="hidden" name={`row-${reference}_${mark}`} value="on" />
        ))}
        <input type="hidden" name="confirmed" value="yes" />
        <div className={styles.buttons}>
          {open.length > 0 && <Button>Release and send</Button>}
          <ButtonLink look="secondary" href={back}>
            Cancel
          </ButtonLink>
        </div>
      </form>
    </section>
  )
}

function countOf(count: number): string {
  if (count === 0) return 'no decision'
  return count === 1 ? 'one decision' : `${count} decisions`
}
