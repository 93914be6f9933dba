import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFolderNow } from '#db/engine/sync-folder.server.ts'

/** The text of a file that is created once and readable only by its owner. */
export function createOnce(path: string, make: () => string): string {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if (!isCode(cause, 'ENOENT')) throw cause
  }
  writeFileSync(draft, make(), { mode: 0o600, flush: true })
  try {
    // The name appears with its whole content or not at all, even if two processes start simultaneously.
    linkSync(draft, path)
  } catch (cause) {
    if (!isCode(cause, 'EEXIST')) throw cause
  } finally {
    rmSync(draft)
  }
  // A row may soon depend on it, and must not outlive it in a power cut.
  syncFolderNow(dirname(path))
  return readFileSync(path, 'utf8')
}

function isCode(cause: unknown, code: string): boolean {
  return (cause as NodeJS.ErrnoException).code === code
}
