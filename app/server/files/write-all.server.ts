import type { FileHandle } from 'node:fs/promises'

/**
 * Writes all the bytes, or throws. A nearly full disk takes a part of them, and `write` reports that as a success, so a
 * file could miss its middle if space is freed before the next write.
 */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, at + done)
    done += bytesWritten
  }
}
