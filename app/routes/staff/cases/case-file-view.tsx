import { sizeText } from '#features/media/size-text.ts'
import type { AttachedFile } from '#features/forms/questions.ts'
import styles from './cases.module.css'

const typeNames: Record<string, string> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
}

/** A file of a case: to save, and a picture to view on request. Each opening is recorded. */
export function CaseFile({ file, reference }: { file: AttachedFile; reference: string }) {
  const href = `/editor/cases/${reference}/files/${file.id}`
  return (
    <>
      <a href={href} download>
        {file.name || 'Unnamed file'}
      </a>{' '}
      ({typeNames[file.mediaType] ?? 'File'}, {sizeText(file.bytes)})
      {file.mediaType.startsWith('image/') && (
        <details>
          <summary>View the picture</summary>
          {/* Not loaded before it is opened, so that only viewing it is recorded. */}
          <img className={styles.picture} src={`${href}?show`} alt={file.name} loading="lazy" />
        </details>
      )}
    </>
  )
}
