import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { SideBySide } from './side-by-side.tsx'
import type { Conflict } from './send.ts'
import styles from './conflict-view.module.css'

type Props = {
  conflict: Conflict
  onBack: () => void
  /** The fields in which my wording is to stay. */
  onTake: (mine: string[]) => void
}

/** Two people wrote at once: both texts side by side, and for each field whose is to stay. */
export function ConflictView({ conflict, onBack, onTake }: Props) {
  const { differences, version, by } = conflict
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const [mine, setMine] = useState(() => new Set(differences.map(({ name }) => name)))
  const keep = (name: string, isMine: boolean) =>
    setMine((before) => {
      const next = new Set(before)
      if (isMine) next.add(name)
      else next.delete(name)
      return next
    })
  return (
    <section aria-labelledby="conflict-title">
      <h2 id="conflict-title" tabIndex={-1} ref={title}>
        {by ?? 'Somebody'} saved version {version} while you were writing
      </h2>
      <Notice kind="warning">
        <p>Nothing you typed is lost. Choose for each field whose wording stays, then save.</p>
      </Notice>
      {differences.map(({ name, label, before, after }) => (
        <div key={name} className={styles.field}>
          <SideBySide
            label={label}
            left={{ title: 'Yours', pieces: before }}
            right={{ title: by ? `By ${by}` : 'Theirs', pieces: after }}
          />
          <fieldset className={styles.choice}>
            <legend className="visually-hidden">{label}: whose wording stays</legend>
            <label>
              <input
                type="radio"
                name={`keep-${name}`}
                checked={mine.has(name)}
                onChange={() => keep(name, true)}
              />{' '}
              Keep mine
            </label>
            <label>
              <input
                type="radio"
                name={`keep-${name}`}
                checked={!mine.has(name)}
                onChange={() => keep(name, false)}
              />{' '}
              Take theirs
            </label>
          </fieldset>
        </div>
      ))}
      <p>
        <Button type="button" onClick={() => onTake([...mine])}>
          Save this
        </Button>{' '}
        <Button type="button" look="quiet" onClick={onBack}>
          Back to my text
        </Button>
      </p>
    </section>
  )
}
