import { useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { sizeText } from '#features/media/size-text.ts'
import { cancelUpload, finishCopy, sendWhole } from '#features/media/upload-client.ts'
import { Button } from '#ui/form/button.tsx'
import styles from './site-copy.module.css'

const address = '/admin/site-copy/upload'

type Sending = { state: 'none' } | { state: 'sending'; sent: number } | { state: 'stopped'; sentence: string }

/** Uploads a copy for checking; a lost connection continues where it stopped. */
export function SiteCopySender() {
  const id = useId()
  const navigate = useNavigate()
  const [file, setFile] = useState<File>()
  const [sending, setSending] = useState<Sending>({ state: 'none' })
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  const upload = useRef<{ id: string | undefined; stop: AbortController }>(undefined)

  const send = async (file: File, uploadId?: string) => {
    const stop = new AbortController()
    upload.current = { id: uploadId, stop }
    setSending({ state: 'sending', sent: 0 })
    const sent = await sendWhole({
      ...{ address, file, uploadId, signal: stop.signal },
      onStarted: (id) => (upload.current = { id, stop }),
      onProgress: (sent) => setSending({ state: 'sending', sent }),
      finish: finishCopy,
    }).catch(() => undefined)
    if (!sent) setSending({ state: 'none' })
    else if (sent.state === 'done') await navigate(`/admin/site-copy/import/${sent.id}`)
    else setSending({ state: 'stopped', sentence: sent.state === 'lost' ? lost : sent.sentence })
  }
  const cancel = () => {
    upload.current?.stop.abort()
    if (upload.current?.id) void cancelUpload(upload.current.id, address)
    setSending({ state: 'none' })
  }
  return (
    <div className={styles.sender}>
      <label htmlFor={id}>File to import</label>
      <input
        id={id}
        type="file"
        accept=".zip,application/zip"
        disabled={!isReady || sending.state === 'sending'}
        onChange={(event) => {
          upload.current = undefined
          setFile(event.target.files?.[0])
          setSending({ state: 'none' })
        }}
      />
      {sending.state === 'sending' && file ? (
        <>
          <progress max={file.size || 1} value={sending.sent} aria-label="Upload progress" />
          <p>
            {sizeText(sending.sent)} of {sizeText(file.size)}
          </p>
          <Button type="button" look="quiet" onClick={cancel}>
            Cancel
          </Button>
        </>
      ) : (
        <Button
          type="button"
          look="secondary"
          onClick={() => file && void send(file, upload.current?.id)}
          disabled={!file}
        >
          {sending.state === 'stopped' ? 'Try again' : 'Upload'}
        </Button>
      )}
      <p role="status">{sending.state === 'stopped' && sending.sentence}</p>
    </div>
  )
}

const lost = 'The connection was lost. Try again to continue the upload.'
