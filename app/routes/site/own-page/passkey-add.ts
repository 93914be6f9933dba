import { passkeyCookie, readOwnToken, setOwnToken } from '#routes/request/own-page-cookies.server.ts'
import { newPasskeyForm } from '#features/own-pages/passkey-form.ts'
import { addingOptions, addPasskey, maxPasskeys } from '#features/own-pages/passkeys.server.ts'
import { jsonWith } from '#routes/request/answers.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { readButton, readForm } from '#server/input/form.server.ts'
import { requireOwn } from './own-session.server.ts'
import { passkeysPath } from './paths.ts'
import type { Route } from './+types/passkey-add.ts'

/** Adds a passkey for the person who is signed in. */

const refusals = {
  refused: 'The passkey was not accepted. Your device must ask for your fingerprint, face or PIN.',
  'not-fresh': 'You signed in more than 15 minutes ago. Sign out, sign in again and then add the passkey.',
  'too-many': `You can have ${maxPasskeys} passkeys, and add some of them each day. Remove one, or try again tomorrow.`,
}

export { onlyPosted as loader } from '#routes/request/answers.server.ts'

export async function action(args: Route.ActionArgs) {
  const { db, config, client, now } = begin(args, 'routes/site/own-page/passkey-add')
  const { session, actor } = await requireOwn(args)
  if (args.url.searchParams.get('do') === 'options') {
    if (!(await readButton(args.request)).ok) return refuse(400, refusals.refused)
    const started = await addingOptions(db, config, session, now)
    if (!started.ok) return refuse(started.reason === 'too-many' ? 429 : 403, refusals[started.reason])
    const cookies = [setOwnToken(passkeyCookie, started.token, config.origin)]
    return jsonWith(200, { ok: true, options: started.options }, cookies)
  }
  const form = await readForm(args.request, newPasskeyForm)
  if (!form.ok) return refuse(400, form.errors['name'] ?? refusals.refused)
  const token = readOwnToken(client.cookie, passkeyCookie, config.origin)
  const added = await addPasskey(db, config, actor, session, { token, ...form.answers }, now)
  return added.ok ? jsonWith(200, { ok: true, path: passkeysPath }) : refuse(403, refusals[added.reason])
}

function refuse(status: number, sentence: string) {
  return jsonWith(status, { ok: false, sentence })
}
