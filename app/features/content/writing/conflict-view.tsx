import { useEffect, useRef, useState } from 'react'
import type { Difference } from '#features/content/compare.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Words } from './side-by-side.tsx'
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
      <Legend by={by} />
      {differences.map((difference) => (
        <OneField
          key={difference.name}
          {...{ difference, by }}
          isMine={mine.has(difference.name)}
          onKeep={(isMine) => keep(difference.name, isMine)}
        />
      ))}
      <p aria-live="polite">{outcomeOf(mine.size, differences.length, by)}</p>
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

function Legend({ by }: { by: string | null }) {
  return (
    <section aria-label="What the marks mean">
      <dl className={styles.legend}>
        <dt>
          <Words pieces={[{ text: 'Line under it', own: true }]} mark="yours" />
        </dt>
        <dd>words that only your text has</dd>
        <dt>
          <Words pieces={[{ text: 'Dots under it', own: true }]} mark="theirs" />
        </dt>
        <dd>words that only the text of {by ?? 'the other person'} has</dd>
      </dl>
    </section>
  )
}

type FieldProps = {
  difference: Difference
  by: string | null
  isMine: boolean
  onKeep: (isMine: boolean) => void
}

/** The choice stands on top of each text, so that nobody has to guess which of them a button keeps. */
function OneField({ difference: { name, label, before, after }, by, isMine, onKeep }: FieldProps) {
  const sides = [
    { mark: 'yours', title: 'Yours', choice: 'Keep mine', pieces: before, stays: isMine },
    {
      mark: 'theirs',
      title: by ? `By ${by}` : 'Theirs',
      choice: 'Take theirs',
      pieces: after,
      stays: !isMine,
    },
  ] as const
  return (
    <section className={styles.field} aria-label={label}>
      <h3>{label}</h3>
      <fieldset className={styles.both}>
        <legend className="visually-hidden">{label}: whose wording stays</legend>
        {sides.map(({ mark, title, choice, pieces, stays }) => (
          <div key={mark} className={`${styles.side} ${stays ? styles.stays : ''}`}>
            <h4>{title}</h4>
            <label>
              <input
                type="radio"
                name={`keep-${name}`}
                checked={stays}
                onChange={() => onKeep(mark === 'yours')}
              />{' '}
              {choice}
            </label>
            <Words pieces={pieces} mark={mark} />
          </div>
        ))}
      </fieldset>
    </section>
  )
}

function outcomeOf(mine: number, all: number, by: string | null) {
  const theirs = by ? `the wording of ${by}` : 'their wording'
  if (mine === all) return `This saves your wording${all > 1 ? ' of all fields above' : ''}.`
  if (mine === 0) return `This saves ${theirs}${all > 1 ? ' of all fields above' : ''}.`
  return `This saves your wording of ${fieldsOf(mine)} and ${theirs} of ${fieldsOf(all - mine)}.`
}

function fieldsOf(count: number) {
  return count === 1 ? 'one field' : `${count} fields`
}
