import { useEffect, useId, useReducer, useRef, useState } from 'react'
import { Button } from '#ui/form/button.tsx'
import type { ChosenFile } from './chosen-file.ts'
import { sizeText } from './size-text.ts'
import { cancelUpload, finishUpload, sendFile, type UploadOutcome } from './upload-client.ts'
import styles from './uploader.module.css'

interface Item {
  key: number
  file: File
  sent: number
  uploadId: string | undefined
  state: 'waiting' | 'sending' | 'cancelled' | UploadOutcome['state']
  sentence?: string
  found?: ChosenFile
}

type Props = {
  label: string
  hint: string
  /** Endings that the file dialog offers. */
  accept: string
  /** The file to replace; then only one can be sent. */
  replaces?: string
  /** Whether more than one can be sent if none is replaced. */
  several?: boolean
  /** Takes a file that is already in the library as if it had been added, without asking. */
  takesKnown?: boolean
  /** Why the page cannot use a file that is now in the library. */
  objectionTo?: (file: ChosenFile) => string | undefined
  onAdded: (file: ChosenFile) => void
  /** Called when nothing is on its way any more. */
  onIdle?: () => void
}

const atOnce = 2

/**
 * Accepts files that are chosen, dropped or pasted, several together, and shows the progress of each. It is inside a
 * multipart/form-data form, which sends the same files without scripts.
 */
export function Uploader(props: Props) {
  const { label, hint, accept, several = !props.replaces, onAdded, onIdle } = props
  const id = useId()
  const [isReady, setReady] = useState(false)
  const [isOver, setOver] = useState(false)
  const uploads = useUploads({ ...props, several })
  useEffect(() => setReady(true), [])
  usePaste(uploads.add)
  const isBusy = uploads.items.some(({ state }) => state === 'waiting' || state === 'sending')
  useOnceIdle(isBusy, onIdle)

  const drop = (event: React.DragEvent) => {
    event.preventDefault()
    setOver(false)
    uploads.add([...event.dataTransfer.files])
  }
  return (
    <div className={styles.uploader}>
      <div
        className={`${styles.zone} ${isOver ? styles.over : ''}`}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-hint`}>
          {hint}
          {isReady && (several ? ' Or drop or paste them here.' : ' Or drop or paste it here.')}
        </p>
        <input
          id={id}
          type="file"
          name="file"
          accept={accept}
          multiple={several}
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            uploads.add([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
        {!isReady && <Button look="secondary">Upload</Button>}
      </div>
      {uploads.items.length > 0 && (
        <ul className={styles.items} aria-label="Uploads">
          {uploads.items.map((item) => (
            <UploadLine key={item.key} {...{ item, uploads, onAdded }} asks={!props.takesKnown} />
          ))}
        </ul>
      )}
      <p className="visually-hidden" role="status">
        {summary(uploads.items)}
      </p>
    </div>
  )
}

function useOnceIdle(isBusy: boolean, onIdle: (() => void) | undefined) {
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !isBusy) onIdle?.()
    wasBusy.current = isBusy
  }, [isBusy, onIdle])
}

type Uploads = ReturnType<typeof useUploads>

function useUploads({ replaces, several, takesKnown, objectionTo, onAdded }: Props) {
  const [items, change] = useReducer(reduce, [])
  const stops = useRef(new Map<number, AbortController>())
  const next = useRef(1)

  const run = async (item: Item) => {
    const stop = new AbortController()
    stops.current.set(item.key, stop)
    change({ key: item.key, state: 'sending', sentence: undefined })
    try {
      const sent = await sendFile({
        file: item.file,
        replaces,
        uploadId: item.uploadId,
        signal: stop.signal,
        onStarted: (uploadId) => change({ key: item.key, uploadId }),
        onProgress: (sent) => change({ key: item.key, sent }),
      })
      settle(item.key, sent)
    } catch {
      change({ key: item.key, state: 'cancelled' })
    }
  }
  const settle = (key: number, sent: UploadOutcome) => {
    const objection = 'file' in sent ? objectionTo?.(sent.file) : undefined
    if (objection) return change({ key, state: 'refused', sentence: objection })
    change({
      key,
      state: sent.state,
      ...('file' in sent && { found: sent.file }),
      ...(sent.state === 'refused' && { sentence: sent.sentence }),
    })
    if (sent.state === 'done' || (takesKnown && sent.state === 'known')) onAdded(sent.file)
  }
  // A few at a time; the others wait.
  useEffect(() => {
    const room = atOnce - items.filter(({ state }) => state === 'sending').length
    const waiting = items.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, room))
    for (const item of waiting) void run(item)
  })

  return {
    items,
    add: (files: File[]) => {
      const fresh = (several ? files : files.slice(0, 1)).map((file): Item => {
        return { key: next.current++, file, sent: 0, uploadId: undefined, state: 'waiting' }
      })
      change({ add: fresh })
    },
    cancel: (item: Item) => {
      stops.current.get(item.key)?.abort()
      if (item.uploadId) void cancelUpload(item.uploadId)
      change({ key: item.key, state: 'cancelled' })
    },
    retry: (item: Item) => change({ key: item.key, state: 'waiting', sentence: undefined }),
    uploadAnyway: async (item: Item) => settle(item.key, await finishUpload(item.uploadId ?? '', true)),
  }
}

type Change = { add: Item[] } | ({ key: number } & { [Name in keyof Item]?: Item[Name] | undefined })

function reduce(items: Item[], change: Change): Item[] {
  if ('add' in change) return [...items, ...change.add]
  return items.map((item) => (item.key === change.key ? ({ ...item, ...change } as Item) : item))
}

function usePaste(add: (files: File[]) => void) {
  const latest = useRef(add)
  useEffect(() => {
    latest.current = add
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length > 0) latest.current(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}

type LineProps = { item: Item; uploads: Uploads; onAdded: Props['onAdded']; asks: boolean }

function UploadLine({ item, uploads, onAdded, asks }: LineProps) {
  const { file, sent, state } = item
  const name = file.name || 'pasted picture'
  return (
    <li className={state === 'refused' ? styles.refused : undefined}>
      <p className={styles.name}>
        {name} <small>{sizeText(file.size)}</small>
      </p>
      {(state === 'waiting' || state === 'sending') && (
        <>
          <progress max={file.size || 1} value={sent} aria-label={`Upload progress of ${name}`} />
          <Button type="button" look="quiet" onClick={() => uploads.cancel(item)}>
            Cancel <span className="visually-hidden">{name}</span>
          </Button>
        </>
      )}
      <p className={styles.word}>{asks ? words[state](item) : (takenWords[state] ?? words[state](item))}</p>
      {asks && state === 'known' && item.found && (
        <>
          <Button type="button" look="quiet" onClick={() => item.found && onAdded(item.found)}>
            Use the existing file
          </Button>
          <Button type="button" look="quiet" onClick={() => void uploads.uploadAnyway(item)}>
            Keep both
          </Button>
        </>
      )}
      {(state === 'lost' || state === 'cancelled') && (
        <Button type="button" look="quiet" onClick={() => uploads.retry(item)}>
          Try again <span className="visually-hidden">{name}</span>
        </Button>
      )}
    </li>
  )
}

const words: Record<Item['state'], (item: Item) => React.ReactNode> = {
  waiting: () => 'Waiting',
  sending: ({ file, sent }) =>
    sent >= file.size ? 'Checking' : `${Math.floor((100 * sent) / (file.size || 1))} %`,
  done: ({ found }) =>
    found ? <a href={`/editor/media/${found.id}`}>Uploaded: {found.name}</a> : 'Uploaded',
  known: ({ found }) =>
    found && (
      <>
        Already in the library as <a href={`/editor/media/${found.id}`}>{found.name}</a>
      </>
    ),
  refused: ({ sentence }) => sentence,
  lost: () => 'The connection was lost. Try again to continue the upload.',
  cancelled: () => 'Cancelled',
}

/** When a page needs a file, nothing leads away from it. */
const takenWords: Partial<Record<Item['state'], string>> = {
  done: 'Uploaded',
  known: 'Already in the library',
}

function summary(items: Item[]): string {
  if (items.length === 0) return ''
  const ended = items.filter(({ state }) => state !== 'waiting' && state !== 'sending')
  const refused = ended.filter(({ state }) => state === 'refused').length
  return `${ended.length} of ${items.length} files done${refused ? `, ${refused} refused` : ''}.`
}
