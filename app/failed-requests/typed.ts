/** Whether someone has typed on this page since it was opened or last saved. */

let hasTyped = false

export function isTyped(): boolean {
  return hasTyped
}

export function forgetTyped() {
  hasTyped = false
}

export function watchTyping(): () => void {
  // Some people type before the scripts have loaded.
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  if ([...fields].some(({ value, defaultValue }) => value !== defaultValue)) hasTyped = true
  const note = () => {
    hasTyped = true
  }
  document.addEventListener('input', note, true)
  return () => document.removeEventListener('input', note, true)
}
