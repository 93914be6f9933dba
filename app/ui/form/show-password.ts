/** Shows or hides what was typed into the password field above the button. */
export function toggleShown(button: HTMLElement) {
  const input = button.parentElement?.querySelector('input')
  if (!input) return
  const isShown = input.type === 'password'
  input.type = isShown ? 'text' : 'password'
  button.textContent = isShown ? 'Hide password' : 'Show password'
}

/** For pages without a runtime. A sent password is hidden first, so that browsers do not remember it as plain text. */
export function offerToShow() {
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-show-password]')
    if (button) toggleShown(button)
  })
  const hide = () => {
    for (const button of document.querySelectorAll<HTMLElement>('[data-show-password]'))
      if (button.parentElement?.querySelector('input')?.type === 'text') toggleShown(button)
  }
  document.addEventListener('submit', hide, true)
}
