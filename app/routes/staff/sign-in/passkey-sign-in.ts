import { signInOptions, signInWithPasskey } from '#features/staff/factors/passkeys.server.ts'
import { passkeyResponseForm } from '#features/staff/accounts/form.ts'
import { readButton, readForm } from '#server/input/form.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { jsonWith, nextPath } from '#routes/request/answers.server.ts'
import { staffCookies } from '#routes/request/staff-cookies.server.ts'
import type { Route } from './+types/passkey-sign-in.ts'

const refusals = {
  refused: 'We do not know this passkey, or your device did not confirm it.',
  disabled: 'This account is disabled. If you think this is a mistake, ask an administrator.',
  'too-many': 'Too many attempts. Try again in 15 minutes.',
}

export { onlyPosted as loader } from '#routes/request/answers.server.ts'

export async function action(args: Route.ActionArgs) {
  const { db, config, client, now } = begin(args, 'routes/staff/sign-in/passkey-sign-in')
  const { request } = args
  if (args.url.searchParams.get('do') === 'options') {
    if (!(await readButton(request)).ok) return jsonWith(400, { ok: false, sentence: refusals.refused })
    const started = await signInOptions(db, config, client, now)
    if (started.ok)
      return jsonWith(
        200,
        { ok: true, options: started.options },
        staffCookies(config, { challenge: started.challenge }),
      )
    return started.reason === 'too-many'
      ? jsonWith(429, { ok: false, sentence: refusals['too-many'] })
      : jsonWith(403, { ok: false, sentence: refusals.refused })
  }
  const form = await readForm(request, passkeyResponseForm)
  if (!form.ok) return jsonWith(400, { ok: false, sentence: refusals.refused })
  const outcome = await signInWithPasskey(db, config, form.answers.response, client, now)
  if (!outcome.ok)
    return jsonWith(outcome.reason === 'too-many' ? 429 : 401, {
      ok: false,
      sentence: refusals[outcome.reason],
    })
  const path = nextPath(form.answers.next, outcome.user.role)
  return jsonWith(200, { ok: true, path }, staffCookies(config, outcome.tokens))
}
