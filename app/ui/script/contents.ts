/** Marks the current part in the contents list: the last heading above the upper third of the window. */
export function followContents() {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-contents] a')]
  const parts = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))))
  if (!links.length) return

  const mark = () => {
    const above = parts.filter((part) => part && part.getBoundingClientRect().top < innerHeight / 3)
    const current = links[parts.indexOf(above.at(-1) ?? null)]
    for (const link of links) link.ariaCurrent = link === current ? 'true' : null
  }
  let waiting = false
  addEventListener(
    'scroll',
    () => {
      if (waiting) return
      waiting = true
      requestAnimationFrame(() => {
        waiting = false
        mark()
      })
    },
    { passive: true },
  )
  mark()
}
