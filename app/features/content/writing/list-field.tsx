import type { ReactNode } from 'react'
import { capital } from '#features/capital.ts'
import type { Field } from '#features/content/fields.ts'
import { emptyItem, withValue, type Values } from '#features/content/values.ts'
import { Button } from '#ui/button.tsx'
import type { FieldProps } from './desk.ts'
import styles from './list-field.module.css'

type Props = FieldProps<Extract<Field, { control: 'list' }>> & {
  /** The fields of one item, whose names begin with the path. */
  children: (item: Values, path: string) => ReactNode
}

/** Items in an order of their own: added, moved and removed by buttons, so that a mouse is never needed. */
export function ListField({ field, path, value, desk, children }: Props) {
  const items = (value as Values[] | undefined) ?? []
  const set = (next: Values[], said: string) => desk.changeAll(withValue(desk.values, path, next), said)
  const name = (index: number) => `${capital(field.one)} ${index + 1}`

  const move = (from: number, to: number) => {
    const next = items.toSpliced(from, 1).toSpliced(to, 0, items[from]!)
    set(next, `${name(from)} is now number ${to + 1}.`)
  }
  return (
    <fieldset className={styles.list} id={path}>
      <legend>{field.label}</legend>
      {field.hint && <p className={styles.hint}>{field.hint}</p>}
      {desk.errors[path] && <p className={styles.error}>{desk.errors[path]}</p>}
      <ol>
        {items.map((item, index) => (
          // The place is what an item is known by: it has no other name while it is being written.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <div className={styles.head}>
              <h3>{name(index)}</h3>
              <Button
                type="button"
                look="quiet"
                aria-label={`Move ${name(index)} up`}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                ↑
              </Button>
              <Button
                type="button"
                look="quiet"
                aria-label={`Move ${name(index)} down`}
                disabled={index === items.length - 1}
                onClick={() => move(index, index + 1)}
              >
                ↓
              </Button>
              <Button
                type="button"
                look="quiet"
                aria-label={`Remove ${name(index)}`}
                onClick={() => set(items.toSpliced(index, 1), `${name(index)} is removed.`)}
              >
                Remove
              </Button>
            </div>
            {children(item, `${path}.${index}.`)}
          </li>
        ))}
      </ol>
      <Button
        type="button"
        look="secondary"
        onClick={() => desk.change(path, [...items, emptyItem(field.fields)])}
      >
        Add a {field.one}
      </Button>
    </fieldset>
  )
}
