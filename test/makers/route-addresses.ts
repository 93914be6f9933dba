import type { Kysely } from 'kysely'
import { officeDayEnd } from '#office-time.ts'
import { newId } from '#db/engine/id.ts'
import { toJson } from '#db/engine/json.ts'
import type { Db, Tables } from '#db/schema/tables.ts'
import { makePreviewLink } from '#features/content/reading/previews.server.ts'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { system } from '#features/audit/actor.ts'
import { issueCertificate } from '#features/certificates/operations.server.ts'
import { beginImport } from '#features/people/import/operations.server.ts'
import { copiedTables } from '#features/site-copy/rows.ts'
import { queueLetter } from '#server/mail/mail.server.ts'
import { sendOne } from './enquiries.ts'
import { autumn } from '#test/harness/site.ts'
import type { FileStore } from '#server/files/files.server.ts'
import { openCallFor } from './award-calls.ts'
import { makeBody } from './bodies.ts'
import { makeWithPhotograph } from './own-pages.ts'
import { makeRulebook } from './rulebooks.ts'
import { bringLines, makeCase, makeReceived, receiptPath } from './casework.ts'
import { actorFor } from './staff.ts'
import type { Site } from '#site.ts'

/** An existing address for each pattern of a route that has parameters. What it lacks is made. */
export async function findAddresses(
  { db, privateFiles }: Pick<Site, 'db' | 'privateFiles'>,
  staffId: string,
): Promise<Record<string, string>> {
  const slugOf = async (kind: string) => {
    const entries = db.selectFrom('entry').select(['id', 'slug']).where('kind', '=', kind)
    return entries.where('live_version', 'is not', null).orderBy('slug').executeTakeFirstOrThrow()
  }
  const conference = await db
    .selectFrom('entry')
    .innerJoin('entry_version', 'entry_version.entry_id', 'entry.id')
    .select('slug')
    .where('kind', '=', 'conference')
    .where('starts_on', 'is not', null)
    .orderBy('slug')
    .executeTakeFirstOrThrow()
  const activity = await db
    .selectFrom('entry')
    .innerJoin('entry_version', 'entry_version.entry_id', 'entry.id')
    .select('slug')
    .where('kind', '=', 'activity')
    .where('starts_on', 'is not', null)
    .orderBy('slug')
    .executeTakeFirstOrThrow()
  const album = (await slugOf('album')).slug
  const award = await slugOf('award')
  const fellow = await db
    .selectFrom('person')
    .select(['id', 'slug'])
    .where('grade', 'is not', null)
    .where('listed_at', 'is not', null)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const file = await db
    .selectFrom('file')
    .select(['id', 'name'])
    .where('media_type', '=', 'application/pdf')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const picture = await db
    .selectFrom('picture_variant')
    .select(['sha256', 'file_id'])
    .where('format', '=', 'jpeg')
    .orderBy('sha256')
    .executeTakeFirstOrThrow()
  const list = await uploadedList(db)
  const issued = await issueCertificate(db, system, fellow.id, { kind: 'fellowship' }, autumn)
  const certificate = `/certificates/${issued.ok ? issued.code : ''}`
  const { reference, fileId } = await openCase(db, privateFiles)
  const { requestId } = await makeWithPhotograph(db, privateFiles, 'picture@own.example', autumn)
  const rulebook = await makeRulebook(db, autumn, { name: 'Rules of a prize', subject: null, publish: false })
  const body = await makeBody(db, autumn, { name: 'Physics Committee' })
  await db
    .insertInto('body_capability')
    .values({ body_id: body.id, capability: 'auditor', case_type: '' })
    .execute()
  return {
    '/fellowship/fellow-nomination-form/:part': '/fellowship/fellow-nomination-form/nominee',
    '/fellowship/associate-fellow-nomination-form/:part':
      '/fellowship/associate-fellow-nomination-form/nominee',
    '/membership/form/:part': '/membership/form/you',
    ...(await awardFormParts(db, award.slug)),
    '/my-page/:part': '/my-page/contact',
    '/editor/people/requests/:id/photograph': `/editor/people/requests/${requestId}/photograph`,
    '/fellowship/fellows/:slug': `/fellowship/fellows/${fellow.slug}`,
    '/awards/:slug': `/awards/${award.slug}`,
    '/newsletter/:slug': `/newsletter/${(await slugOf('newsletter')).slug}`,
    '/newsletter/:slug/:article': `/newsletter/${(await slugOf('newsletter')).slug}/from-the-editor`,
    '/newsletter/:slug/issue.pdf': `/newsletter/${(await slugOf('newsletter')).slug}/issue.pdf`,
    '/admin/newsletters/:id': `/admin/newsletters/${(await slugOf('newsletter')).id}`,
    '/news/:slug': `/news/${(await slugOf('news')).slug}`,
    '/pages/:slug': `/pages/${await publishExtraPage(db)}`,
    '/conferences/:slug': `/conferences/${conference.slug}`,
    '/conferences/:slug/calendar.ics': `/conferences/${conference.slug}/calendar.ics`,
    '/activities/:slug': `/activities/${activity.slug}`,
    '/activities/:slug/calendar.ics': `/activities/${activity.slug}/calendar.ics`,
    '/gallery/:album': `/gallery/${album}`,
    '/gallery/:album/:photo': `/gallery/${album}/1`,
    '/pictures/:name': `/pictures/${picture.sha256}.jpg`,
    '/files/:id/:name': `/files/${file.id}/${encodeURIComponent(file.name)}`,
    '/preview/*': '/preview/index.png',
    '/editor/content/:kind': '/editor/content/award',
    '/editor/content/:kind/new': '/editor/content/award/new',
    '/editor/content/:kind/templates': '/editor/content/award/templates',
    '/editor/content/:kind/export': '/editor/content/award/export',
    '/editor/entries/:id': `/editor/entries/${award.id}`,
    '/editor/entries/:id/versions': `/editor/entries/${award.id}/versions`,
    '/editor/entries/:id/share': `/editor/entries/${award.id}/share`,
    '/editor/entries/:id/save': `/editor/entries/${award.id}/save`,
    '/editor/entries/:id/working-copy': `/editor/entries/${award.id}/working-copy`,
    '/editor/entries/:id/preview': `/editor/entries/${award.id}/preview`,
    '/draft/:token': `/draft/${await sharePreview(db, award.id, staffId)}`,
    '/editor/cases/:reference': `/editor/cases/${reference}`,
    '/editor/cases/:reference/decision': `/editor/cases/${reference}/decision`,
    '/editor/cases/:reference/records': `/editor/cases/${reference}/records`,
    '/editor/cases/:reference/rules': `/editor/cases/${reference}/rules`,
    '/editor/cases/:reference/print': `/editor/cases/${reference}/print`,
    '/editor/cases/:reference/export': `/editor/cases/${reference}/export`,
    '/editor/cases/:reference/receipts/:id': receiptPath(await makeReceived(db, autumn)),
    '/editor/cases/:reference/files/:id': `/editor/cases/${reference}/files/${fileId}`,
    '/editor/payments/:id': `/editor/payments/${await readStatement(db, staffId)}`,
    '/editor/people/import/:id': `/editor/people/import/${list}`,
    '/editor/people/import/:id/rows': `/editor/people/import/${list}/rows`,
    '/editor/people/import/:id/report': `/editor/people/import/${await doneImport(db)}/report`,
    '/editor/people/:id': `/editor/people/${fellow.id}`,
    '/iaps/bodies/:slug': `/iaps/bodies/${body.slug}`,
    '/admin/bodies/:id': `/admin/bodies/${body.id}`,
    '/admin/rulebooks/:id': `/admin/rulebooks/${rulebook.id}`,
    '/admin/rulebooks/:id/cases': `/admin/rulebooks/${rulebook.id}/cases`,
    '/admin/rulebooks/:id/rules/:rule': `/admin/rulebooks/${rulebook.id}/rules/${rulebook.rule}`,
    '/admin/settings/:page': '/admin/settings/academy',
    '/admin/staff/:id': `/admin/staff/${staffId}`,
    '/admin/site-copy/import/:id': `/admin/site-copy/import/${await checkedCopy(db)}`,
    '/admin/site-copy/:id': `/admin/site-copy/${newId()}`,
    '/admin/mail/:id': `/admin/mail/${await writeLetter(db)}`,
    '/editor/enquiries/:id': `/editor/enquiries/${(await sendOne(db, autumn)).id}`,
    '/editor/media/:id': `/editor/media/${file.id}`,
    '/editor/media/:id/whole': `/editor/media/${picture.file_id}/whole`,
    '/admin/link/:purpose': '/admin/link/verify',
    '/confirm/:purpose': '/confirm/consent',
    '/certificates/:code': certificate,
    '/certificates/:code/:file': `${certificate}/credential.json`,
    '/editor/people/:id/certificates': `/editor/people/${fellow.id}/certificates`,
    '/editor/people/:id/helpers': `/editor/people/${fellow.id}/helpers`,
    '/admin/letters/:kind': '/admin/letters/case.status',
    '/*': `/no-such-page-${newId()}`,
  }
}

async function awardFormParts(db: Db, award: string): Promise<Record<string, string>> {
  await openCallFor(db, autumn, award, { opensAt: 0, closesAt: officeDayEnd('2099-12-31') })
  const pages = ['', '/tasks', '/upload', '/check', '/sent', '/copy', '/resume']
  const form = (slug: string) => `/awards/${slug}/nomination-form`
  return Object.fromEntries([
    ...pages.map((page) => [`${form(':slug')}${page}`, `${form(award)}${page}`]),
    [`${form(':slug')}/:part`, `${form(award)}/nominee`],
  ]) as Record<string, string>
}

/** A nomination under scrutiny, with a file, a note and a letter. */
async function openCase(db: Kysely<Tables>, store: FileStore) {
  const file = { question: 'vitae', name: 'cv.pdf', mediaType: 'application/pdf', store }
  const made = { cycle: '2026', state: 'complete', files: [{ ...file, bytes: Buffer.from('%PDF-1.7') }] }
  const reference = await makeCase(db, autumn, made)
  const { id: fileId } = await db
    .selectFrom('attachment')
    .innerJoin('dossier', 'dossier.id', 'attachment.dossier_id')
    .select('attachment.id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  return { reference, fileId }
}

async function readStatement(db: Kysely<Tables>, staffId: string): Promise<string> {
  const actor = actorFor({ id: staffId, role: 'editor' })
  return bringLines(db, actor, ['2026-11-02,500,UTR00000001,A SAMPLE'], autumn)
}

async function publishExtraPage(db: Kysely<Tables>): Promise<string> {
  const slug = `extra-${newId()}`
  await publishEntry(db, { kind: 'page', slug, data: { title: 'An extra page', sections: [] } }, autumn)
  return slug
}

/** A copy that was checked and waits for confirmation. */
export async function checkedCopy(db: Db): Promise<string> {
  const id = newId()
  const at = autumn.getTime()
  const rows = Object.fromEntries(copiedTables.map((table) => [table, 3]))
  const holds = toJson({ rows, societyName: 'A society', lastChangedAt: at })
  const counts = { bytes: 9, done_count: 0, total_count: 0 }
  await db
    .insertInto('site_import')
    .values({
      ...{ id, name: 'copy.zip', state: 'checked', holds, actor: toJson(system) },
      ...counts,
      created_at: at,
      updated_at: at,
    })
    .execute()
  return id
}

export async function uploadedList(db: Kysely<Tables>): Promise<string> {
  const bytes = Buffer.from('No,Name\nT-1,Tara Nair\n')
  const started = await beginImport(db, system, { name: 'people.csv', bytes, sheet: '' }, autumn)
  return started.ok ? started.id : ''
}

async function doneImport(db: Kysely<Tables>): Promise<string> {
  const id = await uploadedList(db)
  await db.updateTable('people_import').set({ state: 'done' }).where('id', '=', id).execute()
  return id
}

async function writeLetter(db: Kysely<Tables>): Promise<string> {
  const letter = {
    kind: 'test',
    to: 'asha@example.org',
    subject: 'A letter',
    text: 'Hello.',
    html: '<p>Hello.</p>',
  }
  return queueLetter(db, letter, autumn)
}

async function sharePreview(db: Kysely<Tables>, id: string, staffId: string) {
  const made = await makePreviewLink(db, actorFor({ id: staffId, role: 'editor' }), id, autumn)
  if (!made.ok) throw new Error(made.reason)
  return made.token
}
