/** Whether someone has typed on this page since it was opened or last saved. */

let hasTyped = false
let hasTypedWork = false

export function isTyped(): boolean {
  return hasTyped
}

/** Something that is to be sent, and not only words to search or filter with. */
export function isWorkTyped(): boolean {
  return hasTypedWork
}

export function forgetTyped() {
  hasTyped = false
  hasTypedWork = false
}

export function watchTyping(): () => void {
  // Some people type before the scripts have loaded.
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  for (const field of fields) if (isChanged(field)) noteTyping(field)
  const note = ({ target }: Event) => noteTyping(target)
  document.addEventListener('input', note, true)
  return () => document.removeEventListener('input', note, true)
}

/** A checkbox without a value has another one than it had in the page. */
function isChanged(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type))
    return field.checked !== field.defaultChecked
  return field.value !== field.defaultValue
}

function noteTyping(field: EventTarget | null) {
  hasTyped = true
  if (!(field instanceof Element && field.closest('form[method=get i], header[data-bar]')))
    hasTypedWork = true
}
