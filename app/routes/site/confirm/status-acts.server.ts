import { findConfirmationCase } from '#features/cases/confirmation-queries.server.ts'
import { addressForm } from '#features/cases/form.ts'
import { callFor, callForAward } from '#features/calls/call.ts'
import { listCalls } from '#features/calls/queries.server.ts'
import { caseTypeOf } from '#features/casework/case-types.ts'
import { findPresentAward } from '#features/content/addresses/redirects.server.ts'
import { startAgain } from '#features/casework/start-again.server.ts'
import { withdrawByLink } from '#features/casework/withdrawing.server.ts'
import { readDraftToken, setDraftToken } from '#routes/request/draft-cookies.server.ts'
import { notStarted } from '#features/forms/drafts/begin-sentences.ts'
import { addressRefusals, correctAddressByLink } from '#features/nominations/address-correction.server.ts'
import { given } from '#routes/request/begin.server.ts'
import { redirectWith, refuse, unreadableForm } from '#routes/request/answers.server.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import { linkExpired } from './link-refusals.ts'
import type { Route } from './+types/confirm.ts'

/** What the sender of a case does on the page that shows its status. */

export function actOnStatus(args: Route.ActionArgs, token: string, typed: Record<string, string>) {
  if ('whose' in typed) return correct(args, token, typed)
  const { again, ...rest } = typed
  if (Object.keys(rest).length > 0) return refuse(400, { form: unreadableForm })
  return again === undefined ? withdraw(args, token) : copy(args, token)
}

async function correct(args: Route.ActionArgs, token: string, typed: Record<string, string>) {
  const { db, config, actor, now } = given(args)
  const form = addressForm.safeParse(typed)
  const field = `${typed['whose'] ?? ''}-address`
  if (!form.success) return refuse(400, { [field]: form.error.issues[0]?.message ?? unreadableForm }, typed)
  const { whose, address: email } = form.data
  const outcome = await correctAddressByLink(db, actor, config.origin, token, { whose, email }, now)
  if (!outcome.ok)
    return outcome.reason === 'not-found'
      ? refuse(410, linkExpired)
      : refuse(409, { [field]: addressRefusals[outcome.reason] }, typed)
  return {
    title: 'Address corrected',
    done: `The address of the ${whose} is now ${email}. The link we sent to the former address no longer works. We will email the new address when it is the ${whose}’s turn to answer.`,
  }
}

/** An open form is not replaced without asking: people who have one must finish or discard it first. */
async function copy(args: Route.ActionArgs, token: string) {
  const { db, config, client, now } = given(args)
  const found = await findConfirmationCase(db, 'status', token, now)
  if (!found) return refuse(410, linkExpired)
  const { process: name, answers, category } = found.caseRow
  // The award may have been renamed since.
  const award = name === 'award' ? await findPresentAward(db, category) : undefined
  const { href, cookie } = caseTypeOf(name, award === undefined ? answers : { ...answers, award })
  const calls = await listCalls(db, now)
  const call = award === undefined ? callFor(calls, name) : callForAward(calls, award)
  const isOpen = call ? call.state === 'open' : name === 'membership'
  if (!isOpen) return refuse(409, { again: 'This form is not open at the moment, so you cannot start it.' })
  const starting = {
    link: token,
    network: networkOf(client.address),
    draftOf: () => readDraftToken(client.cookie, cookie, config.origin),
    call,
  }
  const outcome = await startAgain(db, starting, now)
  if (outcome.ok) return redirectWith(`${href}/tasks`, [setDraftToken(cookie, outcome.token, config.origin)])
  if (outcome.reason === 'not-found') return refuse(410, linkExpired)
  if (outcome.reason === 'has-other-form') return refuse(409, { again: otherForm })
  return refuse(outcome.reason === 'all-full' ? 507 : 429, { again: notStarted[outcome.reason] })
}

const otherForm =
  'You have already started this form in this browser. Submit or discard that one, then open this link again.'

async function withdraw(args: Route.ActionArgs, token: string) {
  const { db, config, actor, now } = given(args)
  const outcome = await withdrawByLink(db, actor, config.origin, token, now)
  if (outcome.ok) return { title: 'Withdrawn', done: `You have withdrawn ${outcome.reference}.` }
  if (outcome.reason === 'not-found') return refuse(410, linkExpired)
  return refuse(409, { form: 'You can no longer withdraw this form here. Contact the office.' })
}
