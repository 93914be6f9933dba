import type { ReleasePreview } from '#features/casework/releasing/releases.server.ts'
import { Button, ButtonLink } from '#ui/form/button.tsx'
import { DecidedFacts } from './decided-facts.tsx'
import { PreviewedLetters } from './previewed-letters.tsx'
import styles from './cases.module.css'

interface Props {
  releases: ReleasePreview[]
  action: string
  back: string
}

/** The chosen decisions with their emails on one page, and one button to release those that can be. */
export function BulkRelease({ releases, action, back }: Props) {
  const open = releases.filter(({ sentence }) => sentence === undefined)
  const closed = releases.filter(({ sentence }) => sentence !== undefined)
  return (
    <section className={styles.asking} aria-labelledby="bulk-release">
      <h2 id="bulk-release">{headingFor(open.length)}</h2>
      {closed.length > 0 && (
        <>
          {open.length > 0 && <p>You cannot release these:</p>}
          <ul className={styles.list}>
            {closed.map(({ reference, sentence }) => (
              <li key={reference}>
                <strong>{reference}</strong>: {sentence}
              </li>
            ))}
          </ul>
        </>
      )}
      {open.map((release) => (
        <section key={release.reference}>
          <h3>
            {release.reference}: {release.name}
          </h3>
          <p>
            {release.label}. Recorded by {release.by}.
          </p>
          <DecidedFacts decision={release} />
          <PreviewedLetters letters={release.letters} level={4} />
        </section>
      ))}
      <form method="post" action={action}>
        {open.map(({ reference, shownHash }) => (
          <input key={reference} type="hidden" name={`row-${reference}_${shownHash}`} value="on" />
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

function headingFor(count: number): string {
  if (count === 0) return 'You cannot release these decisions'
  return count === 1 ? 'Release one decision' : `Release ${count} decisions`
}
