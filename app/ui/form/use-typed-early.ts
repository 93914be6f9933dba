import { useLayoutEffect, type RefObject } from 'react'

type Filled = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * What somebody types and chooses while the scripts are on their way. React takes over the fields and not what is in
 * them: it writes over a text area at once and over the others when it draws them again. So that is noted as soon as
 * this file is there, and React is told of it as if it were done after it came.
 */
const early = new Map<Filled, string>()
/** What is ticked stays so by itself. */
const unwritten = new Set(['hidden', 'file', 'submit', 'button', 'checkbox', 'radio'])

if (typeof document !== 'undefined') {
  for (const field of document.querySelectorAll('input, textarea, select')) note(field)
  document.addEventListener('input', onInput, true)
}

function onInput({ target }: Event) {
  note(target)
}

function note(field: unknown) {
  if (!isFilled(field) || unwritten.has(field.type)) return
  if (field.value === defaultOf(field)) early.delete(field)
  else early.set(field, field.value)
}

function isFilled(field: unknown): field is Filled {
  return (
    field instanceof HTMLInputElement ||
    field instanceof HTMLTextAreaElement ||
    field instanceof HTMLSelectElement
  )
}

function defaultOf(field: Filled): string {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue
  const options = [...field.options]
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? ''
}

/** For the form around the element given. */
export function useTypedEarly(inside: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    document.removeEventListener('input', onInput, true)
    const form = inside.current?.closest('form')
    for (const [field, value] of early) if (form?.contains(field)) notifyReact(field, value)
    early.clear()
  }, [inside])
}

/** React compares with the value that it saw last, so the new one has to come past its own setter. */
function notifyReact(field: Filled, value: string) {
  field.value = defaultOf(field)
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value') ?? {}
  set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  // Of a list React hears by another event.
  if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }))
}
