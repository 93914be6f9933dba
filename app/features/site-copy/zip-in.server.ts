import { createHash } from 'node:crypto'
import { json } from 'node:stream/consumers'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { BadCopy, formatSchema, formatVersion, limits, manifestName, manifestSchema } from './format.ts'
import type { CopyManifest } from './format.ts'

/** A copy whose parts are all there, each as long as the manifest says and unchanged. */
export interface OpenCopy {
  manifest: CopyManifest
  stream(name: string): AsyncIterable<Buffer>
  close(): void
}

/** Checks the whole file before anything in it is used; `onProgress` gets the bytes read so far and in total. */
export async function openCopy(path: string, onProgress: OnProgress = () => undefined): Promise<OpenCopy> {
  const zip = await openPromise(path, { autoClose: false, validateEntrySizes: true }).catch(
    (error: unknown) => {
      throw explained(error)
    },
  )
  try {
    const entries = await listEntries(zip)
    const manifest = await readManifest(zip, entries)
    compareNames(manifest, entries)
    const copy = {
      manifest,
      stream: streamer(zip, entries, progressOf(manifest, onProgress)),
      close: () => zip.close(),
    }
    for (const { name, sha256 } of manifest.members) await checkHash(copy, name, sha256)
    return copy
  } catch (error) {
    zip.close()
    throw error instanceof BadCopy ? error : explained(error)
  }
}

/** How many bytes were read, and how many will be: each part is checked once and used once. */
export type OnProgress = (done: number, total: number) => void

function progressOf({ members }: CopyManifest, onProgress: OnProgress) {
  const total = 2 * members.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  return (bytes: number) => onProgress((done += bytes), total)
}

type Entries = Map<string, Entry>

async function listEntries(zip: ZipFile): Promise<Entries> {
  const entries: Entries = new Map()
  let bytes = 0
  if (zip.entryCount > limits.members + 1) throw new BadCopy('This file has too many parts for a copy.')
  for await (const entry of zip.eachEntry()) {
    check(entry)
    if (entries.has(entry.fileName)) throw new BadCopy(`This file has two parts “${entry.fileName}”.`)
    entries.set(entry.fileName, entry)
    bytes += entry.uncompressedSize
    // Nothing is compressed, so parts that together are larger than the file must overlap.
    if (bytes > zip.fileSize) throw new BadCopy('The parts of this file are larger than the file itself.')
  }
  return entries
}

const goodName = /^(manifest\.json|rows\/[a-z_]{1,40}\.jsonl|files\/[0-9a-f]{64})$/

function check(entry: Entry) {
  const { fileName, uncompressedSize, compressedSize, compressionMethod } = entry
  if (!goodName.test(fileName))
    throw new BadCopy(`This file has a part “${fileName.slice(0, 80)}”, which no copy of a site has.`)
  const kind = (entry.externalFileAttributes >>> 16) & 0o170000
  if (kind !== 0 && kind !== 0o100000) throw new BadCopy(`The part “${fileName}” is a link or a folder.`)
  if (entry.isEncrypted()) throw new BadCopy('This file is protected by a password.')
  if (compressionMethod !== 0 || uncompressedSize !== compressedSize)
    throw new BadCopy('This file was packed again. Use the original export without compressing it.')
}

async function readManifest(zip: ZipFile, entries: Entries): Promise<CopyManifest> {
  const entry = entries.get(manifestName)
  if (!entry) throw new BadCopy('This zip file is not a copy of a site: it has no manifest.')
  if (entry.uncompressedSize > limits.manifestBytes) throw new BadCopy('The manifest is too large.')
  const given = await json(await zip.openReadStreamPromise(entry)).catch((error: unknown) => {
    throw error instanceof SyntaxError ? new BadCopy('The manifest of this copy is damaged.') : error
  })
  const format = formatSchema.safeParse(given)
  if (!format.success)
    throw new BadCopy('This zip file is not a copy of a site: its manifest says something else.')
  if (format.data.version > formatVersion)
    throw new BadCopy(
      `This copy was made by a newer site: it has format ${format.data.version}, and this site reads up to ${formatVersion}. Update the site first.`,
    )
  const manifest = manifestSchema.safeParse(given)
  if (!manifest.success) throw new BadCopy('The manifest of this copy is damaged.')
  return manifest.data
}

function compareNames({ members }: CopyManifest, entries: Entries) {
  for (const { name, bytes } of members) {
    const entry = name === manifestName ? undefined : entries.get(name)
    if (!entry) throw new BadCopy(`The part “${name.slice(0, 80)}” is missing.`)
    if (entry.uncompressedSize !== bytes) throw new BadCopy(`The part “${name}” has the wrong length.`)
  }
  if (new Set(members.map(({ name }) => name)).size !== entries.size - 1)
    throw new BadCopy('This file contains parts that its manifest does not name.')
}

function streamer(zip: ZipFile, entries: Entries, onProgress: (bytes: number) => void) {
  return async function* (name: string): AsyncIterable<Buffer> {
    const entry = entries.get(name)
    if (!entry) throw new BadCopy(`The part “${name}” is missing.`)
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      onProgress((chunk as Buffer).length)
      yield chunk as Buffer
    }
  }
}

async function checkHash(copy: OpenCopy, name: string, sha256: string) {
  const hash = createHash('sha256')
  for await (const chunk of copy.stream(name)) hash.update(chunk)
  if (hash.digest('hex') !== sha256) throw new BadCopy(`The part “${name}” is damaged.`)
  if (name.startsWith('files/') && name !== `files/${sha256}`)
    throw new BadCopy(`The part “${name}” is not what its name says.`)
}

/** The library's messages are for developers. */
function explained(error: unknown): BadCopy {
  const { message, code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new BadCopy('There is no file at this path.')
  if (/relative path|absolute path|invalid characters in fileName/.test(message))
    return new BadCopy('This file contains a part that would be written outside its folder.')
  if (/[Ee]nd of [Cc]entral/.test(message))
    return new BadCopy('This file is not complete or not a zip file. Copy it again.')
  return new BadCopy(`This file is damaged and cannot be read (${message.slice(0, 120)}).`)
}
