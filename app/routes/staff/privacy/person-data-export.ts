import { officeDay } from '#office-time.ts'
import { Readable } from 'node:stream'
import { writeArchive } from '#features/privacy/archive.server.ts'
import { collectPerson } from '#features/privacy/collecting.server.ts'
import { personRequestForm } from '#features/privacy/form.ts'
import { begin } from '#routes/request/begin.server.ts'
import { confirmFirst } from '#routes/request/confirm.server.ts'
import { sentenceAnswer } from '#routes/request/table-answer.server.ts'
import { readForm } from '#server/input/form.server.ts'
import { personalData } from '#routes/request/personal-data.server.ts'
import type { Route } from './+types/person-data-export.ts'

export { onlyPosted as loader } from '#routes/request/answers.server.ts'

/** Everything stored about one person, as a file to give to them. */
export async function action(args: Route.ActionArgs) {
  const { db, privateFiles, session, actor, now } = begin(args, 'routes/staff/privacy/person-data-export')
  const form = await readForm(args.request, personRequestForm)
  if (!form.ok) return sentenceAnswer(`${Object.values(form.errors)[0]} Go back and send it again.`)
  confirmFirst(args, session, '/admin/privacy')
  const collected = await collectPerson(db, personalData, actor, form.answers, now)
  const zip = await writeArchive(privateFiles, collected)
  const body = Readable.toWeb(Readable.from(zip))
  return new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="personal-data-${officeDay(now)}.zip"`,
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; sandbox`,
    },
  })
}
