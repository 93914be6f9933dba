/** Compact beyond 20 px, full again under 4 px: the gap between the two prevents flicker at the edge. */
export function shrinkBar() {
  const root = document.documentElement
  const settle = (position: number) => {
    if (position > 20) root.dataset.compact = ''
    else if (position < 4) delete root.dataset.compact
  }
  addEventListener('scroll', () => settle(scrollY), { passive: true })
  // Reading the position now would lay out the whole page at once; the observer brings it when that has been done.
  const observer = new IntersectionObserver(([seen]) => {
    if (seen) settle(-seen.boundingClientRect.top)
    observer.disconnect()
  })
  observer.observe(root)
}
