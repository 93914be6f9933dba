import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import type { CheckName } from './checks/checks.ts'
import type { AcademyRule } from './rule.ts'
import type { RuleStage } from './rulebook.ts'
import type { RulebookSubject } from './rulebook.ts'

export interface RulebookLine {
  id: string
  slug: string
  name: string
  subject: RulebookSubject | null
  /** The number of the version in force, if there is one. */
  published: number | null
  draft: number | null
}

/** All rulebooks by name. */
export async function listRulebooks(db: Db): Promise<RulebookLine[]> {
  const rows = await db
    .selectFrom('rulebook')
    .select(['id', 'slug', 'name', 'subject'])
    .select((eb) => [
      eb
        .selectFrom('rulebook_version')
        .whereRef('rulebook_id', '=', 'rulebook.id')
        .where('published_at', 'is not', null)
        .select((eb) => eb.fn.max<number | null>('number').as('number'))
        .as('published'),
      eb
        .selectFrom('rulebook_version')
        .whereRef('rulebook_id', '=', 'rulebook.id')
        .where('published_at', 'is', null)
        .select('number')
        .as('draft'),
    ])
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, subject: row.subject as RulebookSubject | null }))
}

export async function findRulebook(db: Db, id: string) {
  const row = await db
    .selectFrom('rulebook')
    .select(['id', 'slug', 'name', 'subject'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...row, subject: row.subject as RulebookSubject | null }
}

export interface RulebookVersion {
  id: string
  number: number
  publishedAt: number | null
  note: string | null
}

const versionColumns = ['id', 'number', 'published_at as publishedAt', 'note'] as const

/** Every version of a rulebook, the latest first. */
export function listRulebookVersions(db: Db, rulebookId: string): Promise<RulebookVersion[]> {
  return db
    .selectFrom('rulebook_version')
    .select(versionColumns)
    .where('rulebook_id', '=', rulebookId)
    .orderBy('number', 'desc')
    .execute()
}

export function findDraft(db: Db, rulebookId: string): Promise<RulebookVersion | undefined> {
  return db
    .selectFrom('rulebook_version')
    .select(versionColumns)
    .where('rulebook_id', '=', rulebookId)
    .where('published_at', 'is', null)
    .executeTakeFirst()
}

/** The version of a rulebook that is in force. */
export function findPublished(db: Db, rulebookId: string): Promise<RulebookVersion | undefined> {
  return db
    .selectFrom('rulebook_version')
    .select(versionColumns)
    .where('rulebook_id', '=', rulebookId)
    .where('published_at', 'is not', null)
    .orderBy('number', 'desc')
    .executeTakeFirst()
}

export function listRulebookChoices(db: Db): Promise<{ slug: string; title: string }[]> {
  return db.selectFrom('rulebook').select(['slug', 'name as title']).orderBy('name').orderBy('id').execute()
}

/** What a rulebook is found by: what it judges, or the slug that a call names. */
export type RuledBy = ({ subject: string } | { rulebook: string }) & {
  /** Since when its rules count for the case; without it, the version in force judges. */
  at?: number
}

/** The version of a rulebook that judges: a later one changes nothing for a case of an earlier call. */
export async function findVersionFor(db: Db, by: RuledBy): Promise<RulebookVersion | undefined> {
  const rulebook = await db
    .selectFrom('rulebook')
    .select('id')
    .where((eb) => ('subject' in by ? eb('subject', '=', by.subject) : eb('slug', '=', by.rulebook)))
    .executeTakeFirst()
  return rulebook && findPublishedAt(db, rulebook.id, by.at ?? Infinity)
}

/** The name of the rulebook that a version belongs to. */
export async function findNameOfVersion(db: Db, versionId: string): Promise<string> {
  const { name } = await db
    .selectFrom('rulebook_version')
    .innerJoin('rulebook', 'rulebook.id', 'rulebook_version.rulebook_id')
    .select('rulebook.name')
    .where('rulebook_version.id', '=', versionId)
    .executeTakeFirstOrThrow()
  return name
}

/** The version that was in force at a moment; the first one if there was none yet. */
export async function findPublishedAt(
  db: Db,
  rulebookId: string,
  at: number,
): Promise<RulebookVersion | undefined> {
  const versions = await listRulebookVersions(db, rulebookId)
  const published = versions.filter(({ publishedAt }) => publishedAt !== null)
  return published.find(({ publishedAt }) => (publishedAt ?? 0) <= at) ?? published.at(-1)
}

export interface StoredRule extends AcademyRule {
  id: string
  isSample: boolean
  revision: number
}

/** The rules of a version in their order. */
export async function listRules(db: Db, versionId: string): Promise<StoredRule[]> {
  const rows = await db
    .selectFrom('academy_rule')
    .selectAll()
    .where('version_id', '=', versionId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(toRule)
}

/** A rule of a draft; published ones are not edited. */
export async function findDraftRule(
  db: Db,
  rulebookId: string,
  ruleId: string,
): Promise<StoredRule | undefined> {
  const row = await db
    .selectFrom('academy_rule')
    .innerJoin('rulebook_version', 'rulebook_version.id', 'academy_rule.version_id')
    .selectAll('academy_rule')
    .where('academy_rule.id', '=', ruleId)
    .where('rulebook_id', '=', rulebookId)
    .where('published_at', 'is', null)
    .executeTakeFirst()
  return row && toRule(row)
}

export interface RuleRow {
  id: string
  version_id: string
  position: number
  clause: string
  words: string
  check_name: string
  check_values: string
  stage: string
  grades: string
  valid_from: string | null
  valid_to: string | null
  examples: string
  sample_at: number | null
  revision: number
}

function toRule(row: RuleRow): StoredRule {
  return {
    id: row.id,
    clause: row.clause,
    words: row.words,
    check: row.check_name as CheckName,
    values: fromJson(row.check_values),
    stage: row.stage as RuleStage,
    grades: fromJson(row.grades),
    from: row.valid_from,
    to: row.valid_to,
    examples: fromJson(row.examples),
    isSample: row.sample_at !== null,
    revision: row.revision,
  }
}

export interface PublicRulebook {
  id: string
  slug: string
  name: string
  number: number
  publishedAt: number
  note: string | null
  rules: { clause: string; words: string; from: string | null; to: string | null }[]
}

/** The rulebooks that visitors read: of each the version in force. */
export async function listPublicRulebooks(db: Db): Promise<PublicRulebook[]> {
  const shown: PublicRulebook[] = []
  for (const { id, slug, name } of await listRulebooks(db)) {
    const version = await findPublished(db, id)
    if (!version || version.publishedAt === null) continue
    const { number, publishedAt, note } = version
    const rules = await listRules(db, version.id)
    shown.push({
      ...{ id, slug, name, number, publishedAt, note },
      rules: rules.map(({ clause, words, from, to }) => ({ clause, words, from, to })),
    })
  }
  return shown
}
