/** Marks the current part in the contents list: the last heading above the upper third of the window. */
export function followContents() {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-contents] a')]
  const parts = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))))
  const above = new Set<Element>()

  // An observer measures nothing itself: the browser calls it when a heading crosses the line.
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        if (isIntersecting) above.add(target)
        else above.delete(target)
      }
      const current = parts.findLastIndex((part) => part && above.has(part))
      for (const [index, link] of links.entries()) link.ariaCurrent = index === current ? 'true' : null
    },
    { rootMargin: '1000000px 0px -66.7% 0px' },
  )
  for (const part of parts) if (part) observer.observe(part)
}
