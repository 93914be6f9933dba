import { fromJson } from '#db/engine/json.ts'
import { maxFileBytes } from './check-file.server.ts'
import type { JsonObject } from './json.ts'
import type { OwnKeys } from './key-lookup.ts'
import type { FileVerdict } from './verdict.ts'
import { drawInThread } from '#server/pictures/drawing-thread.server.ts'

/** What the drawing thread does for credentials, so that their libraries are never loaded into the process itself. */

export interface HashedCredential {
  credential: JsonObject
  options: JsonObject
}

export interface UncheckedFile {
  file: Uint8Array
  own: OwnKeys
  now: Date
}

export class ThreadIsBusy extends Error {}

/** For `addProof`. Throws if too many documents are waiting. */
export function hashInThread(sender: string) {
  return async (credential: JsonObject, options: JsonObject): Promise<Buffer> => {
    const given: HashedCredential = { credential, options }
    const hashed = await drawInThread('credential-hash', given, sender)
    if (!hashed) throw new ThreadIsBusy()
    return hashed
  }
}

/** Undefined if too many are waiting. */
export async function checkInThread(given: UncheckedFile, sender: string): Promise<FileVerdict | undefined> {
  if (given.file.length > maxFileBytes) return tooMuch
  try {
    const checked = await drawInThread('checked-file', given, sender)
    return checked && fromJson<FileVerdict>(checked.toString())
  } catch {
    // It took too long or too much memory, which no credential does.
    return tooMuch
  }
}

const tooMuch: FileVerdict = {
  word: 'unreadable',
  why: 'This file is too large or too complicated to be a certificate.',
  isOurs: false,
}
