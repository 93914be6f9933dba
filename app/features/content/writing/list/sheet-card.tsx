import { type DragEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { Values } from '#features/content/entry/values.ts'
import type { Field } from '#features/content/kinds/field.ts'
import type { EditingContext } from '#features/content/writing/editing-context.ts'
import { Button } from '#ui/form/button.tsx'
import styles from './list-field.module.css'

type Props = {
  name: string
  index: number
  item: Values
  /** The prefix of the names of its fields. */
  path: string
  fields: Field[]
  picture: Extract<Field, { control: 'picture' }>
  context: EditingContext
  draw: (fields: Field[]) => ReactNode
  /** Another card was dropped here. */
  onDrop: (from: number) => void
  /** Gives all items the value that this field has here. */
  onUseForAll: (field: Field) => void
  /** The buttons that move and remove it. */
  children: ReactNode
}

const dragged = 'text/x-card'

/**
 * A picture of a contact sheet with its description. The description is the only stop for the Tab key; Enter leads from
 * it to the other fields and the buttons.
 */
export function SheetCard({ name, index, item, path, fields, picture, context, draw, ...acts }: Props) {
  const others = useRef<HTMLDetailsElement>(null)
  const [isOver, setOver] = useState(false)
  const id = item[picture.name]
  const file = typeof id === 'string' ? context.files[id] : undefined
  const words = fields.filter((field) => field.name === 'alt')
  const rest = fields.filter((field) => !words.includes(field))
  const credit = rest.find((field) => field.name === 'credit')
  const isWrong = rest.some((field) => context.errors[`${path}${field.name}`])

  const openOthers = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    others.current?.setAttribute('open', '')
    others.current?.querySelector<HTMLElement>('input, textarea, button')?.focus()
  }
  const closeOthers = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    others.current?.removeAttribute('open')
    others.current?.closest('li')?.querySelector<HTMLElement>('[data-part=fields] input')?.focus()
  }
  const isCard = (event: DragEvent) => event.dataTransfer.types.includes(dragged)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons do the same
    <li
      className={isOver ? styles.over : undefined}
      onDragOver={(event) => {
        if (!isCard(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        if (!isCard(event)) return
        event.preventDefault()
        acts.onDrop(Number(event.dataTransfer.getData(dragged)))
      }}
    >
      <h2>{name}</h2>
      <div
        className={styles.photo}
        draggable
        onDragStart={(event) => {
          event.dataTransfer.setData(dragged, String(index))
          event.dataTransfer.effectAllowed = 'move'
        }}
      >
        {file?.thumb ? (
          <img {...file.thumb} alt={file.alt || file.name} draggable={false} />
        ) : (
          <span>{id ? 'This file was deleted' : 'No picture yet'}</span>
        )}
      </div>
      <div data-part="fields" className={styles.words} onKeyDown={openOthers} role="presentation">
        {draw(words)}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles the keys pressed in its fields */}
      <details
        ref={others}
        className={styles.others}
        onKeyDown={closeOthers}
        {...((isWrong || !id) && { open: true })}
      >
        <summary tabIndex={-1}>More</summary>
        {draw(rest)}
        {credit && Boolean(item[credit.name]) && (
          <Button type="button" look="quiet" onClick={() => acts.onUseForAll(credit)}>
            Use this credit for all
          </Button>
        )}
        <div className={styles.head}>{acts.children}</div>
      </details>
    </li>
  )
}
