/** Compact beyond 20 px, full again under 4 px: the gap between the two prevents flicker at the edge. */
export function shrinkBar() {
  const { dataset } = document.documentElement
  const settle = () => {
    if (scrollY > 20) dataset.compact = ''
    else if (scrollY < 4) delete dataset.compact
  }
  addEventListener('scroll', settle, { passive: true })
  // Reading the position now would lay out the whole page at once; the observer calls when that has been done.
  const observer = new IntersectionObserver(() => {
    settle()
    observer.disconnect()
  })
  observer.observe(document.body)
}
