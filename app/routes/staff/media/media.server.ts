import { join } from 'node:path'
import type { RouterContextProvider } from 'react-router'
import { fileRefusals, shownFile, type FileRefusal } from '#features/media/refusals.ts'
import type { UploadStorage } from '#features/media/uploads.server.ts'
import { given } from '#routes/request/begin.server.ts'
import { openChunkStore } from '#server/files/chunks.server.ts'

/** Where files wait until they are complete. */
export function uploadStorage(context: Readonly<RouterContextProvider>): UploadStorage {
  const { config, files } = given({ context })
  const { dataDir, scanCommand } = config
  const chunks = openChunkStore(config)
  return { files: files, chunks, folder: join(dataDir, 'uploads'), scanCommand }
}

const otherRefusals = {
  'not-allowed': 'Only staff can upload files.',
  'for-administrators': shownFile,
  'not-found': 'This file no longer exists. Reload the page.',
  'not-whole': 'The upload is not complete. Upload the file again.',
  elsewhere: 'The upload was interrupted. Upload the file again.',
  'too-many': 'You are uploading too many files at once. Wait for some to finish, or cancel them.',
}

type Refused = FileRefusal | keyof typeof otherRefusals

export function statusFor(reason: Refused): number {
  if (reason === 'not-found') return 404
  return reason === 'for-administrators' ? 403 : 400
}

export function sentenceFor(reason: Refused): string {
  return reason in otherRefusals
    ? otherRefusals[reason as keyof typeof otherRefusals]
    : fileRefusals[reason as FileRefusal]
}
