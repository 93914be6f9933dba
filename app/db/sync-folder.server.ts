import { open } from 'node:fs/promises'

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
