import type { ReactNode } from 'react'
import type { Download } from '#features/media/queries.server.ts'

/** Says what a click will open or download, and how large it is. A PDF opens in the browser. */
export function DownloadLink({ file, children }: { file: Download; children: ReactNode }) {
  return (
    <a href={file.href} download={isPdf(file) ? undefined : true}>
      {children} ({isPdf(file) ? 'PDF' : kindOf(file.mediaType)}, {formatBytes(file.bytes)})
    </a>
  )
}

export function isPdf({ mediaType }: Download): boolean {
  return mediaType === 'application/pdf'
}

function kindOf(mediaType: string) {
  return (mediaType.split('/')[1] ?? 'file').toUpperCase()
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
