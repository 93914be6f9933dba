import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it. Node's own `recursive` reports a failing disk as ENOENT, because it then looks for
 * the folder that it could not make; here the disk's own error is thrown.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code !== 'ENOENT') throw error
    await makeFolder(dirname(folder))
    await makeFolder(folder)
  }
}
