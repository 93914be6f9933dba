import { text } from 'node:stream/consumers'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { UnfitFile, type OfficeKind } from '#server/pictures/picture-task.ts'

/**
 * Checks what an office file claims to contain. Nothing is unpacked except the one line in which ODF names its kind.
 */

const maxEntries = 5000
const maxUnpackedBytes = 500_000_000
const maxExpansion = 200
const maxMimetypeLength = 100

/** The part that makes an archive a document of its kind. */
const mainParts: Record<string, OfficeKind> = {
  'word/document.xml': 'docx',
  'xl/workbook.xml': 'xlsx',
  'ppt/presentation.xml': 'pptx',
}
const openDocument: Record<string, OfficeKind> = {
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
}

/** The kind of office file that an archive is; undefined for any other archive. */
export async function readOfficeKind(path: string): Promise<OfficeKind | undefined> {
  const archive = await openPromise(path, { strictFileNames: true, autoClose: false }).catch(refuse)
  try {
    return await judge(archive)
  } catch (error) {
    return refuse(error)
  } finally {
    archive.close()
  }
}

async function judge(archive: ZipFile): Promise<OfficeKind | undefined> {
  if (archive.entryCount > maxEntries) throw new UnfitFile('bomb', 'The archive has too many entries.')
  const seen = { unpacked: 0, packed: 0, hasTypes: false, kind: undefined as OfficeKind | undefined }
  for await (const entry of archive.eachEntry()) {
    seen.unpacked += entry.uncompressedSize
    seen.packed += entry.compressedSize
    if (seen.unpacked > maxUnpackedBytes) throw new UnfitFile('bomb', 'The archive unpacks to too much.')
    if (isLink(entry) || entry.isEncrypted() || /(^|\/)vbaProject\.bin$/i.test(entry.fileName))
      throw new UnfitFile('unreadable', `The archive holds ${entry.fileName}.`)
    seen.hasTypes ||= entry.fileName === '[Content_Types].xml'
    seen.kind ??= mainParts[entry.fileName]
    if (archive.entriesRead === 1 && entry.fileName === 'mimetype')
      seen.kind = openDocument[await readLine(archive, entry)]
  }
  if (seen.unpacked > 10_000_000 && seen.unpacked > seen.packed * maxExpansion)
    throw new UnfitFile('bomb', 'The archive is packed too tightly to be a document.')
  return seen.kind && (seen.hasTypes || seen.kind.startsWith('od')) ? seen.kind : undefined
}

async function readLine(archive: ZipFile, entry: Entry): Promise<string> {
  if (entry.uncompressedSize > maxMimetypeLength) return ''
  return text(await archive.openReadStreamPromise(entry))
}

/** Made on Unix, and a symbolic link there. */
function isLink({ versionMadeBy, externalFileAttributes }: Entry): boolean {
  return versionMadeBy >> 8 === 3 && ((externalFileAttributes >>> 16) & 0o170000) === 0o120000
}

function refuse(error: unknown): never {
  if (error instanceof UnfitFile) throw error
  throw new UnfitFile('unreadable', error instanceof Error ? error.message : String(error))
}
