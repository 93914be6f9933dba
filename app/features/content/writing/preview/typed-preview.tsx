import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '#ui/form/button.tsx'
import { CloseIcon } from '#ui/foundations/icons.tsx'
import styles from './typed-preview.module.css'

type Props = {
  id: string
  /** Whether the scripts have loaded. */
  isReady: boolean
  /** Stores what is typed, so that the server can draw it. Returns whether it has all of it. */
  store: () => Promise<boolean>
}

/** Shows the page as visitors would see it with what is typed now, over the text. */
export function TypedPreview({ id, isReady, store }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    setOpen(await store())
    setBusy(false)
  }
  return (
    <>
      <Button
        type="button"
        look="secondary"
        disabled={!isReady}
        aria-disabled={isBusy || undefined}
        onClick={() => (isBusy ? undefined : void open())}
      >
        Preview
      </Button>
      {isOpen && <PreviewDialog id={id} onClose={() => setOpen(false)} />}
    </>
  )
}

function PreviewDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const [missing, setMissing] = useState<string[]>()
  const close = () => dialog.current?.close()
  const look = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => {
    const inside = currentTarget.contentDocument
    if (inside?.contentType === 'text/plain') setMissing(linesOf(inside))
    else if (inside) listenInside(inside, close)
  }
  return createPortal(
    <dialog ref={dialog} className={styles.preview} aria-label="Preview of what you typed" onClose={onClose}>
      <header>
        <h2>Preview of what you typed</h2>
        <button type="button" aria-label="Close the preview" onClick={close}>
          <CloseIcon />
        </button>
      </header>
      {missing ? (
        <div className={styles.missing}>
          {missing.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      ) : (
        // Without scripts and forms: it is there to be read.
        <iframe
          title="The page as visitors would see it"
          src={`/editor/entries/${id}/preview`}
          sandbox="allow-same-origin"
          onLoad={look}
        />
      )}
    </dialog>,
    document.body,
  )
}

/** What the server says where there is no page to show. */
function linesOf({ body }: Document): string[] {
  return body.textContent.split('\n').filter(Boolean)
}

/** Keys that are pressed inside do not reach the dialog. A link would lead to a page that no frame may show. */
function listenInside(inside: Document, close: () => void) {
  inside.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close()
  })
  inside.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a[href]')
    if (link && !link.getAttribute('href')?.startsWith('#')) event.preventDefault()
  })
}
