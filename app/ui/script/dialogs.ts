/** Makes the side menu a real modal, and every dialog closable, in browsers that cannot do it from the markup. */
export function serveDialogs() {
  const commands = 'command' in HTMLButtonElement.prototype

  document.addEventListener('click', (event) => {
    const target = event.target as Element
    const side = document.querySelector<HTMLDialogElement>('#side-menu')
    if (!commands && side && target.closest('[data-open-side-menu]')) {
      event.preventDefault()
      side.showModal()
    }
    const dialog = target.closest('dialog')
    if (dialog?.open && (target.closest('[data-close]') || (target === dialog && isBeside(event, dialog)))) {
      event.preventDefault()
      dialog.close()
    }
  })

  // The screen was rotated or the window widened: the bar now shows the whole menu.
  matchMedia('(min-width: 1024px)').addEventListener('change', () => {
    document.querySelector<HTMLDialogElement>('#side-menu[open]')?.close()
  })
}

function isBeside({ clientX, clientY }: MouseEvent, dialog: Element) {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
