import { passkeyNameForm, passkeyResponseForm } from '#features/staff/accounts/form.ts'
import { addPasskey, passkeyOptions } from '#features/staff/factors/passkeys.server.ts'
import { isFresh } from '#features/staff/session/sessions.server.ts'
import { readButton, readForm } from '#server/input/form.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { jsonWith } from '#routes/request/answers.server.ts'
import { staffCookies } from '#routes/request/staff-cookies.server.ts'
import type { Route } from './+types/passkey-add.ts'

const addPasskeyForm = passkeyResponseForm.omit({ next: true }).extend(passkeyNameForm.shape)

const refusals = {
  refused: 'The passkey was not accepted. Your device must ask for your fingerprint, face or PIN.',
  'not-fresh': 'Confirm your password again: reload this page first.',
}

export { onlyPosted as loader } from '#routes/request/answers.server.ts'

export async function action(args: Route.ActionArgs) {
  const { db, config, client, session, actor, now } = begin(args, 'routes/staff/account/passkey-add')
  const { request } = args
  if (args.url.searchParams.get('do') === 'options') {
    if (!(await readButton(request)).ok) return jsonWith(400, { ok: false, sentence: refusals.refused })
    // Before the device makes a passkey: one that is refused afterwards would stay on it, useless.
    if (!isFresh(session, now)) return jsonWith(403, { ok: false, sentence: refusals['not-fresh'] })
    const started = await passkeyOptions(db, config, 'add', client, now)
    return started.ok
      ? jsonWith(
          200,
          { ok: true, options: started.options },
          staffCookies(config, { challenge: started.challenge }),
        )
      : jsonWith(403, { ok: false, sentence: refusals[started.reason] })
  }
  const form = await readForm(request, addPasskeyForm)
  if (!form.ok)
    return jsonWith(400, { ok: false, sentence: Object.values(form.errors)[0] ?? refusals.refused })
  const outcome = await addPasskey(db, config, actor, session, form.answers, client, now)
  if (!outcome.ok) return jsonWith(403, { ok: false, sentence: refusals[outcome.reason] })
  return jsonWith(
    200,
    { ok: true, path: '/account/factors', recoveryCodes: outcome.recoveryCodes },
    staffCookies(config, outcome.tokens),
  )
}
