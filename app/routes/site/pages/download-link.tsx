import type { ReactNode } from 'react'
import type { Download } from '#features/media/queries.server.ts'

/** Says what a click will download and how large it is. */
export function DownloadLink({ file, children }: { file: Download; children: ReactNode }) {
  return (
    <a href={file.href} download>
      {children} ({kindOf(file.mediaType)}, {formatBytes(file.bytes)})
    </a>
  )
}

function kindOf(mediaType: string) {
  return mediaType === 'application/pdf' ? 'PDF' : (mediaType.split('/')[1] ?? 'file').toUpperCase()
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
