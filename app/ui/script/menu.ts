/** Opened by hovering, not by a click: such a group closes when the pointer leaves. */
const hovered = new WeakSet<Element>()
const inMenu = '[data-menu] details'
let timer = 0

export function serveMenu() {
  document.addEventListener('pointerover', (event) => {
    if (event.pointerType !== 'mouse') return
    const group = (event.target as Element).closest<HTMLDetailsElement>(inMenu)
    clearTimeout(timer)
    // Some menus open by a click only.
    if (group?.closest('[data-menu=click]')) return
    timer = window.setTimeout(rest, group ? 120 : 300, group)
  })

  document.addEventListener('click', (event) => {
    // A click takes effect immediately; the hovering pointer must not undo it.
    clearTimeout(timer)
    const target = event.target as Element
    const group = target.closest(inMenu)
    if (target.closest('summary') && group && hovered.delete(group)) event.preventDefault()
    closeOutside(target)
  })

  document.addEventListener('focusin', (event) => closeOutside(event.target as Element))
  document.addEventListener('keydown', onKey)
}

function rest(group: HTMLDetailsElement | null) {
  for (const open of openGroups()) {
    const left = !open.contains(group) && !open.querySelector(':scope > ul :focus')
    if (left && hovered.has(open)) open.open = false
  }
  if (group && !group.open) {
    hovered.add(group)
    group.open = true
  }
}

function onKey(event: KeyboardEvent) {
  if (event.key === 'Escape') return closeLast()
  const from = event.target as HTMLElement
  const menu = from.closest('[data-menu]')
  if (!menu || event.ctrlKey || event.altKey || event.metaKey) return

  const list = from.closest('ul')
  const group = from.closest('details')
  const down = event.key === 'ArrowDown'
  const right = event.key === 'ArrowRight'
  const left = event.key === 'ArrowLeft'
  if (!down && !right && !left && event.key !== 'ArrowUp') return
  event.preventDefault()

  const across = list === menu.firstElementChild
  if (group && from.matches('summary') && (across ? down : right)) {
    group.open = true
    group.querySelector<HTMLElement>(':scope > ul :is(a, summary)')?.focus()
  } else if (!across && left) {
    const owner = list?.closest('details')
    owner?.querySelector('summary')?.focus()
    if (owner) owner.open = false
  } else {
    step(list, from, down || right ? 1 : -1)
  }
}

function step(list: Element | null, from: Element, by: number) {
  const entries = [...(list?.children ?? [])].map((item) => item.querySelector<HTMLElement>('a, summary'))
  entries.at((entries.indexOf(from as HTMLElement) + by) % entries.length)?.focus()
}

function closeLast() {
  const group = openGroups().at(-1)
  if (!group) return
  const summary = group.querySelector('summary')
  if (group.contains(document.activeElement) || hovered.has(group)) summary?.focus()
  group.open = false
}

function closeOutside(target: Element) {
  for (const open of openGroups()) if (!open.contains(target)) open.open = false
}

function openGroups() {
  return [...document.querySelectorAll<HTMLDetailsElement>(inMenu + '[open]')]
}
