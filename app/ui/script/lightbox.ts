let shown = 0

/** Photo links open in a dialog on the same page; arrow keys and swipes lead to the neighbours. */
export function serveLightbox() {
  const box = document.querySelector<HTMLDialogElement>('[data-lightbox-box]')
  if (!box) return
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-lightbox]')]
  const photo = box.querySelector<HTMLImageElement>('[data-photo]')!

  const show = (index: number) => {
    shown = (index + links.length) % links.length
    const { lightbox, width, height, alt, caption } = links[shown]!.dataset
    photo.src = lightbox!
    photo.width = Number(width)
    photo.height = Number(height)
    photo.alt = alt ?? ''
    box.querySelector('[data-caption]')!.textContent = caption ?? ''
    box.querySelector('[data-count]')!.textContent = `${shown + 1} of ${links.length}`
    new Image().src = links[(shown + 1) % links.length]!.dataset.lightbox!
  }

  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-lightbox]')
    const elsewhere = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (!link || elsewhere) return
    event.preventDefault()
    show(links.indexOf(link))
    box.showModal()
  })

  box.addEventListener('click', (event) => {
    const step = (event.target as Element).closest<HTMLElement>('[data-step]')?.dataset.step
    if (step) show(shown + Number(step))
  })
  box.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowRight') show(shown + 1)
    if (key === 'ArrowLeft') show(shown - 1)
  })
  box.addEventListener('close', () => links[shown]?.focus())

  let from = 0
  photo.draggable = false
  box.addEventListener('pointerdown', ({ clientX }) => (from = clientX))
  box.addEventListener('pointerup', ({ clientX, target }) => {
    const moved = clientX - from
    const onButton = (target as Element).closest('button')
    if (!onButton && Math.abs(moved) > 50 && visualViewport?.scale === 1) show(shown + (moved < 0 ? 1 : -1))
  })
}
