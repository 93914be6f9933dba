/** The browser's side of one upload: it reports the progress and can be cancelled. */

export interface FileTransfer {
  file: File
  cancel: () => void
  done: Promise<SendResult>
}

type SendResult = { state: 'done' | 'cancelled' } | { state: 'refused' | 'lost'; sentence: string }

const lost = 'We could not reach the site. Check your connection and choose the file again.'

export function sendFile(address: string, file: File, onProgress: (sent: number) => void): FileTransfer {
  // Only XMLHttpRequest reports the upload progress.
  const request = new XMLHttpRequest()
  const done = new Promise<SendResult>((resolve) => {
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
    request.addEventListener('load', () => resolve(answerOf(request)))
    request.addEventListener('error', () => resolve({ state: 'lost', sentence: lost }))
    request.addEventListener('abort', () => resolve({ state: 'cancelled' }))
  })
  request.open('POST', address)
  request.setRequestHeader('content-type', 'application/octet-stream')
  request.setRequestHeader('x-file-name', encodeURIComponent(file.name.slice(-200).toWellFormed()))
  request.send(file)
  return { file, cancel: () => request.abort(), done }
}

function answerOf({ status, responseText }: XMLHttpRequest): SendResult {
  if (status === 200) return { state: 'done' }
  return { state: 'refused', sentence: sentenceOf(responseText) ?? lost }
}

function sentenceOf(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { sentence?: string }).sentence
  } catch {
    return undefined
  }
}
