import { findSentForm } from '#features/cases/sent-form.server.ts'
import { shownParts } from '#features/forms/shown.ts'
import { attachment, notThere } from '#routes/endpoints/answers.ts'
import { placeToRead } from './place.server.ts'
import type { Route } from './+types/copy.ts'

/** What was sent, as PDF, for whoever sent it. */
export async function loader(args: Route.LoaderArgs) {
  const { process, settings, db, draft } = await placeToRead(args, 'copy')
  const reference = draft?.sentAs
  const sent = reference && (await findSentForm(db, process.name, reference))
  if (!sent) return notThere('There is no copy at this address, or not for this browser.')
  const form = process.formFor(settings, sent.answers)
  // Few ask for it, and the library that writes it is large.
  const { makeFormCopy } = await import('#features/forms/form-copy.server.ts')
  const bytes = await makeFormCopy({
    ...{ title: process.title, societyName: settings.societyName },
    ...{ reference: sent.reference, receivedAt: sent.receivedAt },
    parts: shownParts(form, sent.answers, sent.files, { unanswered: 'Not answered' }),
  })
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': attachment(`${sent.reference}.pdf`),
      'content-security-policy': `default-src 'none'; sandbox`,
      'cache-control': 'no-store',
    },
  })
}
