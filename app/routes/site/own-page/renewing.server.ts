import { setDraftToken, readDraftToken } from '#routes/request/draft-cookies.server.ts'
import { findDraft } from '#features/forms/drafts/drafts.server.ts'
import { memberships } from '#features/memberships/case-type.ts'
import { renewalAnswers } from '#features/memberships/renewable.ts'
import { startRenewal } from '#features/own-pages/helpers/acting.server.ts'
import { findRecord } from '#features/people/register-queries.server.ts'
import { given, type RouteArgs } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import { requireVisit } from './own-session.server.ts'
import { ownPath } from './paths.ts'

/** Starts the form for a renewal with what the register says. A form of this kind in the browser is not replaced. */
export async function beginRenewal(args: RouteArgs) {
  const { db, config, client, now } = given(args)
  const { session, actor } = await requireVisit(args)
  const { name, cookie, href } = memberships
  const own = readDraftToken(client.cookie, cookie, config.origin)
  const present = own === undefined ? undefined : await findDraft(db, name, own, now)
  if (present && present.sentAs === undefined)
    return redirectWithFlash(args, `${href}/tasks`, { key: 'own-renewal-other-form' })
  const member = await findRecord(db, session.personId)
  if (!member) throw new Error('The person of this session is not in the register.')
  const answers = renewalAnswers(member, session.email)
  const network = networkOf(client.address)
  const started = await startRenewal(db, actor, { form: name, network, answers }, now)
  if (!started.ok)
    return redirectWithFlash(args, ownPath, { key: 'own-renewal-not-started', reason: started.reason })
  const cookies = [setDraftToken(cookie, started.token, config.origin)]
  return redirectWithFlash(args, `${href}/tasks`, { key: 'own-renewal-started' }, cookies)
}
