import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Difference } from '#features/content/text/compare.ts'
import type { ConflictChoice } from '#features/content/text/merge.ts'
import { Button } from '#ui/form/button.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { Words } from './words.tsx'
import type { DraftConflict } from './send.ts'
import styles from './conflict-view.module.css'

type Props = {
  conflict: DraftConflict
  /** How often someone tried to go on without choosing. */
  attempts?: number
  onBack: () => void
  /** Whose text stays, for each conflicting field. */
  onTake: (choices: Record<string, ConflictChoice>) => void
}

const finishId = 'finish-choices'

/** Two texts that contradict each other, side by side. Nothing is preselected. */
export function ConflictView({ conflict, attempts = 0, onBack, onTake }: Props) {
  const { differences, version, by } = conflict
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const [choices, setChoices] = useState<Record<string, ConflictChoice>>({})
  const [errors, setErrors] = useState<Record<string, string>>()
  const theirs = version === undefined ? 'the other text' : by ? `${by}’s text` : 'their text'
  const button = version === undefined ? 'Use my choices' : 'Save my choices'
  const open = differences.filter(({ name }) => choices[name] === undefined)
  const openErrors = Object.fromEntries(
    open.map(({ name, label }) => [`keep-${name}`, `Choose which text to keep: ${label}.`]),
  )
  const refuse = useEffectEvent(() =>
    setErrors(open.length > 0 ? openErrors : { [finishId]: `Choose “${button}” first.` }),
  )
  useEffect(() => {
    if (attempts > 0) refuse()
  }, [attempts])
  const finish = () => (open.length === 0 ? onTake(choices) : setErrors(openErrors))
  return (
    <section aria-labelledby="conflict-title">
      <ErrorSummary errors={errors} />
      <h2 id="conflict-title" tabIndex={-1} ref={title}>
        {version === undefined
          ? 'You typed two different texts'
          : `${by ?? 'Someone'} saved version ${version} while you were writing`}
      </h2>
      <Explanation conflict={conflict} />
      <Legend theirs={theirs} />
      {differences.map((difference) => (
        <OneField
          key={difference.name}
          {...{ difference, theirs }}
          choice={choices[difference.name]}
          error={choices[difference.name] === undefined ? errors?.[`keep-${difference.name}`] : undefined}
          onChoose={(choice) => setChoices((before) => ({ ...before, [difference.name]: choice }))}
        />
      ))}
      <p>
        <Button type="button" id={finishId} onClick={finish}>
          {button}
        </Button>{' '}
        <Button type="button" look="quiet" onClick={onBack}>
          Back to my text
        </Button>
      </p>
    </section>
  )
}

function Explanation({ conflict: { version, by, at, taken = [], differences } }: Pick<Props, 'conflict'>) {
  const labels = listed(differences.map(({ label }) => label))
  const who = by ?? 'Someone'
  return (
    <Notice kind="warning">
      {version === undefined ? (
        <p>You typed a different text in another tab or on another device: {labels}.</p>
      ) : (
        <p>
          You and {by ?? 'someone else'} both changed {labels}.{' '}
          {at !== undefined && (
            <>
              {who} saved on <Moment at={new Date(at)} />.
            </>
          )}
        </p>
      )}
      {taken.length > 0 && (
        <p>
          {who} also changed {listed(taken)}. {taken.length === 1 ? 'This change is' : 'These changes are'}{' '}
          included.
        </p>
      )}
      <p>Both texts are stored until you choose. For each field, choose which text to keep.</p>
    </Notice>
  )
}

function Legend({ theirs }: { theirs: string }) {
  return (
    <section aria-label="What the marks mean">
      <dl className={styles.legend}>
        <dt>
          <Words pieces={[{ text: 'Underlined', own: true }]} side="yours" />
        </dt>
        <dd>only in your text</dd>
        <dt>
          <Words pieces={[{ text: 'Dotted', own: true }]} side="theirs" />
        </dt>
        <dd>only in {theirs}</dd>
        <dt>
          <Words pieces={[{ text: 'Framed', own: false, otherStyle: { marks: [] } }]} side="yours" />
        </dt>
        <dd>the same words with other formatting or another link</dd>
      </dl>
    </section>
  )
}

type FieldProps = {
  difference: Difference
  theirs: string
  choice: ConflictChoice | undefined
  error: string | undefined
  onChoose: (choice: ConflictChoice) => void
}

/** The choice is above each text, so that it is clear which one it refers to. */
function OneField({ difference, theirs, choice, error, onChoose }: FieldProps) {
  const { name, label, before, after, allowsBoth } = difference
  const id = `keep-${name}`
  const radio = (value: ConflictChoice, words: string, first = false) => (
    <label>
      <input
        type="radio"
        name={id}
        id={first ? id : undefined}
        checked={choice === value}
        onChange={() => onChoose(value)}
        aria-describedby={error ? `${id}-error` : undefined}
      />{' '}
      {words}
    </label>
  )
  const side = (value: ConflictChoice) =>
    `${styles.side} ${choice === value || choice === 'both' ? styles.stays : ''}`
  return (
    <section className={styles.field} aria-label={label}>
      <h3>{label}</h3>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      <fieldset className={styles.both}>
        <legend className="visually-hidden">{label}: which text to keep</legend>
        <div className={side('mine')}>
          {radio('mine', 'Keep my text', true)}
          <Words pieces={before} side="yours" />
        </div>
        <div className={side('theirs')}>
          {radio('theirs', `Keep ${theirs}`)}
          <Words pieces={after} side="theirs" />
        </div>
        {allowsBoth && <div className={styles.together}>{radio('both', 'Keep both texts, mine first')}</div>}
      </fieldset>
    </section>
  )
}

function listed(names: string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names)
}
