import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import { newId } from '#db/engine/id.ts'
import { fromJson, toJson } from '#db/engine/json.ts'
import { lockWork } from '#db/engine/lock.server.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { fillContact, fillsContact, putContactBack } from '#features/people/contacts/operations.server.ts'
import { findContact } from '#features/people/contacts/queries.server.ts'
import { movePeople, writePerson } from '#features/people/editing.server.ts'
import { areAlikePeople } from '#features/people/import/register-index.ts'
import { fullName } from '#features/people/register.ts'
import { findRecord, type PersonRecord } from '#features/people/register-queries.server.ts'
import type { Outcome } from '#outcome.ts'
import { contactVersionAfter, merged, type BeforeMerge } from './before.ts'
import { findTakenOver, giveBack, isAsTakenOver, takeOver } from './taken-over.server.ts'

export type MergeRefusal = 'not-found' | 'not-alike' | 'both-certified' | 'contact-by-office'
export type UndoMergeRefusal = 'not-found' | 'changed-since' | 'contact-by-office'

interface Merge {
  mainId: string
  duplicateId: string
  /** Whether the actor may change how to reach people. */
  mayChangeContacts: boolean
}

/**
 * Makes one entry of two: the main one takes over what only the other says, its certificates, cases and addresses. The
 * other is deleted, with the usual thirty days, and the merge can be undone for as long.
 */
export function mergePeople(
  db: Db,
  actor: Actor,
  { mainId, duplicateId, mayChangeContacts }: Merge,
  now: Date,
): Promise<Outcome<MergeRefusal, { merge: string }>> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'register')
    const [main, duplicate] = [await findRecord(db, mainId), await findRecord(db, duplicateId)]
    if (!isThere(main) || !isThere(duplicate) || mainId === duplicateId)
      return { ok: false, reason: 'not-found' }
    // Otherwise a merge would be a removal without a second officer.
    if (actor.kind === 'staff' && !areAlike(main, duplicate)) return { ok: false, reason: 'not-alike' }
    if (await areBothCertified(db, mainId, duplicateId)) return { ok: false, reason: 'both-certified' }
    if (!mayChangeContacts && (await fillsContact(db, mainId, duplicateId)))
      return { ok: false, reason: 'contact-by-office' }

    const before = await readBefore(db, main, duplicate)
    await movePeople(db, actor, 'bin', [duplicateId], now)
    await db
      .updateTable('person')
      .set({ fellow_no: null, slug: null })
      .where('id', '=', duplicateId)
      .execute()
    await moveBelongings(db, before, mainId)
    if (duplicate.slug !== null)
      await db
        .insertInto('former_person_slug')
        .values({ slug: duplicate.slug, person_id: mainId, created_at: now.getTime() })
        .execute()
    const version = await writePerson(db, main, merged(main, duplicate), now)
    if (before.orcid)
      await db.updateTable('person').set({ orcid: before.orcid }).where('id', '=', mainId).execute()
    await takeOver(db, mainId, duplicateId, before.takenOver)
    const contactAfter = await fillContact(db, mainId, duplicateId, now)
    await raiseContentVersion(db, now)
    const merge = newId()
    await db
      .insertInto('person_merge')
      .values({
        ...{ id: merge, kept_id: mainId, dropped_id: duplicateId },
        before: toJson({ ...before, contactAfter } satisfies BeforeMerge),
        ...{ kept_version: version, merged_at: now.getTime(), undone_at: null },
      })
      .execute()
    await record(db, actor, 'person.merged', `person:${mainId}`, {}, now)
    return { ok: true, merge }
  })
}

/** Makes two entries of one again, exactly as they were, unless someone has changed the main one since, or its contact. */
export function undoMerge(
  db: Db,
  actor: Actor,
  { mergeId, mayChangeContacts }: { mergeId: string; mayChangeContacts: boolean },
  now: Date,
): Promise<Outcome<UndoMergeRefusal>> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'register')
    const merge = await db
      .selectFrom('person_merge')
      .selectAll()
      .where('id', '=', mergeId)
      .where('undone_at', 'is', null)
      .executeTakeFirst()
    const main = merge && (await findRecord(db, merge.kept_id))
    if (!main || main.binnedAt !== null) return { ok: false, reason: 'not-found' }
    if (main.version !== merge.kept_version) return { ok: false, reason: 'changed-since' }

    const before = fromJson<BeforeMerge>(merge.before)
    const { dropped_id: duplicateId } = merge
    const contactLeft = contactVersionAfter(before, await findContact(db, duplicateId))
    const isContactAsLeft = (await findContact(db, main.id)).version === contactLeft
    if (!isContactAsLeft || !(await isAsTakenOver(db, main.id, before.takenOver)))
      return { ok: false, reason: 'changed-since' }
    const isContactChanged = contactLeft !== before.mainContact.version
    if (isContactChanged && !mayChangeContacts) return { ok: false, reason: 'contact-by-office' }
    await writePerson(db, main, before.main, now)
    await db.updateTable('person').set({ slug: before.mainSlug }).where('id', '=', main.id).execute()
    if (before.orcid)
      await db
        .updateTable('person')
        .set({ orcid: null })
        .where('id', '=', main.id)
        .where('orcid', '=', before.orcid)
        .execute()
    const { fellowNo, slug } = before.duplicate
    if (slug !== null) await db.deleteFrom('former_person_slug').where('slug', '=', slug).execute()
    await db.updateTable('person').set({ fellow_no: fellowNo, slug }).where('id', '=', duplicateId).execute()
    await moveBelongings(db, before, duplicateId)
    await giveBack(db, main.id, duplicateId, before.takenOver)
    if (isContactChanged) await putContactBack(db, main.id, before.mainContact, now)
    await movePeople(db, actor, 'restore', [duplicateId], now)
    await raiseContentVersion(db, now)
    await db.updateTable('person_merge').set({ undone_at: now.getTime() }).where('id', '=', mergeId).execute()
    await record(db, actor, 'person.merge-undone', `person:${main.id}`, {}, now)
    return { ok: true }
  })
}

function isThere(person: PersonRecord | undefined): person is PersonRecord {
  return person !== undefined && person.binnedAt === null
}

function areAlike(main: PersonRecord, duplicate: PersonRecord): boolean {
  const [one, other] = [main, duplicate].map((person) => ({
    name: fullName(person),
    institution: person.institution ?? null,
  }))
  return areAlikePeople(one!, other!)
}

/** A person has one valid certificate of a kind; people decide which of two is right. */
async function areBothCertified(db: Db, mainId: string, duplicateId: string): Promise<boolean> {
  const rows = await db
    .selectFrom('certificate')
    .select('kind')
    .where('person_id', 'in', [mainId, duplicateId])
    .where('revoked_at', 'is', null)
    .execute()
  return new Set(rows.map(({ kind }) => kind)).size < rows.length
}

async function readBefore(db: Db, main: PersonRecord, duplicate: PersonRecord) {
  const idsIn = async (table: 'certificate' | 'dossier' | 'body_term') =>
    (await db.selectFrom(table).select('id').where('person_id', '=', duplicate.id).execute()).map(
      ({ id }) => id,
    )
  const former = await db
    .selectFrom('former_person_slug')
    .select('slug')
    .where('person_id', '=', duplicate.id)
    .execute()
  return {
    main,
    mainSlug: main.slug,
    mainContact: await findContact(db, main.id),
    duplicate: { fellowNo: duplicate.fellowNo ?? null, slug: duplicate.slug },
    certificates: await idsIn('certificate'),
    cases: await idsIn('dossier'),
    bodyTerms: await idsIn('body_term'),
    ownRequests: await listMovableRequests(db, main.id, duplicate.id),
    orcid: await findOrcidToTake(db, main.id, duplicate.id),
    formerSlugs: former.map(({ slug }) => slug),
    takenOver: await findTakenOver(db, main.id, duplicate.id),
  } satisfies BeforeMerge
}

/** A person has one open request of a kind: that of the main entry stays. */
async function listMovableRequests(db: Db, mainId: string, duplicateId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('own_request')
    .select(['id', 'kind', 'state', 'person_id'])
    .where('person_id', 'in', [mainId, duplicateId])
    .execute()
  const open = rows.filter(({ state, person_id }) => state === 'open' && person_id === mainId)
  return rows
    .filter(({ person_id }) => person_id === duplicateId)
    .filter(({ state, kind }) => state !== 'open' || open.every((one) => one.kind !== kind))
    .map(({ id }) => id)
}

/** Null if the main entry has one of its own. */
async function findOrcidToTake(db: Db, mainId: string, duplicateId: string): Promise<string | null> {
  const rows = await db
    .selectFrom('person')
    .select(['id', 'orcid'])
    .where('id', 'in', [mainId, duplicateId])
    .execute()
  const orcidOf = (wanted: string) => rows.find(({ id }) => id === wanted)?.orcid ?? null
  return orcidOf(mainId) === null ? orcidOf(duplicateId) : null
}

async function moveBelongings(db: Db, before: BeforeMerge, person_id: string) {
  const { certificates, cases, formerSlugs, bodyTerms = [], ownRequests = [] } = before
  for (const id of certificates)
    await db.updateTable('certificate').set({ person_id }).where('id', '=', id).execute()
  for (const id of cases) await db.updateTable('dossier').set({ person_id }).where('id', '=', id).execute()
  for (const id of bodyTerms)
    await db.updateTable('body_term').set({ person_id }).where('id', '=', id).execute()
  for (const id of ownRequests)
    await db.updateTable('own_request').set({ person_id }).where('id', '=', id).execute()
  for (const slug of formerSlugs)
    await db.updateTable('former_person_slug').set({ person_id }).where('slug', '=', slug).execute()
}
