import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import { toJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { skipReferences } from '#features/cases/references.server.ts'
import type { Data } from '#features/content/kinds/kinds.ts'
import type { Draft } from '#features/content/entry/drafts.ts'
import { insertVersion, showInSearch } from '#features/content/entry/versions.server.ts'
import { leaveAllBytes } from '#features/media/orphaned-files.server.ts'
import { giveSlugs } from '#features/people/addresses.server.ts'
import { hasPage, rowFor, personOf } from '#features/people/person-row.server.ts'
import { indexPeople } from '#features/people/search.server.ts'
import { indexRulebooks } from '#features/rulebook/search.server.ts'
import { queueJob } from '#server/jobs/jobs.server.ts'
import { readRows } from './check.server.ts'
import { copiedTables, type CopiedTable, type CopiedRow } from './rows.ts'
import type { OpenCopy } from './zip-in.server.ts'
import { derivePictureJob } from '#features/media/jobs.ts'

const rowsAtOnce = 200

/** The others are added to: a site never forgets a key with which it signed. */
export const replacedTables = copiedTables.filter((table) => table !== 'certificate_key')

/** Removes the starter content of a site, for a copy to come. Pages that are open somewhere keep their pictures. */
export async function clearRows(db: Db, now: Date): Promise<void> {
  await leaveAllBytes(db, now)
  await db.deleteFrom('search_entry').execute()
  for (const table of replacedTables.toReversed()) await db.deleteFrom(table).execute()
}

/** Writes the checked data and rebuilds what a copy leaves out. */
export async function writeRows(db: Db, copy: OpenCopy): Promise<void> {
  await writeSettings(db, copy)
  for (const table of ['redirect', 'menu_item', 'file', 'earlier_file', 'picture_variant'] as const)
    await writePlain(db, copy, table)
  await writePeople(db, copy)
  for (const table of ['body', 'body_term'] as const) await writePlain(db, copy, table)
  await writeCertificates(db, copy)
  await writeEntries(db, copy)
  await writeRulebooks(db, copy)
}

/** Runs when all rows are there. */
export async function finishImport(db: Db, copy: OpenCopy, actor: Actor, now: Date): Promise<void> {
  await finishPictures(db, now)
  await followNumbers(db)
  await addCertificateKeys(db, copy)
  await raiseContentVersion(db, now)
  await record(db, actor, 'site.imported', 'site', { ...copy.manifest.rows }, now)
}

async function writeSettings(db: Db, copy: OpenCopy) {
  for await (const row of readRows(copy, 'setting'))
    await db
      .insertInto('setting')
      .values({ ...row, value: toJson(row.value) })
      .execute()
}

type Plain =
  | 'former_person_slug'
  | 'body'
  | 'body_term'
  | 'redirect'
  | 'menu_item'
  | 'file'
  | 'earlier_file'
  | 'picture_variant'

async function writePlain(db: Db, copy: OpenCopy, table: Plain) {
  for await (const rows of inBatches(copy, table)) await db.insertInto(table).values(rows).execute()
}

async function writePeople(db: Db, copy: OpenCopy) {
  const shown: string[] = []
  for await (const rows of inBatches(copy, 'person')) {
    await db.insertInto('person').values(rows.map(personRow)).execute()
    shown.push(...rows.filter((row) => hasPage(personOf(row))).map(({ id }) => id))
  }
  await writePlain(db, copy, 'former_person_slug')
  await giveSlugs(db, shown)
  await indexPeople(db)
}

function personRow(row: CopiedRow<'person'>) {
  const { listed_at, sample_at, created_at, updated_at, version, binned_at, listed_before_bin_at } = row
  const { valid_from, valid_to, picture_id, slug, orcid } = row
  const stored = {
    ...{ listed_at, sample_at, created_at, updated_at, version, binned_at, listed_before_bin_at },
    ...{ valid_from, valid_to, picture_id, slug, orcid },
  }
  return { ...rowFor(row.id, personOf(row), new Date(created_at)), ...stored }
}

async function writeCertificates(db: Db, copy: OpenCopy) {
  for await (const rows of inBatches(copy, 'certificate'))
    await db
      .insertInto('certificate')
      .values(rows.map((row) => ({ ...row, statement: toJson(row.statement) })))
      .execute()
}

/** Among them may be the present key of this site, which it has noted at its start. */
async function addCertificateKeys(db: Db, copy: OpenCopy) {
  for await (const rows of inBatches(copy, 'certificate_key'))
    await db
      .insertInto('certificate_key')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('public_key')
          .doUpdateSet((eb) => ({ first_used_at: eb.ref('excluded.first_used_at') })),
      )
      .execute()
}

async function writeRulebooks(db: Db, copy: OpenCopy) {
  for await (const rows of inBatches(copy, 'rulebook')) await db.insertInto('rulebook').values(rows).execute()
  for await (const rows of inBatches(copy, 'rulebook_version'))
    await db.insertInto('rulebook_version').values(rows).execute()
  for await (const rows of inBatches(copy, 'academy_rule'))
    await db.insertInto('academy_rule').values(rows.map(ruleRow)).execute()
  await indexRulebooks(db)
}

function ruleRow({ check_values, grades, examples, ...row }: CopiedRow<'academy_rule'>) {
  return {
    ...row,
    check_values: toJson(check_values),
    grades: toJson(grades),
    examples: toJson(examples),
  }
}

/** Certificates issued here are numbered after those of the copy. */
async function followNumbers(db: Db) {
  const last = new Map<string, number>()
  for (const { number } of await db.selectFrom('certificate').select('number').execute()) {
    const series = number.slice(0, 7)
    last.set(series, Math.max(Number(number.slice(8)), last.get(series) ?? 0))
  }
  for (const [series, at] of last) await skipReferences(db, series.slice(0, 2), Number(series.slice(3)), at)
}

async function writeEntries(db: Db, copy: OpenCopy) {
  const entries = new Map<string, CopiedRow<'entry'>>()
  for await (const rows of inBatches(copy, 'entry')) {
    for (const row of rows) entries.set(row.id, row)
    // Its parent may come later.
    await db
      .insertInto('entry')
      .values(rows.map((row) => ({ ...row, parent_id: null })))
      .execute()
  }
  for (const { id, parent_id } of entries.values())
    if (parent_id !== null) await db.updateTable('entry').set({ parent_id }).where('id', '=', id).execute()
  for await (const version of readRows(copy, 'entry_version')) await writeVersion(db, entries, version)
}

async function writeVersion(
  db: Db,
  entries: Map<string, CopiedRow<'entry'>>,
  version: CopiedRow<'entry_version'>,
) {
  const { entry_id: entryId, number, saved_at, note } = version
  const entry = entries.get(entryId)
  if (!entry) throw new Error(`The entry ${entryId} is gone.`)
  const data = version.data as Draft
  const noted = note === null ? {} : { note }
  await insertVersion(db, { entryId, number, kind: entry.kind, data, ...noted }, new Date(saved_at))
  if (number !== entry.live_version) return
  const parent = entry.parent_id === null ? undefined : entries.get(entry.parent_id)
  const { id, kind, slug, sample_at: sampleAt } = entry
  const shown = { id, kind, slug, sampleAt, data: data as Data }
  await showInSearch(db, parent ? { ...shown, parent: { slug: parent.slug } } : shown)
}

/** A picture that was copied before its variants were made gets them here. */
async function finishPictures(db: Db, now: Date) {
  const unfinished = await db
    .selectFrom('file')
    .select('id')
    .where('width', 'is not', null)
    .where('id', 'not in', (eb) =>
      eb.selectFrom('picture_variant').select('file_id').where('format', '<>', 'jpeg'),
    )
    .execute()
  for (const { id } of unfinished) await queueJob(db, derivePictureJob, { fileId: id }, now)
}

async function* inBatches<T extends CopiedTable>(copy: OpenCopy, table: T): AsyncGenerator<CopiedRow<T>[]> {
  let batch: CopiedRow<T>[] = []
  for await (const row of readRows(copy, table)) {
    batch.push(row)
    if (batch.length < rowsAtOnce) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
