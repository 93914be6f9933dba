import { acceptInviteByProviderForm, acceptInviteForm, linkForm } from '#features/staff/accounts/form.ts'
import { mustEnrol } from '#features/staff/factors/factor-queries.server.ts'
import { acceptInvite, renewInvite } from '#features/staff/joining/invitations.server.ts'
import { readForm } from '#server/input/form.server.ts'
import { given } from '#routes/request/begin.server.ts'
import { nextPath, redirectWith, refuse } from '#routes/request/answers.server.ts'
import { deadLink, sentenceFor } from './link-sentences.ts'
import { leaveFor } from './providers.server.ts'
import { staffCookies } from '#routes/request/staff-cookies.server.ts'
import type { Route } from './+types/follow-link.ts'

/** What an invited person may answer: accept with a password, accept with a provider, or ask for a new link. */

export function answerInvite(args: Route.ActionArgs) {
  switch (args.url.searchParams.get('do')) {
    case 'renew':
      return renew(args)
    case 'provider':
      return acceptByProvider(args)
    default:
      return accept(args)
  }
}

async function acceptByProvider(args: Route.ActionArgs) {
  const form = await readForm(args.request, acceptInviteByProviderForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const { token, name, phone, provider } = form.answers
  return leaveFor(args, provider, { for: 'invitation', token, name, phone }, form.typed)
}

/** An invitation outlives its link: a new link goes to the invited address. */
async function renew(args: Route.ActionArgs) {
  const form = await readForm(args.request, linkForm)
  if (!form.ok) return refuse(400, form.errors)
  const { db, config, client, now } = given(args)
  const outcome = await renewInvite(db, config, form.answers.token, client, now)
  if (outcome.ok) return { done: 'We emailed you a new link. It works for 30 minutes.' }
  return outcome.reason === 'link-dead'
    ? refuse(410, deadLink)
    : refuse(429, {
        link: 'We sent you several emails in the last hour. Check your inbox and your spam folder.',
      })
}

async function accept(args: Route.ActionArgs) {
  const form = await readForm(args.request, acceptInviteForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const { db, config, client, now } = given(args)
  const outcome = await acceptInvite(db, config, form.answers, client, now)
  if (!outcome.ok) return refuse(409, sentenceFor(outcome.reason), form.typed)
  const next = nextPath(null, null, await mustEnrol(db, outcome.role, false))
  return redirectWith(next, staffCookies(config, outcome.tokens))
}
