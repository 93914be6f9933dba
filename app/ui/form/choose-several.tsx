import { useEffect, useId, useRef, useState } from 'react'
import { formatNumber } from '#ui/foundations/numbers.ts'
import { Button } from './button.tsx'
import styles from './choose-several.module.css'

/**
 * Rows of a table to choose, and what can be done with them. Sent as one plain form with a field `row-<key>` for each
 * chosen row, which `readChosen` reads; so it needs no script.
 */
export type RowChoice<Row> = {
  /** What is chosen, in the plural: letters. */
  things: string
  /** The name of this row, for screen readers. */
  nameOf: (row: Row) => string
  /** Rows without possible actions get no box. */
  mayChoose?: (row: Row) => boolean
  /** The label of a note that is sent with the act. */
  note?: string
  acts: ChoiceAct[]
}

export type ChoiceAct = {
  label: string
  action: string
  look?: 'primary' | 'secondary'
  /** Why the viewer may not do it. */
  refusal?: string | undefined
}

export type ChosenRows = ReturnType<typeof useChosen>

/** The boxes keep their own state, as without scripts; this only counts them and ticks them all. */
export function useChosen() {
  const formId = useId()
  const [count, setCount] = useState<number>()
  const [possible, setPossible] = useState(0)
  const bar = useRef<HTMLFormElement>(null)
  const boxes = () =>
    [...(bar.current?.elements ?? [])].filter(
      (element): element is HTMLInputElement => element instanceof HTMLInputElement,
    )
  const recount = () => {
    setCount(boxes().filter((box) => box.checked).length)
    setPossible(boxes().length)
  }
  // A browser that returns to the page has remembered the ticks.
  useEffect(recount, [])
  const chooseAll = (checked: boolean) => {
    for (const box of boxes()) box.checked = checked
    recount()
  }
  return { formId, bar, count, possible, recount, chooseAll }
}

export function ChooseAll({ chosen, things }: { chosen: ChosenRows; things: string }) {
  const { count, possible, chooseAll } = chosen
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = Boolean(count) && count !== possible
  }, [count, possible])
  // The only part that needs a script, so it is rendered by it.
  if (count === undefined) return <span className="visually-hidden">Select</span>
  return (
    <input
      ref={box}
      type="checkbox"
      className={styles.box}
      aria-label={`Select all ${things} on this page`}
      checked={possible > 0 && count === possible}
      disabled={possible === 0}
      onChange={(event) => chooseAll(event.target.checked)}
    />
  )
}

export function ChooseBox({ chosen, rowKey, name }: { chosen: ChosenRows; rowKey: string; name: string }) {
  return (
    <input
      type="checkbox"
      className={styles.box}
      form={chosen.formId}
      name={`row-${rowKey}`}
      aria-label={`Select ${name}`}
      onChange={chosen.recount}
    />
  )
}

export function ChooseBar<Row>({ chosen, choice }: { chosen: ChosenRows; choice: RowChoice<Row> }) {
  const { formId, bar, count } = chosen
  const refusals = [...new Set(choice.acts.flatMap(({ refusal }) => refusal ?? []))]
  return (
    <form
      id={formId}
      ref={bar}
      method="post"
      className={styles.bar}
      data-chosen={count}
      aria-label={`Selected ${choice.things}`}
    >
      <p aria-live="polite">{wording(count, choice.things)}</p>
      {choice.note && (
        <label>
          {choice.note} <input name="note" maxLength={2000} autoComplete="off" disabled={count === 0} />
        </label>
      )}
      {choice.acts.map(({ label, action, look = 'secondary', refusal }) =>
        refusal === undefined ? (
          <Button key={label} look={look} formAction={action} disabled={count === 0}>
            {label}
          </Button>
        ) : (
          <ClosedAct key={label} label={label} why={`${formId}-${refusals.indexOf(refusal)}`} />
        ),
      )}
      {refusals.map((refusal, index) => (
        <p key={refusal} id={`${formId}-${index}`} className={styles.why}>
          {refusal}
        </p>
      ))}
    </form>
  )
}

/** Someone who may not do it can still reach it by keyboard and screen reader, and learns why. */
function ClosedAct({ label, why }: { label: string; why: string }) {
  return (
    <Button type="button" look="secondary" aria-disabled aria-describedby={why}>
      {label}
    </Button>
  )
}

function wording(count: number | undefined, things: string) {
  if (!count) return `Select ${things} in the list, then:`
  return `${formatNumber(count)} selected`
}
