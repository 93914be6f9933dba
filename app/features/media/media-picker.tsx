import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '#ui/button.tsx'
import { CloseIcon } from '#ui/icons.tsx'
import type { ChosenFile } from './chosen-file.ts'
import { acceptedDocuments, acceptedPictures, kindLabel } from './file-kinds.ts'
import { sizeText } from './size-text.ts'
import { Uploader } from './uploader.tsx'
import styles from './media-picker.module.css'

type Props = {
  /** Only pictures or only documents; both where it is left out. */
  kind?: 'picture' | 'document'
  onChoose: (file: ChosenFile) => void
  onClose: () => void
}

/**
 * A dialog in which a page's editor finds a file of the library or adds one. Shown for as long as it is rendered; it
 * stands outside of the form that asks for the file, so that nothing in it is sent with that form.
 */
export function MediaPicker({ kind, onChoose, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const choose = (file: ChosenFile) => {
    onChoose(file)
    onClose()
  }
  return createPortal(
    <dialog ref={dialog} className={styles.picker} aria-label={titles[kind ?? 'file']} onClose={onClose}>
      <header>
        <h2>{titles[kind ?? 'file']}</h2>
        <button type="button" aria-label="Close" onClick={() => dialog.current?.close()}>
          <CloseIcon />
        </button>
      </header>
      <Uploader
        label="Add a new one"
        hint={hints[kind ?? 'file']}
        accept={accepts[kind ?? 'file']}
        onAdded={choose}
      />
      <Choices kind={kind} onChoose={choose} />
    </dialog>,
    document.body,
  )
}

const titles = { picture: 'Choose a picture', document: 'Choose a document', file: 'Choose a file' }
const hints = {
  picture: 'JPEG, PNG or WebP up to 8 MB.',
  document: 'PDF, Word, Excel, PowerPoint, OpenDocument up to 50 MB; SVG up to 2 MB.',
  file: 'Pictures up to 8 MB, documents up to 50 MB.',
}
const accepts = {
  picture: acceptedPictures,
  document: acceptedDocuments,
  file: `${acceptedPictures},${acceptedDocuments}`,
}

interface Page {
  files: ChosenFile[]
  pages: number
  total: number
}

function Choices({ kind, onChoose }: { kind: Props['kind']; onChoose: (file: ChosenFile) => void }) {
  const [words, setWords] = useState('')
  const [page, setPage] = useState(1)
  const found = useChoices(kind, words, page)
  return (
    <>
      <div className={styles.search} role="search">
        <label htmlFor="media-words">Name or words</label>
        <input
          id="media-words"
          type="search"
          value={words}
          onChange={(event) => {
            setWords(event.target.value)
            setPage(1)
          }}
        />
        <p role="status">{wording(found)}</p>
      </div>
      {found && found !== 'away' && (
        <>
          <ul className={styles.choices}>
            {found.files.map((file) => (
              <li key={file.id}>
                <button type="button" onClick={() => onChoose(file)}>
                  <Thumb file={file} />
                  <span>{file.name}</span>
                  <small>
                    {kindLabel(file.mediaType)}, {sizeText(file.bytes)}
                  </small>
                </button>
              </li>
            ))}
          </ul>
          {found.pages > 1 && (
            <div className={styles.pages}>
              <Button type="button" look="quiet" disabled={page <= 1} onClick={() => setPage(page - 1)}>
                Newer
              </Button>
              <Button
                type="button"
                look="quiet"
                disabled={page >= found.pages}
                onClick={() => setPage(page + 1)}
              >
                Older
              </Button>
            </div>
          )}
        </>
      )}
    </>
  )
}

function useChoices(kind: Props['kind'], words: string, page: number): Page | 'away' | undefined {
  const [found, setFound] = useState<Page | 'away'>()
  useEffect(() => {
    const stop = new AbortController()
    const params = new URLSearchParams({ ...(kind && { kind }), q: words, page: String(page) })
    // Typing goes on; only its end is worth a question.
    const timer = setTimeout(() => {
      void askChoices(params, stop.signal).then((page) => stop.signal.aborted || setFound(page))
    }, 150)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [kind, words, page])
  return found
}

async function askChoices(params: URLSearchParams, signal: AbortSignal): Promise<Page | 'away'> {
  try {
    const response = await fetch(`/editor/media/choices?${params}`, { signal })
    return response.ok && !response.redirected ? ((await response.json()) as Page) : 'away'
  } catch {
    return 'away'
  }
}

function wording(found: Page | 'away' | undefined): string {
  if (found === undefined) return ''
  if (found === 'away') return 'The library cannot be reached. Check the connection, or sign in again.'
  if (found.total === 0) return 'No file fits.'
  return found.total === 1 ? 'One file' : `${found.total.toLocaleString('en-GB')} files`
}

function Thumb({ file: { thumb, mediaType } }: { file: ChosenFile }) {
  return (
    <span className={styles.thumb}>
      {thumb ? (
        <img src={thumb.src} width={thumb.width} height={thumb.height} alt="" loading="lazy" />
      ) : (
        <span aria-hidden="true">{kindLabel(mediaType)}</span>
      )}
    </span>
  )
}
