import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '#ui/form/button.tsx'
import { CloseIcon } from '#ui/foundations/icons.tsx'
import { countOf } from '#ui/foundations/numbers.ts'
import type { ChosenFile } from './chosen-file.ts'
import { acceptedDocuments, acceptedPictures, kindLabel } from './file-kinds.ts'
import { sizeText } from './size-text.ts'
import { Uploader } from './uploader.tsx'
import styles from './media-picker.module.css'

type Props = {
  /** Only pictures or only documents; both if omitted. */
  kind?: 'picture' | 'document'
  /** How many may be chosen together. */
  max?: number
  onChoose: (files: ChosenFile[]) => void
  onClose: () => void
}

/**
 * A dialog in which an editor finds a file of the library or adds one, or several. Shown for as long as it is rendered;
 * it is outside the form that needs the file, so that nothing in it is sent with that form.
 */
export function MediaPicker({ kind, max = 1, onChoose, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const [chosen, setChosen] = useState<ChosenFile[]>([])
  useEffect(() => dialog.current?.showModal(), [])
  const isSeveral = max > 1
  const title = isSeveral ? 'Choose pictures' : titles[kind ?? 'file']
  const finish = (files: ChosenFile[]) => {
    onChoose(files)
    onClose()
  }
  const choose = (file: ChosenFile) =>
    isSeveral ? setChosen((all) => toggled(all, file, max)) : finish([file])
  const objectionTo = (file: ChosenFile) =>
    kind === undefined || kind === kindOf(file)
      ? undefined
      : `Not used: ${file.name} is now in the library, but this field needs ${wanted[kind]}.`
  const take = (file: ChosenFile) => {
    if (isSeveral) setChosen((all) => added(all, file, max))
    else finish([file])
  }
  return createPortal(
    <dialog ref={dialog} className={styles.picker} aria-label={title} onClose={onClose}>
      <header>
        <h2>{title}</h2>
        <button type="button" aria-label="Close" onClick={() => dialog.current?.close()}>
          <CloseIcon />
        </button>
      </header>
      <Uploader
        label={isSeveral ? 'Upload new pictures' : 'Upload a new file'}
        hint={hints[kind ?? 'file']}
        accept={accepts[kind ?? 'file']}
        several={isSeveral}
        takesKnown
        objectionTo={objectionTo}
        onAdded={take}
        // Enter adds what was uploaded, unless someone has gone on to search or choose.
        onIdle={() => {
          if (isFileField(document.activeElement)) add.current?.focus()
        }}
      />
      <Choices kind={kind} chosen={isSeveral ? chosen : undefined} onChoose={choose} />
      {isSeveral && (
        <div className={styles.several}>
          <Button ref={add} type="button" disabled={chosen.length === 0} onClick={() => finish(chosen)}>
            {chosen.length === 0 ? 'Add pictures' : `Add ${countOf(chosen.length, 'picture')}`}
          </Button>
          <p role="status">
            {chosen.length === max
              ? `${countOf(chosen.length, 'picture')} selected, which is the maximum.`
              : `${countOf(chosen.length, 'picture')} selected`}
          </p>
        </div>
      )}
    </dialog>,
    document.body,
  )
}

function isFileField(element: Element | null): boolean {
  return element instanceof HTMLInputElement && element.type === 'file'
}

function toggled(all: ChosenFile[], file: ChosenFile, max: number): ChosenFile[] {
  const rest = all.filter(({ id }) => id !== file.id)
  return rest.length < all.length ? rest : added(all, file, max)
}

function added(all: ChosenFile[], file: ChosenFile, max: number): ChosenFile[] {
  return all.length >= max || all.some(({ id }) => id === file.id) ? all : [...all, file]
}

/** A drawing is a download in the library. */
function kindOf({ width }: ChosenFile) {
  return width === undefined ? 'document' : 'picture'
}

const wanted = { picture: 'a picture', document: 'a document' }
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

type ChoicesProps = {
  kind: Props['kind']
  /** What is chosen so far, if several can be. */
  chosen: ChosenFile[] | undefined
  onChoose: (file: ChosenFile) => void
}

function Choices({ kind, chosen, onChoose }: ChoicesProps) {
  const [words, setWords] = useState('')
  const [page, setPage] = useState(1)
  const found = useChoices(kind, words, page)
  return (
    <>
      <div className={styles.search} role="search">
        <label htmlFor="media-words">Search</label>
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
                <button
                  type="button"
                  aria-pressed={chosen && chosen.some(({ id }) => id === file.id)}
                  onClick={() => onChoose(file)}
                >
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
    // Search only after a pause in typing.
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
  if (found === 'away') return 'We cannot reach the library. Check your connection, or sign in again.'
  return found.total === 0 ? 'No results' : countOf(found.total, 'file')
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
