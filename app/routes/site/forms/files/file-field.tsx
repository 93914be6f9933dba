import { useRevalidator } from 'react-router'
import { useState } from 'react'
import type { FileQuestion } from '#features/forms/questions.ts'
import { sizeText } from '#features/media/size-text.ts'
import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { sendFile, type FileTransfer } from './send-file.ts'
import styles from './file-field.module.css'

export interface FieldFile {
  id: string
  question: string
  name: string
  bytes: number
}

interface Props {
  question: FileQuestion
  files: FieldFile[]
  error: string | undefined
  uploadTo: string
  onUpload: (change: 1 | -1) => void
}

const endings = { pdf: '.pdf,application/pdf', jpeg: '.jpg,.jpeg,image/jpeg', png: '.png,image/png' }

/**
 * Files for a question. Without scripts they are sent with the page; with scripts each is uploaded immediately, with
 * its progress, and is safe whatever happens to the page.
 */
export function FileField({ question, files, error, uploadTo, onUpload }: Props) {
  const { name, label, hint, optional, max, types } = question
  const uploads = useUploads(uploadTo, question, onUpload)
  const under = uploads.items.filter(({ state }) => state === 'sending').length
  const isFull = files.length + under >= max
  return (
    <div className={styles.files} id={isFull ? name : undefined} tabIndex={-1}>
      {isFull ? (
        <p className={styles.label}>
          {label}
          {optional && <span> (optional)</span>}
        </p>
      ) : (
        <Field
          type="file"
          {...{ name, label, hint, error }}
          {...(optional && { optional })}
          multiple={max > 1}
          accept={types.map((type) => endings[type]).join(',')}
          onChange={({ target }) => {
            uploads.add([...(target.files ?? [])].slice(0, max - files.length - under))
            // What was already uploaded must not be sent again with the page.
            target.value = ''
          }}
        />
      )}
      {isFull && error && (
        <p className={styles.error}>
          <span className="visually-hidden">Error: </span>
          {error}
        </p>
      )}
      {files.length > 0 && (
        <ul>
          {files.map(({ id, name, bytes }) => (
            <li key={id}>
              <span>
                {name} <small>{sizeText(bytes)}</small>
              </span>
              <Button look="quiet" name="drop" value={id}>
                Remove <span className="visually-hidden">{name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ul aria-live="polite">
        {uploads.items.map((item) => (
          <UploadLine key={item.key} item={item} onCancel={() => uploads.cancel(item)} />
        ))}
      </ul>
    </div>
  )
}

interface Item extends Pick<FileTransfer, 'file' | 'cancel'> {
  key: number
  state: 'sending' | 'refused' | 'lost'
  sent: number
  sentence: string
}

function UploadLine({ item, onCancel }: { item: Item; onCancel: () => void }) {
  const { file, state, sent, sentence } = item
  return (
    <li>
      <span>
        {file.name} <small>{sizeText(file.size)}</small>
        {state === 'sending' && (
          <progress max={file.size || 1} value={sent} aria-label={`Upload of ${file.name}`} />
        )}
        {sentence && <span className={styles.error}>{sentence}</span>}
      </span>
      <Button type="button" look="quiet" onClick={onCancel}>
        {state === 'sending' ? 'Cancel' : 'Dismiss'} <span className="visually-hidden">{file.name}</span>
      </Button>
    </li>
  )
}

let lastKey = 0

function useUploads(uploadTo: string, question: FileQuestion, onUpload: Props['onUpload']) {
  const [items, setItems] = useState<Item[]>([])
  const { revalidate } = useRevalidator()
  const drop = (key: number) => setItems((all) => all.filter((item) => item.key !== key))
  const change = (key: number, to: Partial<Item>) =>
    setItems((all) => all.map((item) => (item.key === key ? { ...item, ...to } : item)))

  const start = (file: File) => {
    const key = ++lastKey
    const { cancel, done } = sendFile(`${uploadTo}?question=${question.name}`, file, (sent) =>
      change(key, { sent }),
    )
    setItems((all) => [...all, { key, file, cancel, state: 'sending', sent: 0, sentence: '' }])
    onUpload(1)
    void done.then(async (sent) => {
      onUpload(-1)
      if (sent.state === 'done') {
        await revalidate()
        drop(key)
      } else if ('sentence' in sent) change(key, sent)
      else drop(key)
    })
  }
  const refuse = (file: File, sentence: string) => {
    const key = ++lastKey
    setItems((all) => [...all, { key, file, cancel: () => undefined, state: 'refused', sent: 0, sentence }])
  }
  return {
    items,
    add: (files: File[]) => {
      setItems((all) => all.filter(({ state }) => state === 'sending'))
      for (const file of files) {
        if (file.size > question.maxBytes)
          refuse(
            file,
            `This file is larger than ${question.maxBytes / 1024 / 1024} MB. Choose a smaller file.`,
          )
        else start(file)
      }
    },
    cancel: (item: Item) => {
      item.cancel()
      drop(item.key)
    },
  }
}
