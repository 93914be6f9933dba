import {
  beginTotp,
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
} from '#features/staff/factors/factors.server.ts'
import { buttonForm, codeForm, sessionForm } from '#features/staff/accounts/form.ts'
import { removePasskey } from '#features/staff/factors/passkeys.server.ts'
import { given } from '#routes/request/begin.server.ts'
import type { SignedIn } from '#routes/request/session-context.server.ts'
import { readConfirmable } from '#server/input/form.server.ts'
import { dataWith, redirectWith, refuse, unlessWrong } from '#routes/request/answers.server.ts'
import { confirmHere } from '#routes/request/confirm.server.ts'
import { staffCookies } from '#routes/request/staff-cookies.server.ts'
import type { Route } from './+types/factors.ts'

/** What people do with their own second factor. Each action needs fresh proof: a stolen session must not change one. */

const here = '/account/factors'

type Args = Route.ActionArgs

async function beginApp(args: Args, old: SignedIn) {
  const form = await readConfirmable(args.request, buttonForm)
  unlessWrong(form)
  const proof = await confirmHere(args, old, form)
  if (!proof.ok) return proof.answer
  const { db, config } = given(args)
  await beginTotp(db, config, proof.session)
  return redirectWith(`${here}#app`, proof.cookies)
}

async function confirmApp(args: Args, old: SignedIn) {
  const { db, config, client, actor, now } = given(args)
  const form = await readConfirmable(args.request, codeForm)
  if (!form.ok) return refuse(400, form.errors)
  const proof = await confirmHere(args, old, form)
  if (!proof.ok) return proof.answer
  const { code } = form.answers
  const outcome = await confirmTotp(db, config, actor, proof.session, code, client, now)
  if (!outcome.ok) return refuse(409, { code: refusals[outcome.reason] }, {}, proof.cookies)
  return dataWith({ codes: outcome.recoveryCodes }, staffCookies(config, outcome.tokens))
}

async function removeApp(args: Args, old: SignedIn) {
  const { db, config, client, actor, now } = given(args)
  const form = await readConfirmable(args.request, buttonForm)
  unlessWrong(form)
  const proof = await confirmHere(args, old, form)
  if (!proof.ok) return proof.answer
  const outcome = await removeTotp(db, config, actor, proof.session, client, now)
  return outcome.ok
    ? redirectWith(here, staffCookies(config, outcome.tokens))
    : refuse(409, { app: refusals[outcome.reason] }, {}, proof.cookies)
}

async function dropPasskey(args: Args, old: SignedIn) {
  const { db, config, client, actor, now } = given(args)
  const form = await readConfirmable(args.request, sessionForm)
  const { id } = unlessWrong(form)
  const proof = await confirmHere(args, old, form)
  if (!proof.ok) return proof.answer
  const outcome = await removePasskey(db, config, actor, proof.session, id, client, now)
  return outcome.ok
    ? redirectWith(here, staffCookies(config, outcome.tokens))
    : refuse(409, { passkeys: refusals[outcome.reason] }, {}, proof.cookies)
}

async function newCodes(args: Args, old: SignedIn) {
  const { db, actor, now } = given(args)
  const form = await readConfirmable(args.request, buttonForm)
  unlessWrong(form)
  const proof = await confirmHere(args, old, form)
  if (!proof.ok) return proof.answer
  const outcome = await renewRecoveryCodes(db, actor, proof.session, now)
  return outcome.ok
    ? dataWith({ codes: outcome.recoveryCodes }, proof.cookies)
    : refuse(409, { codes: refusals[outcome.reason] }, {}, proof.cookies)
}

const acts = {
  'begin-app': beginApp,
  'confirm-app': confirmApp,
  'remove-app': removeApp,
  'remove-passkey': dropPasskey,
  'new-codes': newCodes,
}

/** The act that an address names, if it names one. */
export function findFactorAct(name: string | null) {
  return name !== null && Object.hasOwn(acts, name) ? acts[name as keyof typeof acts] : undefined
}

const refusals = {
  'wrong-code': 'This code is wrong. Wait for the next one and try again.',
  'too-many': 'Too many wrong codes. Try again in 15 minutes.',
  'not-started': 'The setup has expired. Start again.',
  'session-over': 'You have been signed out. Sign in again.',
  'not-on': 'No app is set up.',
  'not-found': 'This passkey has already been removed.',
  'password-too-short':
    'Without a second factor, your password needs at least 15 characters. Choose a longer password first.',
  'no-factor': 'Set up an app or a passkey first.',
}
