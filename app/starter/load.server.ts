import { lockWork } from '#db/engine/lock.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { system } from '#features/audit/actor.ts'
import { deliverDraft } from '#features/content/entry/delivering.server.ts'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import {
  storePicture,
  recordPicture,
  storeDownload,
  type StoredPicture,
} from '#features/media/operations.server.ts'
import { enrolPeople } from '#features/people/operations.server.ts'
import { deliveredRulebooks } from '#features/rulebook/delivered-rulebooks.ts'
import { deliverRulebook } from '#features/rulebook/starter.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import type { FileStore } from '#server/files/files.server.ts'
import { draftCalls } from './draft-calls.ts'
import type { StarterEntry } from './entry.ts'
import { facts } from './facts.ts'
import { hasContent } from './has-content.server.ts'
import { pdfFiles } from './newsletter-pdf.ts'
import { makeSamplePeople } from './people.ts'
import { starterPictures } from './pictures/all.ts'
import { samples } from './samples.ts'
import { starterSettings } from './settings.ts'

const samplePeople = 200
const peopleSeed = 1994

/** Fills an empty site with the facts we know and with samples for every page. */
export async function loadStarterContent(
  db: Db,
  files: FileStore,
  now: Date,
  print: (line: string) => void,
  pictureWidth = 1200,
) {
  if (await hasContent(db)) return
  print('Loading the sample content (only on the first start) …')
  // The slow part is done before the transaction, so that another process waits only briefly.
  const pictures = await storePictures(files, pictureWidth, print)
  const pdfs = await makePdfs()
  await inTransaction(db, async (db) => {
    await lockWork(db, 'starter')
    // Another process may have been faster.
    if (await hasContent(db)) return
    print(
      `  publishing ${facts.length} pages and entries, ${samples.length} samples and ${samplePeople} sample people`,
    )
    const stored = await recordFiles(db, files, pictures, pdfs, now)
    const people = makeSamplePeople(samplePeople, peopleSeed).map((person) => ({ ...person, sample: true }))
    await enrolPeople(db, people, now)
    await publishAll(db, [...facts, ...samples], stored, now)
    for (const call of draftCalls) await deliverDraft(db, { kind: 'call', ...call }, now)
    for (const rulebook of deliveredRulebooks) await deliverRulebook(db, rulebook, now)
    await changeSettings(db, system, starterSettings, now)
  })
}

async function storePictures(files: FileStore, width: number, print: (line: string) => void) {
  const height = Math.round((width * 2) / 3)
  const storedFile = new Map<string, StoredPicture>()
  for (const { name, paint, seed } of starterPictures) {
    storedFile.set(name, await storePicture(files, { width, height, rgb: paint(width, height, seed) }))
    if (storedFile.size % 6 === 0) print(`  drew ${storedFile.size} of ${starterPictures.length} pictures`)
  }
  return storedFile
}

async function makePdfs() {
  const pdfs = new Map<string, Uint8Array>()
  for (const [name, make] of Object.entries(pdfFiles)) pdfs.set(name, await make())
  return pdfs
}

async function recordFiles(
  db: Db,
  files: FileStore,
  pictures: Map<string, StoredPicture>,
  pdfs: Map<string, Uint8Array>,
  now: Date,
) {
  const ids = new Map<string, string>()
  for (const [name, storedFile] of pictures)
    ids.set(
      `picture:${name}`,
      await recordPicture(db, storedFile, { name: `${name}.jpg`, sample: true }, now),
    )
  for (const [name, bytes] of pdfs) {
    const given = { name: `${name}.pdf`, mediaType: 'application/pdf', sample: true }
    ids.set(`pdf:${name}`, await storeDownload(db, files, bytes, given, now))
  }
  return ids
}

async function publishAll(db: Db, entries: StarterEntry[], stored: Map<string, string>, now: Date) {
  const ids = new Map<string, string>()
  for (const entry of entries) {
    const parentId = entry.parent && ids.get(`award/${entry.parent}`)
    const id = await publishEntry(
      db,
      {
        kind: entry.kind,
        slug: entry.slug,
        data: withStoredFiles(entry.data, stored),
        position: entry.position ?? 0,
        sample: entry.sample ?? false,
        ...(entry.parent && parentId && { parent: { id: parentId, slug: entry.parent } }),
      },
      now,
    )
    ids.set(`${entry.kind}/${entry.slug}`, id)
  }
}

/** Starter entries name their files as "picture:NAME" or "pdf:NAME"; here the names become stored ids. */
function withStoredFiles<T>(value: T, stored: Map<string, string>): T {
  if (typeof value === 'string') return (stored.get(value) ?? value) as T
  if (Array.isArray(value)) return value.map((inner) => withStoredFiles(inner, stored)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withStoredFiles(inner, stored)]),
  ) as T
}
