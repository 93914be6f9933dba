import { exportCase } from '#features/casework/printed/exporting.server.ts'
import type { FormCopy } from '#features/forms/form-copy.server.ts'
import { officeTimeInWords } from '#office-time.ts'
import { attachment, notThere, tryLater } from '#routes/endpoints/answers.ts'
import { begin } from '#routes/request/begin.server.ts'
import { unreadableForm } from '#routes/request/answers.server.ts'
import { sentenceAnswer } from '#routes/request/table-answer.server.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import { readButton } from '#server/input/form.server.ts'
import { drawInThread } from '#server/pictures/drawing-thread.server.ts'
import { noSuch } from './case-acts.server.ts'
import type { Route } from './+types/case-pdf.ts'

export { onlyPosted as loader } from '#routes/request/answers.server.ts'

/** A whole case as a PDF. */
export async function action(args: Route.ActionArgs) {
  const { db, actor, session, client, now } = begin(args, 'routes/staff/cases/case-pdf')
  const button = await readButton(args.request)
  if (!button.ok) return sentenceAnswer(unreadableForm)
  const printed = await exportCase(db, actor, args.params.reference, 'pdf', now)
  if (!printed) return notThere(noSuch.sentence)
  const { reference, name, receivedAt, parts, societyName } = printed
  const copy: FormCopy = {
    ...{ title: `${printed.title}: ${name}`, societyName, reference, parts },
    receivedAt: new Date(receivedAt),
    note: `Confidential. Exported by ${session.user.name}, ${officeTimeInWords(now)}.`,
  }
  const bytes = await drawInThread('form-copy', copy, networkOf(client.address))
  if (!bytes) return tryLater()
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': attachment(`${reference}-export.pdf`),
      'content-security-policy': `default-src 'none'; sandbox`,
      'cache-control': 'no-store',
    },
  })
}
