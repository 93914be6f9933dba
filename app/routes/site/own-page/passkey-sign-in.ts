import {
  passkeyCookie,
  readOwnToken,
  sessionCookie,
  setOwnToken,
} from '#routes/request/own-page-cookies.server.ts'
import { passkeyAnswerForm } from '#features/own-pages/passkey-form.ts'
import { signInOptions, signInWithPasskey } from '#features/own-pages/passkeys.server.ts'
import { jsonWith } from '#routes/request/answers.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { readButton, readForm } from '#server/input/form.server.ts'
import { ownPath } from './paths.ts'
import type { Route } from './+types/passkey-sign-in.ts'

/** Signs in to the own page with a passkey. */

const refusals = {
  refused: 'This passkey does not open a page here, or your device did not confirm it. Sign in with a code.',
  'too-many': 'Too many attempts. Try again in 15 minutes, or sign in with a code.',
}

export { onlyPosted as loader } from '#routes/request/answers.server.ts'

export async function action(args: Route.ActionArgs) {
  const { db, config, client, now } = begin(args, 'routes/site/own-page/passkey-sign-in')
  if (args.url.searchParams.get('do') === 'options') {
    if (!(await readButton(args.request)).ok) return refusal(400, 'refused')
    const started = await signInOptions(db, config, client.address, now)
    if (!started.ok) return refusal(429, 'too-many')
    const cookies = [setOwnToken(passkeyCookie, started.token, config.origin)]
    return jsonWith(200, { ok: true, options: started.options }, cookies)
  }
  const form = await readForm(args.request, passkeyAnswerForm)
  if (!form.ok) return refusal(400, 'refused')
  const token = readOwnToken(client.cookie, passkeyCookie, config.origin)
  const former = readOwnToken(client.cookie, sessionCookie, config.origin)
  const browser = { address: client.address, former }
  const signedIn = await signInWithPasskey(db, config, { token, ...form.answers }, browser, now)
  if (!signedIn.ok) return refusal(signedIn.reason === 'too-many' ? 429 : 401, signedIn.reason)
  const cookies = [setOwnToken(sessionCookie, signedIn.token, config.origin)]
  return jsonWith(200, { ok: true, path: ownPath }, cookies)
}

function refusal(status: number, reason: keyof typeof refusals) {
  return jsonWith(status, { ok: false, sentence: refusals[reason] })
}
