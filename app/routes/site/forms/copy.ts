import { findSentForm } from '#features/cases/sent-form.server.ts'
import { shareOf } from '#features/cases/shares.ts'
import { shownParts } from '#features/forms/shown.ts'
import type { FormCopy } from '#features/forms/form-copy.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { notThere } from '#routes/endpoints/answers.ts'
import { privatePdf } from '#routes/endpoints/files/private-file.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import { drawInThread } from '#server/pictures/drawing-thread.server.ts'
import { findFormSession } from './form-session.server.ts'
import type { Route } from './+types/copy.ts'

/** What was submitted, as PDF, for its sender. */
export async function loader(args: Route.LoaderArgs) {
  begin(args, 'routes/site/forms/copy')
  const formSession = await findFormSession(args)
  if (!formSession) return noCopy()
  const { caseType, settings, db, draft, client, share } = formSession
  const reference = draft?.sentAs
  const sent = reference && (await findSentForm(db, caseType.name, reference))
  if (!sent) return noCopy()
  const { form, answers, files } = shareOf(caseType, settings, share, sent)
  const copy: FormCopy = {
    ...{ title: caseType.title, societyName: settings.societyName },
    ...{ reference: sent.reference, receivedAt: sent.receivedAt },
    parts: shownParts(form, answers, files, { unanswered: 'Not answered' }),
  }
  const bytes = await drawInThread('form-copy', copy, networkOf(client.address))
  return privatePdf(bytes, `${sent.reference}.pdf`)
}

function noCopy() {
  return notThere('There is no copy of a form here that this browser can open.')
}
