import { officeDay } from '#office-time.ts'
import { Readable } from 'node:stream'
import { claimOwnExport } from '#features/own-pages/own-changes.server.ts'
import { writeArchive } from '#features/privacy/archive.server.ts'
import { collectOwn } from '#features/privacy/collecting.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { unlessWrong } from '#routes/request/answers.server.ts'
import { personalData } from '#routes/request/personal-data.server.ts'
import { readButton } from '#server/input/form.server.ts'
import { requireOwnReader } from './own-session.server.ts'
import { ownPath } from './paths.ts'
import type { Route } from './+types/export.ts'

export { onlyPosted as loader } from '#routes/request/answers.server.ts'

/** Everything stored about the person who is signed in, as a file. */
export async function action(args: Route.ActionArgs) {
  const { db, privateFiles, now } = begin(args, 'routes/site/own-page/export')
  const { session, actor, isShared } = await requireOwnReader(args)
  unlessWrong(await readButton(args.request))
  // The address does not say which letters and cases are whose.
  if (isShared) return redirectWithFlash(args, ownPath, { key: 'own-export-shared' })
  if (!(await claimOwnExport(db, actor.id, now)))
    return redirectWithFlash(args, ownPath, { key: 'own-export-too-often' })
  const reader = { ...session, isShared }
  const zip = await writeArchive(privateFiles, await collectOwn(db, personalData, actor, reader, now))
  const body = Readable.toWeb(Readable.from(zip))
  return new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="my-data-${officeDay(now)}.zip"`,
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; sandbox`,
    },
  })
}
