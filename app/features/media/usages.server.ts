import { sql, type ExpressionBuilder } from 'kysely'
import { contains } from '#db/search/contains.ts'
import type { Db, Tables } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { mayPublish } from '#features/settings/rights.ts'
import { nameOfSetting, pictureSettings, type Settings } from '#features/settings/declared.ts'
import { readSettings } from '#features/settings/queries.server.ts'

/** Something that shows a file. */
export type FileUsage = EntryUsage | TemplateUsage | SettingUsage | PersonUsage

interface EntryUsage {
  entryId: string
  kind: string
  title: string
  /** Whether visitors see it there now. */
  isLive: boolean
}

interface TemplateUsage {
  templateId: string
  kind: string
  title: string
}

interface SettingUsage {
  setting: keyof Settings
  title: string
}

interface PersonUsage {
  personId: string
  title: string
  /** Whether visitors see the person now. */
  isLive: boolean
}

/** The entries whose newest or public version names a file, by title, and then the templates, settings and people that do. */
export async function listUsages(db: Db, fileId: string): Promise<FileUsage[]> {
  return [
    ...(await listEntryUsages(db, fileId)),
    ...(await listTemplateUsages(db, fileId)),
    ...(await listSettingUsages(db, fileId)),
    ...(await listPersonUsages(db, fileId)),
  ]
}

function listTemplateUsages(db: Db, fileId: string): Promise<TemplateUsage[]> {
  return db
    .selectFrom('entry_template')
    .select(['id as templateId', 'kind', 'name as title'])
    .where('removed_at', 'is', null)
    .where(contains(sql.ref('data'), fileId))
    .orderBy('name')
    .execute()
}

async function listSettingUsages(db: Db, fileId: string): Promise<SettingUsage[]> {
  const settings = await readSettings(db)
  return pictureSettings
    .filter((name) => settings[name] === fileId)
    .map((setting) => ({ setting, title: nameOfSetting(setting) ?? setting }))
}

/** Also people who are not listed or wait to be deleted: they may be listed again. */
async function listPersonUsages(db: Db, fileId: string): Promise<PersonUsage[]> {
  const people = await db
    .selectFrom('person')
    .select(['id', 'title', 'given_name', 'family_name', 'listed_at'])
    .where('picture_id', '=', fileId)
    .orderBy('sort_name')
    .orderBy('id')
    .execute()
  return people.map(({ id, title, given_name, family_name, listed_at }) => ({
    personId: id,
    title: [title, given_name, family_name].filter(Boolean).join(' '),
    isLive: listed_at !== null,
  }))
}

async function listEntryUsages(db: Db, fileId: string): Promise<EntryUsage[]> {
  const rows = await db
    .selectFrom('entry_version_ref as ref')
    .innerJoin('entry', 'entry.id', 'ref.entry_id')
    .innerJoin('entry_version as head', (join) =>
      join.onRef('head.entry_id', '=', 'entry.id').onRef('head.number', '=', 'entry.head_version'),
    )
    .select(['entry.id', 'entry.kind', 'head.title', 'entry.live_version', 'ref.number'])
    .where((eb) => namesFile(eb, fileId))
    .where((eb) =>
      eb.or([
        eb('ref.number', '=', eb.ref('entry.head_version')),
        eb('ref.number', '=', eb.ref('entry.live_version')),
      ]),
    )
    .orderBy('head.title')
    .orderBy('entry.id')
    .execute()
  const usages = new Map<string, EntryUsage>()
  for (const { id, kind, title, live_version, number } of rows) {
    const isLive = number === live_version || (usages.get(id)?.isLive ?? false)
    usages.set(id, { entryId: id, kind, title, isLive })
  }
  return [...usages.values()]
}

/** Changing a file that visitors see changes the site, and requires the right to publish. */
export async function mayChangeFile(db: Db, actor: Actor, fileId: string): Promise<boolean> {
  if (actor.kind !== 'staff') return false
  const { editorsPublish } = await readSettings(db)
  return mayPublish({ role: actor.role, editorsPublish }) || !(await isShown(db, fileId))
}

/** Whether visitors see a file, or will see it without another decision. */
async function isShown(db: Db, fileId: string): Promise<boolean> {
  const shown = await db
    .selectFrom('file')
    .select('id')
    .where('id', '=', fileId)
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('live_ref as ref')
            .select('ref.entry_id')
            .where((eb) => namesFile(eb, fileId)),
        ),
        exists(
          selectFrom('entry')
            .innerJoin('entry_version_ref as ref', (join) =>
              join.onRef('ref.entry_id', '=', 'entry.id').onRef('ref.number', '=', 'entry.head_version'),
            )
            .select('entry.id')
            .where('entry.state', '=', 'scheduled')
            .where((eb) => namesFile(eb, fileId)),
        ),
        exists(
          selectFrom('person')
            .select('person.id')
            .where('picture_id', '=', fileId)
            .where('listed_at', 'is not', null),
        ),
        exists(
          selectFrom('menu_item')
            .select('item')
            .where('menu', '=', 'now')
            .where(contains(sql.ref('href'), fileId)),
        ),
        exists(
          selectFrom('redirect')
            .select('from_path')
            .where(contains(sql.ref('to_path'), fileId)),
        ),
      ]),
    )
    .executeTakeFirst()
  return shown !== undefined || (await listSettingUsages(db, fileId)).length > 0
}

/**
 * A link may contain the full address of a file, under any present or former host of the site, so only the id decides.
 * An id is never reused, so it is in no other address by chance.
 */
function namesFile(
  eb: ExpressionBuilder<{ ref: Pick<Tables['entry_version_ref'], 'kind' | 'target'> }, 'ref'>,
  fileId: string,
) {
  return eb.or([
    eb.and([eb('ref.kind', '=', 'file'), eb('ref.target', '=', fileId)]),
    eb.and([eb('ref.kind', '=', 'link'), contains(sql.ref('ref.target'), fileId)]),
  ])
}
