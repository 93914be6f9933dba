import { type ReactNode, useEffect, useRef, useState } from 'react'
import { capital } from '#server/input/capital.ts'
import type { PastedDocument } from '#features/content/editor/editor-props.ts'
import type { Field } from '#features/content/kinds/field.ts'
import { emptyItem, withValue, type Values } from '#features/content/entry/values.ts'
import type { FieldProps } from '#features/content/writing/editing-context.ts'
import { FieldNotes } from '#features/content/writing/field-notes.tsx'
import { SectionFields } from '#features/content/writing/flow/section-fields.tsx'
import { sectionParts, withDocument } from '#features/content/writing/flow/sections.ts'
import { Button } from '#ui/form/button.tsx'
import { ItemButtons } from './item-buttons.tsx'
import { pictureIn, wordsOf } from './picture-words.ts'
import { SheetCard } from './sheet-card.tsx'
import styles from './list-field.module.css'

type Props = FieldProps<Extract<Field, { control: 'list' }>> & {
  /** Some fields of one item, whose names start with the path; a whole document pasted there becomes items. */
  draw: (
    fields: Field[],
    item: Values,
    path: string,
    onDocument?: (pasted: PastedDocument) => void,
  ) => ReactNode
}

/** Where the focus goes after the list has changed. */
interface Next {
  index: number
  part: 'fields' | 'up' | 'down' | 'remove'
}

/** Ordered items: added, moved and removed by buttons, so that no mouse is needed. Pictures are a contact sheet. */
export function ListField({ field, path, value, context, draw }: Props) {
  const items = (value as Values[] | undefined) ?? []
  const { list, moveFocusTo } = useFocusMove()
  const name = (index: number) => `${capital(field.one)} ${index + 1}`
  const set = (next: Values[], said: string) => context.changeAll(withValue(context.values, path, next), said)

  const add = () => {
    context.change(path, [...items, emptyItem(field.fields)])
    moveFocusTo({ index: items.length, part: 'fields' })
  }
  const moveTo = (from: number, to: number, part: Next['part']) => {
    const next = items.toSpliced(from, 1).toSpliced(to, 0, items[from]!)
    set(next, `${name(from)} is now number ${to + 1}.`)
    moveFocusTo({ index: to, part })
  }
  const remove = (index: number) => {
    set(items.toSpliced(index, 1), `${name(index)} removed.`)
    moveFocusTo({ index: Math.min(index, items.length - 2), part: 'remove' })
  }
  const divide = (index: number, pasted: PastedDocument) => {
    const { items: next, added } = withDocument(field, items, index, pasted)
    set(next, `Divided what you pasted into ${added} ${field.one}s.`)
    moveFocusTo({ index, part: 'fields' })
  }
  const buttons = (index: number) => (
    <ItemButtons
      name={name(index)}
      isFirst={index === 0}
      isLast={index === items.length - 1}
      onMove={(part) => moveTo(index, part === 'up' ? index - 1 : index + 1, part)}
      onRemove={() => remove(index)}
    />
  )
  const picture = pictureIn(field.fields)
  const sections = sectionParts(field)
  return (
    <fieldset className={styles.list} id={path} ref={list}>
      <legend>{field.label}</legend>
      <FieldNotes hint={field.hint} error={context.errors[path]} />
      {picture && items.length > 0 && (
        <FieldNotes hint="Drag a picture to move it. Tab leads to the next description, Enter to the other fields." />
      )}
      <ol className={picture && styles.sheet}>
        {items.map((item, index) => {
          const start = `${path}.${index}.`
          const some = (fields: Field[]) =>
            draw(fields, item, start, sections && ((pasted) => divide(index, pasted)))
          return picture ? (
            <SheetCard
              // The position is what an item is known by: it has no other name while it is being written.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              {...{ index, picture, context, item }}
              {...{ name: name(index), path: start, fields: field.fields, draw: some }}
              onDrop={(from) => from !== index && moveTo(from, index, 'fields')}
              onUseForAll={(field) =>
                set(
                  items.map((each) => ({ ...each, [field.name]: item[field.name] })),
                  `${field.label} used for all.`,
                )
              }
            >
              {buttons(index)}
            </SheetCard>
          ) : (
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <div className={styles.head}>
                <h2>{name(index)}</h2>
                {buttons(index)}
              </div>
              <div data-part="fields">
                {sections ? (
                  <SectionFields parts={sections} path={start} errors={context.errors} draw={some} />
                ) : (
                  some(field.fields)
                )}
              </div>
            </li>
          )
        })}
      </ol>
      <div className={styles.adding}>
        <Button type="button" look="secondary" data-part="add" onClick={add}>
          Add {/^[aeiou]/.test(field.one) ? 'an' : 'a'} {field.one}
        </Button>
        <SeveralPictures
          {...{ field, path, items, context }}
          onAdded={(index) => moveFocusTo({ index, part: 'fields' })}
        />
      </div>
    </fieldset>
  )
}

type SeveralProps = Pick<Props, 'field' | 'path' | 'context'> & {
  items: Values[]
  onAdded: (first: number) => void
}

/** Many pictures at once, each an item with its words from the library. */
function SeveralPictures({ field, path, items, context, onAdded }: SeveralProps) {
  const picture = pictureIn(field.fields)
  const room = (field.max ?? Number.POSITIVE_INFINITY) - items.length
  if (!picture || room < 1) return null
  const choose = async () => {
    const chosen = await context.chooseSeveral(room)
    if (chosen.length === 0) return
    const fresh = chosen.map((file) => ({ [picture.name]: file.id, ...wordsOf(picture, file) }))
    const said = chosen.length === 1 ? `One ${field.one} added.` : `${chosen.length} ${field.one}s added.`
    context.changeAll(withValue(context.values, path, [...items, ...fresh]), said)
    onAdded(items.length)
  }
  return (
    <Button type="button" look="secondary" onClick={() => void choose()}>
      Add several pictures
    </Button>
  )
}

/** Moves the focus: to the new item, with the moved one, to the neighbour of the removed one. */
function useFocusMove() {
  const list = useRef<HTMLFieldSetElement>(null)
  const [next, moveFocusTo] = useState<Next>()
  useEffect(() => {
    if (next && list.current) elementFor(list.current, next)?.focus()
  }, [next])
  return { list, moveFocusTo }
}

const control = 'input, select, textarea, button, [contenteditable=true]'

function elementFor(list: HTMLElement, { index, part }: Next): HTMLElement | null {
  const item = list.querySelectorAll(':scope > ol > li').item(index)
  if (!item) return list.querySelector('[data-part=add]')
  if (part === 'fields') return item.querySelector<HTMLElement>(`[data-part=fields] :is(${control})`)
  const head = (name: string) => item.querySelector<HTMLElement>(`[data-part=${name}]:enabled`)
  const button = head(part) ?? head('up') ?? head('down')
  button?.closest('details')?.setAttribute('open', '')
  return button
}
