/** An action of the open page. */
export interface PageCommand {
  label: string
  hint?: string
  run: () => void
}

const most = 24

/** The rows of a list repeat their buttons. A list that holds actions of the page says so. */
const rows = ':is([role=toolbar], table, ol, ul, dialog):not([data-page-actions])'

/**
 * What the buttons and button-like links of the page do, so that nobody has to find them first: those in view, then
 * those in a closed menu or sheet.
 */
export function pageCommands(): PageCommand[] {
  const all = document.querySelectorAll<HTMLElement>('main :is(button:enabled, [data-button])')
  const own = [...all].filter((one) => !one.closest(rows))
  const inView = own.filter((one) => one.checkVisibility())
  const closed = own.filter((one) => !one.checkVisibility() && openersOf(one).length > 0)
  const named = new Map<string, HTMLElement>()
  for (const one of [...inView, ...closed]) if (!named.has(nameOf(one))) named.set(nameOf(one), one)
  return [...named]
    .filter(([label]) => label !== '' && label.length < 40)
    .slice(0, most)
    .map(([label, one]) => ({ label, ...hintOf(one, label), run: () => run(one) }))
}

/** Presses the button. If its menu is closed and has a field to fill in, the menu opens with the focus on that field. */
function run(one: HTMLElement) {
  if (one.checkVisibility()) return one.click()
  const field = firstHiddenField(one)
  const staysHere = one instanceof HTMLButtonElement && one.type === 'button'
  if (field || staysHere) for (const opener of openersOf(one)) opener.click()
  if (field) return field.focus()
  one.click()
}

function firstHiddenField(one: HTMLElement): HTMLElement | undefined {
  if (!(one instanceof HTMLButtonElement) || one.type !== 'submit') return undefined
  const fields = one.form?.querySelectorAll<HTMLElement>('input:not([type=hidden]), select, textarea') ?? []
  return [...fields].find((field) => !field.checkVisibility())
}

/** What opens the closed menus and sheets around the button, outermost first. */
function openersOf(one: HTMLElement): HTMLElement[] {
  const openers: HTMLElement[] = []
  for (let at = one.parentElement; at; at = at.parentElement) {
    const opener =
      at instanceof HTMLDetailsElement && !at.open
        ? at.querySelector('summary')
        : at.id &&
          document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(at.id)}"][aria-expanded="false"]`)
    if (opener) openers.unshift(opener)
  }
  return openers
}

/** The name of the closed menu, unless the button has the same one. */
function hintOf(one: HTMLElement, label: string): { hint?: string } {
  const summary = one.closest('details:not([open])')?.querySelector('summary')
  const hint = summary ? nameOf(summary) : ''
  return hint === '' || hint === label ? {} : { hint }
}

function nameOf(element: HTMLElement): string {
  return element.getAttribute('aria-label') ?? element.textContent.trim()
}
