import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Flushes the names in a folder to the disk: bytes without a name are lost in a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder and does not need this step.
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The same at startup, when nothing else has to run. */
export function syncFolderNow(folder: string): void {
  if (process.platform === 'win32') return
  const file = openSync(folder, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Creates a folder and its parents so that their names survive a power cut. */
export async function makeDurableFolder(folder: string, mode?: number): Promise<void> {
  const made = await mkdir(folder, { recursive: true, ...(mode !== undefined && { mode }) })
  for (const changed of foldersAround(folder, made)) await syncFolder(changed)
}

export function makeDurableFolderNow(folder: string): void {
  const made = mkdirSync(folder, { recursive: true })
  for (const changed of foldersAround(folder, made)) syncFolderNow(changed)
}

/** The folders that contain a new name once all folders from the first to the last were created. */
function foldersAround(last: string, first: string | undefined): string[] {
  const changed: string[] = []
  if (first !== undefined)
    for (let at = resolve(last); at.length >= resolve(first).length; at = dirname(at))
      changed.push(dirname(at))
  return changed
}
