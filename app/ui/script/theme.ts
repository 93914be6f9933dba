const order = ['system', 'light', 'dark']
const { dataset } = document.documentElement

export function serveThemeToggle() {
  document.addEventListener('click', (event) => {
    if (!(event.target as Element).closest('[data-theme-toggle]')) return
    const next = order[(order.indexOf(chosen()) + 1) % 3]!
    choose(next)
    try {
      if (next === 'system') localStorage.removeItem('theme')
      else localStorage.theme = next
    } catch {
      // Storage may be forbidden; the choice then lasts as long as the page.
    }
    const status = document.querySelector('[data-theme-status]')
    if (status) status.textContent = label()
  })
  // Another tab of the site made a choice.
  addEventListener('storage', (event) => {
    if (event.key === 'theme') choose(event.newValue ?? 'system')
  })
  name()
}

function chosen() {
  return dataset.theme ?? 'system'
}

function choose(theme: string) {
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  name()
}

function name() {
  for (const button of document.querySelectorAll<HTMLElement>('[data-theme-toggle]')) {
    button.ariaLabel = button.title = label()
  }
}

function label() {
  return `Theme: ${chosen()}`
}
