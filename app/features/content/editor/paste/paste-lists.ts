/** Lists as office programs put them on the clipboard, which is seldom as lists. */

/** Word writes a list as paragraphs that say "list 0, level 2" in their style and carry their bullet as text. */
export function makeWordLists(root: Element) {
  const open: { list: Element; level: number; id: string }[] = []
  let previous: Element | undefined
  for (const paragraph of root.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    const [, id, level] =
      /mso-list:\s*(l\d+)\s+level(\d+)/i.exec(paragraph.getAttribute('data-style') ?? '') ?? []
    if (!id || !level || /^H/i.test(paragraph.tagName)) continue
    const depth = Number(level)
    if (!previous || nextElement(previous) !== paragraph) open.length = 0
    while (
      open.length > 0 &&
      (open.at(-1)!.level > depth || (open.at(-1)!.level === depth && open.at(-1)!.id !== id))
    )
      open.pop()
    const bullet = takeBullet(paragraph)
    if (!open.some((list) => list.level === depth)) {
      const list = paragraph.ownerDocument.createElement(isNumber(bullet) ? 'ol' : 'ul')
      const start = Number.parseInt(bullet, 10)
      if (list.localName === 'ol' && start > 1) list.setAttribute('start', String(start))
      const outer = open.at(-1)
      if (outer) outer.list.lastElementChild?.append(list)
      else paragraph.before(list)
      open.push({ list, level: depth, id })
    }
    const item = paragraph.ownerDocument.createElement('li')
    open.at(-1)!.list.append(item)
    item.append(paragraph)
    previous = open[0]!.list
  }
}

function nextElement(element: Element) {
  let next = element.nextElementSibling
  while (next && next.textContent?.trim() === '' && !/^(table|img|ul|ol)$/i.test(next.tagName)) {
    if (/^p$/i.test(next.tagName)) return undefined
    next = next.nextElementSibling
  }
  return next
}

function takeBullet(paragraph: Element): string {
  const mark = [...paragraph.querySelectorAll('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('data-style') ?? ''),
  )
  const text = mark?.textContent?.trim() ?? ''
  mark?.remove()
  return text
}

function isNumber(bullet: string) {
  return /^\(?(\d+|[a-z]|[ivxlc]+)[.)]$/i.test(bullet)
}

/** Word in a browser writes each item as its own list, in a box, with its depth as a number. */
export function joinWebLists(root: Element) {
  for (const box of root.querySelectorAll('div')) {
    const [list, ...more] = box.children
    if (list && more.length === 0 && isList(list) && saysTheSame(box, list)) box.replaceWith(list)
  }
  let open: { list: Element; level: number }[] = []
  for (const list of root.querySelectorAll('ul, ol')) {
    const level = Number(list.firstElementChild?.getAttribute('data-aria-level') ?? 0)
    if (level === 0) continue
    if (list.previousElementSibling !== open[0]?.list) open = []
    open = open.filter((other) => other.level < level || (other.level === level && isAlike(other.list, list)))
    const last = open.at(-1)
    if (last?.level === level) {
      last.list.append(...list.children)
      list.remove()
    } else {
      last?.list.lastElementChild?.append(list)
      open.push({ list, level })
    }
  }
}

function isList(element: Element) {
  return /^(ul|ol)$/.test(element.localName)
}

function isAlike(one: Element, other: Element) {
  return one.localName === other.localName
}

function saysTheSame(one: Element, other: Element) {
  return one.textContent?.trim() === other.textContent?.trim()
}
