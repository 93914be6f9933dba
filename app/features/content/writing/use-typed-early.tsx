import { useLayoutEffect, type RefObject } from 'react'

type Filled = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * What somebody types and chooses while the scripts are on their way. React takes over the fields and not what is in
 * them: it writes over a text area at once and over the others when it draws them again. So that is noted as soon as
 * this file is there, and React is told of it as if it were done after it came.
 */
const early = new Map<Filled, string | boolean>()
const unwritten = new Set(['hidden', 'file', 'submit', 'button'])

if (typeof document !== 'undefined') {
  for (const field of document.querySelectorAll('input, textarea, select')) note(field)
  document.addEventListener('input', onInput, true)
}

function onInput({ target }: Event) {
  note(target)
}

function note(field: unknown) {
  if (!isFilled(field) || unwritten.has(field.type)) return
  if (valueOf(field) === defaultOf(field)) early.delete(field)
  else early.set(field, valueOf(field))
}

function isFilled(field: unknown): field is Filled {
  return (
    field instanceof HTMLInputElement ||
    field instanceof HTMLTextAreaElement ||
    field instanceof HTMLSelectElement
  )
}

function isTicked(field: Filled): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio'
}

function valueOf(field: Filled): string | boolean {
  return isTicked(field) ? field.checked : field.value
}

function defaultOf(field: Filled): string | boolean {
  if (isTicked(field)) return field.defaultChecked
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue
  const options = [...field.options]
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? ''
}

export function useTypedEarly(form: RefObject<HTMLFormElement | null>) {
  useLayoutEffect(() => {
    document.removeEventListener('input', onInput, true)
    for (const [field, value] of early) if (form.current?.contains(field)) tellReact(field, value)
    early.clear()
  }, [form])
}

/** React compares with the value that it saw last, so the new one has to come past its own setter. */
function tellReact(field: Filled, value: string | boolean) {
  // Of radio buttons the one that is chosen tells for all.
  if (field.type === 'radio' && value === false) return
  const name = isTicked(field) ? 'checked' : 'value'
  Object.assign(field, { [name]: defaultOf(field) })
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, name) ?? {}
  set?.call(field, value)
  // What React listens to is another event for each; a click that is none of the mouse changes nothing itself.
  const event = isTicked(field) ? 'click' : field instanceof HTMLSelectElement ? 'change' : 'input'
  field.dispatchEvent(new Event(event, { bubbles: true }))
}
