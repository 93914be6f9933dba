import { storeDownload } from '#features/media/operations.server.ts'
import { beginUpload } from '#features/media/uploads.server.ts'
import { newId } from '#db/engine/id.ts'
import { autumn, type TestSite } from '#test/harness/site.ts'
import { actorFor } from '#test/makers/staff.ts'
import { makeCaller } from '#test/harness/visitors.ts'
import type { Act } from './act.ts'

/** Files are uploaded in chunks, which are not forms; the other actions on them are. */
export async function mediaActs(testSite: TestSite): Promise<Act[]> {
  const { db, files } = testSite.site
  const by = await makeCaller(testSite, { role: 'editor' })
  const actor = actorFor({ id: by.id, role: 'editor' })
  const started = async () => {
    const upload = await beginUpload(db, actor, { name: 'a.pdf', bytes: 9 }, autumn)
    return upload.ok ? upload.id : ''
  }
  const given = { name: 'a.pdf', mediaType: 'application/pdf' }
  const file = () => storeDownload(db, files, Buffer.from(`%PDF- ${newId()}`), given, autumn)
  const upload = { route: 'routes/staff/media/media-upload', by }
  const page = { route: 'routes/staff/media/media-file', by }
  const words = { alt: 'A page', caption: '', credit: 'Sample' }
  const replaced = await file()
  const earlier = newId()
  const bytes = { sha256: await files.put(Buffer.from('%PDF- earlier')), bytes: 13 }
  const old = { ...bytes, name: 'old.pdf', media_type: 'application/pdf', replaced_at: autumn.getTime() }
  await db
    .insertInto('earlier_file')
    .values({ id: earlier, file_id: replaced, ...old })
    .execute()
  const binned = await file()
  await db.updateTable('file').set({ removed_at: autumn.getTime() }).where('id', '=', binned).execute()
  const to = (what: string) => `/editor/media/upload?do=${what}`
  return [
    {
      ...upload,
      name: 'begin to send a file',
      path: to('begin'),
      form: { name: 'b.pdf', bytes: '9' },
      status: 200,
    },
    {
      ...upload,
      name: 'ask how much is there',
      path: to('state'),
      form: { id: await started() },
      status: 200,
      changesNothing: true,
    },
    {
      ...upload,
      name: 'finish too early',
      path: to('finish'),
      form: { id: await started() },
      status: 400,
      changesNothing: true,
    },
    { ...upload, name: 'cancel a file', path: to('cancel'), form: { id: await started() }, status: 200 },
    {
      ...upload,
      name: 'draw a cover of nothing',
      path: to('cover'),
      form: { id: newId() },
      status: 404,
      changesNothing: true,
    },
    {
      name: 'send a file of a kind that is not accepted',
      route: 'routes/staff/media/media-library',
      path: '/editor/media',
      by,
      form: {},
      file: 'neither a picture nor a document',
      status: 400,
      changesNothing: true,
    },
    { ...page, name: 'describe a file', path: `/editor/media/${await file()}`, form: words },
    {
      ...page,
      name: 'put an earlier file back',
      path: `/editor/media/${replaced}?do=put-back`,
      form: { earlier },
    },
    { ...page, name: 'remove a file', path: `/editor/media/${await file()}?do=remove`, form: {} },
    { ...page, name: 'restore a file', path: `/editor/media/${binned}?do=restore`, form: {} },
  ]
}
