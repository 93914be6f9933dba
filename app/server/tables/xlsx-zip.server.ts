import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { BadTable, limits } from './bad-table.ts'

/** The parts of a workbook by name; nothing is ever unpacked to a disk. */
export interface Parts {
  has(name: string): boolean
  stream(name: string): AsyncIterable<Uint8Array>
}

/** Checks the directory of a zip file before anything in it is unpacked. */
export async function openZip(bytes: Buffer): Promise<Parts> {
  const { zip, entries } = await listEntries(bytes).catch((error: unknown) => {
    throw error instanceof BadTable ? error : explained(error)
  })
  const entryOf = (name: string) => entries.get(name.toLowerCase())
  return {
    has: (name) => entryOf(name) !== undefined,
    async *stream(name) {
      const entry = entryOf(name)
      if (!entry)
        throw new BadTable('Part of this workbook is missing. Save it again as an Excel workbook (.xlsx).')
      try {
        yield* await zip.openReadStreamPromise(entry)
      } catch (error) {
        throw error instanceof BadTable ? error : explained(error)
      }
    },
  }
}

async function listEntries(bytes: Buffer) {
  const zip: ZipFile = await fromBufferPromise(bytes, { validateEntrySizes: true })
  if (zip.entryCount > limits.zipEntries) throw tooMany()
  const entries = new Map<string, Entry>()
  let unpacked = 0
  for await (const entry of zip.eachEntry()) {
    check(entry)
    unpacked += entry.uncompressedSize
    if (entries.size >= limits.zipEntries) throw tooMany()
    if (unpacked > limits.unpackedBytes)
      throw new BadTable('This workbook is larger than 256 MB when unpacked. Save the sheet as CSV instead.')
    const name = entry.fileName.toLowerCase()
    if (entries.has(name))
      throw new BadTable('We cannot read this file: two of its parts have the same name.')
    entries.set(name, entry)
  }
  return { zip, entries }
}

function check(entry: Entry) {
  if (entry.isEncrypted())
    throw new BadTable('This workbook is protected by a password. Save a copy without one.')
  const isSymbolicLink = ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000
  if (isSymbolicLink) throw new BadTable('We cannot read this file: it has a link to another file.')
}

function tooMany() {
  return new BadTable(`We cannot read this file: it has more than ${limits.zipEntries} parts.`)
}

/** The library's messages about bad paths and sizes are for developers. */
function explained(error: unknown): BadTable {
  const message = error instanceof Error ? error.message : ''
  if (/relative path|absolute path|invalid characters in fileName/.test(message))
    return new BadTable('We cannot read this file: one of its parts has a path outside its folder.')
  if (/too many bytes|not enough bytes/.test(message))
    return new BadTable('We cannot read this file: one of its parts has the wrong size.')
  return new BadTable('This file is damaged or not an Excel workbook. Save it again as .xlsx or as CSV.')
}
