import { useLayoutEffect, type RefObject } from 'react'

type Typed = HTMLInputElement | HTMLTextAreaElement

/**
 * What somebody types while the scripts are on their way. React takes over the fields and not the words: it writes
 * over those of a text area at once and over the others when it draws them again. So they are noted as soon as this
 * file is there, and React is told of them as if they were typed after it came.
 */
const early = new Map<Typed, string>()
const unwritten = new Set(['hidden', 'radio', 'checkbox', 'file', 'submit', 'button'])

if (typeof document !== 'undefined') {
  for (const field of document.querySelectorAll('input, textarea')) note(field)
  document.addEventListener('input', onInput, true)
}

function onInput({ target }: Event) {
  note(target)
}

function note(field: unknown) {
  const isTyped = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement
  if (isTyped && !unwritten.has(field.type) && field.value !== field.defaultValue)
    early.set(field, field.value)
}

export function useTypedEarly(form: RefObject<HTMLFormElement | null>) {
  useLayoutEffect(() => {
    document.removeEventListener('input', onInput, true)
    for (const [field, typed] of early) if (form.current?.contains(field)) tellReact(field, typed)
    early.clear()
  }, [form])
}

/** React compares with the value that it saw last, so the words have to come past its own setter. */
function tellReact(field: Typed, typed: string) {
  field.value = field.defaultValue
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value') ?? {}
  set?.call(field, typed)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
