import { type ReactNode, useEffect, useRef, useState } from 'react'
import { capital } from '#server/input/capital.ts'
import type { PastedDocument } from '#features/content/editor/editor-props.ts'
import type { Field } from '#features/content/kinds/field.ts'
import { emptyItem, withValue, type Values } from '#features/content/entry/values.ts'
import { Button } from '#ui/form/button.tsx'
import type { FieldProps } from './desk.ts'
import { FieldNotes } from './field-notes.tsx'
import { sectionParts, withDocument } from './flow/sections.ts'
import { pictureIn, wordsOf } from './picture-words.ts'
import styles from './list-field.module.css'

type Props = FieldProps<Extract<Field, { control: 'list' }>> & {
  /** The fields of one item, whose names start with the path; a whole document pasted there becomes items. */
  children: (item: Values, path: string, onDocument?: (pasted: PastedDocument) => void) => ReactNode
}

/** Where the focus goes after the list has changed. */
interface Next {
  index: number
  part: 'fields' | 'up' | 'down' | 'remove'
}

/** Ordered items: added, moved and removed by buttons, so that no mouse is needed. */
export function ListField({ field, path, value, desk, children }: Props) {
  const items = (value as Values[] | undefined) ?? []
  const { list, goTo } = useGoing()
  const name = (index: number) => `${capital(field.one)} ${index + 1}`
  const set = (next: Values[], said: string) => desk.changeAll(withValue(desk.values, path, next), said)

  const add = () => {
    desk.change(path, [...items, emptyItem(field.fields)])
    goTo({ index: items.length, part: 'fields' })
  }
  const move = (from: number, part: 'up' | 'down') => {
    const to = part === 'up' ? from - 1 : from + 1
    const next = items.toSpliced(from, 1).toSpliced(to, 0, items[from]!)
    set(next, `${name(from)} is now number ${to + 1}.`)
    goTo({ index: to, part })
  }
  const remove = (index: number) => {
    set(items.toSpliced(index, 1), `${name(index)} removed.`)
    goTo({ index: Math.min(index, items.length - 2), part: 'remove' })
  }
  const divide = (index: number, pasted: PastedDocument) => {
    const { items: next, added } = withDocument(field, items, index, pasted)
    set(next, `Divided what you pasted into ${added} ${field.one}s.`)
    goTo({ index, part: 'fields' })
  }
  const isDivided = sectionParts(field) !== undefined
  return (
    <fieldset className={styles.list} id={path} ref={list}>
      <legend>{field.label}</legend>
      <FieldNotes hint={field.hint} error={desk.errors[path]} />
      <ol>
        {items.map((item, index) => (
          // The place is what an item is known by: it has no other name while it is being written.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <div className={styles.head}>
              <h2>{name(index)}</h2>
              <Button
                type="button"
                look="quiet"
                data-part="up"
                aria-label={`Move ${name(index)} up`}
                disabled={index === 0}
                onClick={() => move(index, 'up')}
              >
                ↑
              </Button>
              <Button
                type="button"
                look="quiet"
                data-part="down"
                aria-label={`Move ${name(index)} down`}
                disabled={index === items.length - 1}
                onClick={() => move(index, 'down')}
              >
                ↓
              </Button>
              <Button
                type="button"
                look="quiet"
                data-part="remove"
                aria-label={`Remove ${name(index)}`}
                onClick={() => remove(index)}
              >
                Remove
              </Button>
            </div>
            <div data-part="fields">
              {children(item, `${path}.${index}.`, isDivided ? (pasted) => divide(index, pasted) : undefined)}
            </div>
          </li>
        ))}
      </ol>
      <div className={styles.adding}>
        <Button type="button" look="secondary" data-part="add" onClick={add}>
          Add {/^[aeiou]/.test(field.one) ? 'an' : 'a'} {field.one}
        </Button>
        <SeveralPictures
          {...{ field, path, items, desk }}
          onAdded={(index) => goTo({ index, part: 'fields' })}
        />
      </div>
    </fieldset>
  )
}

type SeveralProps = Pick<Props, 'field' | 'path' | 'desk'> & {
  items: Values[]
  onAdded: (first: number) => void
}

/** Many pictures at once, each an item with its words from the library. */
function SeveralPictures({ field, path, items, desk, onAdded }: SeveralProps) {
  const picture = pictureIn(field.fields)
  const room = (field.most ?? Number.POSITIVE_INFINITY) - items.length
  if (!picture || room < 1) return null
  const choose = async () => {
    const chosen = await desk.chooseSeveral(room)
    if (chosen.length === 0) return
    const fresh = chosen.map((file) => ({ [picture.name]: file.id, ...wordsOf(picture, file) }))
    const said = chosen.length === 1 ? `One ${field.one} added.` : `${chosen.length} ${field.one}s added.`
    desk.changeAll(withValue(desk.values, path, [...items, ...fresh]), said)
    onAdded(items.length)
  }
  return (
    <Button type="button" look="secondary" onClick={() => void choose()}>
      Add several pictures
    </Button>
  )
}

/** Moves the focus: to the new item, with the moved one, to the neighbour of the removed one. */
function useGoing() {
  const list = useRef<HTMLFieldSetElement>(null)
  const [next, goTo] = useState<Next>()
  useEffect(() => {
    if (next && list.current) elementFor(list.current, next)?.focus()
  }, [next])
  return { list, goTo }
}

const control = 'input, select, textarea, button, [contenteditable=true]'

function elementFor(list: HTMLElement, { index, part }: Next): HTMLElement | null {
  const item = list.querySelectorAll(':scope > ol > li').item(index)
  if (!item) return list.querySelector('[data-part=add]')
  if (part === 'fields') return item.querySelector<HTMLElement>(`[data-part=fields] :is(${control})`)
  const head = (name: string) => item.querySelector<HTMLElement>(`[data-part=${name}]:enabled`)
  return head(part) ?? head('up') ?? head('down')
}
