import { newId } from '#db/engine/id.ts'
import { toJson } from '#db/engine/json.ts'
import type { Db, EntryState } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { putSearchEntries } from '#db/search/search-index.server.ts'
import { datesOf } from '#features/content/kinds/dates.ts'
import type { Data } from '#features/content/kinds/kinds.ts'
import { refsOf } from '#features/content/addresses/refs.ts'
import { searchTextOf } from '#features/content/text/search-text.ts'
import { prose } from '#starter/prose.ts'
import { makeRandom } from '#starter/random.ts'
import { slicesOf } from '#test/bench/slices.ts'
import { addSaves, type Save } from './trail-rows.ts'

/** A site that has published news for many years, written directly into its tables. */

export interface Size {
  entries: number
  versions: number
  /** How many of the versions one single entry has. */
  maxVersions: number
  /** The prefix of the addresses. */
  name: string
}

interface Filled {
  /** The entry with the most versions. */
  longest: string
  /** A typical published one. */
  usual: string
}

const day = 86_400_000
const years = 30

export async function fillNews(db: Db, size: Size, writers: string[], now: Date): Promise<Filled> {
  const random = makeRandom(1994)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const files = await db.selectFrom('file').select('id').where('width', 'is not', null).execute()
  const slugs = Array.from({ length: size.entries }, (_, index) => `${size.name}-${index + 1}`)
  // Most links lead to published entries; one in a hundred to something missing.
  const targets = slugs.filter((_, index) => stateAt(index % 100) === 'published' || index % 1000 === 98)
  const counts = shareOut(size)
  const ids = counts.map(() => newId())
  let saves: Save[] = []

  for (let start = 0; start < counts.length; start += 100) {
    await inTransaction(db, async (db) => {
      const rows: Rows = { entries: [], versions: [], refs: [], found: [] }
      for (let index = start; index < Math.min(start + 100, counts.length); index++) {
        const began = now.getTime() - Math.floor((1 - index / counts.length) * years * 365 * day)
        const write = () => makeNews(pick, targets, files, began)
        addEntry(
          rows,
          { id: ids[index]!, slug: slugs[index]!, index, versions: counts[index]!, began, now },
          write,
          () => pick(writers),
        )
      }
      await insertAll(db, rows)
      saves = saves.concat(
        rows.versions.map(({ entry_id, number, title, saved_at, saved_by }) => ({
          ...{ id: entry_id, version: number, title, at: saved_at, by: saved_by },
        })),
      )
    })
  }
  await addSaves(
    db,
    saves.toSorted((a, b) => a.at - b.at),
  )
  return { longest: ids[0]!, usual: ids.at(5) ?? ids[0]! }
}

/** The first entry has the most; the others share the rest as evenly as possible. */
function shareOut({ entries, versions, maxVersions }: Size): number[] {
  const rest = versions - maxVersions
  const others = entries - 1
  return [
    maxVersions,
    ...Array.from(
      { length: others },
      (_, index) => Math.floor((rest * (index + 1)) / others) - Math.floor((rest * index) / others),
    ),
  ]
}

interface Rows {
  entries: ReturnType<typeof entryRow>[]
  versions: ReturnType<typeof versionRow>[]
  refs: { entry_id: string; number: number; kind: 'file' | 'link'; target: string }[]
  found: Parameters<typeof putSearchEntries>[1]
}

interface EntrySeed {
  id: string
  slug: string
  index: number
  versions: number
  began: number
  now: Date
}

function addEntry(rows: Rows, seed: EntrySeed, write: () => Data<'news'>, pickWriter: () => string) {
  const { id, slug, versions, began } = seed
  let data = write()
  for (let number = 1; number <= versions; number++) {
    const saved_at = began + number * 60_000
    rows.versions.push(versionRow(id, number, data, saved_at, pickWriter()))
    rows.refs.push(...refsOf('news', data).map((ref) => ({ entry_id: id, number, ...ref })))
    if (number < versions)
      data = number % 3 === 0 ? write() : { ...data, summary: `${data.summary} ${number}.` }
  }
  const entry = entryRow(seed)
  rows.entries.push(entry)
  const found = entry.live_version && searchTextOf({ kind: 'news', slug, data })
  if (found) rows.found.push({ subject: 'entry', subjectId: id, sampleAt: null, ...found })
}

function versionRow(
  entry_id: string,
  number: number,
  data: Data<'news'>,
  saved_at: number,
  saved_by: string,
) {
  return { entry_id, number, title: data.title, data: toJson(data), ...datesOf(data), saved_at, saved_by }
}

/** Of a hundred entries most are published, and some are in every other state. */
function entryRow({ id, slug, index, versions, began, now }: EntrySeed) {
  const state = stateAt(index % 100)
  const isLive = state === 'published' || (state === 'draft' && index % 2 === 0)
  const updated_at = began + versions * 60_000
  return {
    ...{ id, kind: 'news', slug, parent_id: null, position: 0, state, head_version: versions },
    live_version: state === 'published' ? versions : isLive ? Math.max(1, versions - 1) : null,
    published_at: isLive || state === 'archived' ? began : null,
    publish_at: state === 'scheduled' ? now.getTime() + (index + 1) * day : null,
    binned_at: state === 'binned' ? now.getTime() - day : null,
    ...{ created_at: began, updated_at },
  }
}

function stateAt(part: number): EntryState {
  if (part < 84) return 'published'
  if (part < 91) return 'draft'
  if (part < 94) return 'in_review'
  if (part < 96) return 'scheduled'
  return part < 98 ? 'archived' : 'binned'
}

async function insertAll(db: Db, { entries, versions, refs, found }: Rows) {
  await db.insertInto('entry').values(entries).execute()
  for (const part of slicesOf(versions, 1000)) await db.insertInto('entry_version').values(part).execute()
  for (const part of slicesOf(refs, 2000)) await db.insertInto('entry_version_ref').values(part).execute()
  await putSearchEntries(db, found)
}

type Pick = <T>(list: readonly T[]) => T

function makeNews(pick: Pick, targets: string[], files: { id: string }[], at: number): Data<'news'> {
  const paragraph = () => Array.from({ length: 5 }, () => sentence(pick)).join(' ')
  const body = [
    paragraph(),
    `## ${pick(topics)} at ${pick(towns)}`,
    `${paragraph()} See also [an earlier report](/news/${pick(targets)}) and [the awards](/awards).`,
    `- ${sentence(pick)}\n- ${sentence(pick)}\n- ${sentence(pick)}`,
    paragraph(),
  ]
  return {
    title: `${pick(occasions)} on ${pick(topics)} in ${pick(towns)}`,
    publishedOn: new Date(at).toISOString().slice(0, 10),
    summary: sentence(pick),
    body: prose(body.join('\n\n')),
    ...(files.length > 0 && { picture: { file: pick(files).id, alt: `A hall in ${pick(towns)}` } }),
  }
}

function sentence(pick: Pick) {
  return `The ${pick(occasions).toLowerCase()} in ${pick(towns)} brought together those who work on ${pick(topics)} and ${pick(topics)}, and students who heard of them for the first time.`
}

const occasions = ['Lecture', 'Workshop', 'Symposium', 'Summer school', 'Public talk', 'Visit', 'Exhibition']
const topics = [
  ...['quantum optics', 'plasma physics', 'general relativity', 'crystal growth', 'fluid dynamics'],
  ...['number theory', 'astrophysics', 'nuclear structure', 'thin films', 'geophysics', 'spectroscopy'],
]
const towns = [
  'Prayagraj',
  'Kanpur',
  'Pune',
  'Kolkata',
  'Chennai',
  'Kathmandu',
  'Jaipur',
  'Guwahati',
  'Mysuru',
]
