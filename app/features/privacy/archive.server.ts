import { ZipFile } from 'yazl'
import { unseal } from '#features/forms/sealed.server.ts'
import type { FileStore } from '#server/files/files.server.ts'
import type { CollectedData } from './collecting.server.ts'

/** The collected data as a zip file to hand over: one file to read and the person's own files, decrypted. */
export async function writeArchive(store: FileStore, { data, files }: CollectedData) {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(`${JSON.stringify(data, null, 2)}\n`), 'data.json')
  for (const { path, sha256, fileKey } of files)
    zip.addBuffer(unseal(Buffer.from(fileKey, 'base64url'), await store.read(sha256)), path)
  zip.end()
  return zip.outputStream
}
