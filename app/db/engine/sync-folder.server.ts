import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Puts the names in a folder on the disk: bytes without a name are lost in a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder, and needs no such step.
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The same while the site is starting and nobody waits for anything else. */
export function syncFolderNow(folder: string): void {
  if (process.platform === 'win32') return
  const file = openSync(folder, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Makes a folder, and those around it, whose names outlive a power cut. */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  const made = await mkdir(folder, { recursive: true, ...(mode !== undefined && { mode }) })
  for (const changed of foldersAround(folder, made)) await syncFolder(changed)
}

export function makeFolderNow(folder: string): void {
  const made = mkdirSync(folder, { recursive: true })
  for (const changed of foldersAround(folder, made)) syncFolderNow(changed)
}

/** Those that have a new name in them once all folders from the first to the last were made. */
function foldersAround(last: string, first: string | undefined): string[] {
  const changed: string[] = []
  if (first !== undefined)
    for (let at = resolve(last); at.length >= resolve(first).length; at = dirname(at))
      changed.push(dirname(at))
  return changed
}
