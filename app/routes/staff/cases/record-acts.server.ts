import { data } from 'react-router'
import { officeAddressForm } from '#features/cases/form.ts'
import { correctAddressAsStaff } from '#features/casework/address-correction.server.ts'
import { newLinkForm } from '#features/casework/casework-form.ts'
import { newLinkRefusals, sendNewLink } from '#features/casework/new-links.server.ts'
import { addressRefusals } from '#features/nominations/address-correction.server.ts'
import { givenToStaff } from '#routes/request/begin.server.ts'
import type { Flash } from '#routes/request/flash-messages.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { refuse, unreadableForm, unknownAction } from '#routes/request/answers.server.ts'
import { readForm } from '#server/input/form.server.ts'
import { noSuch } from './case-acts.server.ts'
import type { Route } from './+types/case-records.ts'

/** What staff do about people who have not answered; the caller has checked that it is a member of staff. */
export function actOnRecords(args: Route.ActionArgs) {
  const act = args.url.searchParams.get('do')
  if (act === 'send-link') return sendLink(args)
  if (act === 'correct-address') return correct(args)
  throw data({ sentence: unknownAction }, { status: 400 })
}

async function sendLink(args: Route.ActionArgs) {
  const { db, config, actor, now } = givenToStaff(args)
  const { params, request } = args
  const form = await readForm(request, newLinkForm)
  if (!form.ok) return refuse(400, { confirmations: unreadableForm }, form.typed)
  const { question } = form.answers
  const { origin } = config
  const requested = { reference: params.reference, request: question }
  const outcome = await sendNewLink(db, actor, origin, requested, now)
  if (outcome.ok) return back(args, { key: 'case-link-sent' })
  if (outcome.reason === 'not-found') throw data(noSuch, { status: 404 })
  return refuse(409, { confirmations: newLinkRefusals[outcome.reason] }, form.typed)
}

async function correct(args: Route.ActionArgs) {
  const { db, config, actor, now } = givenToStaff(args)
  const { params, request } = args
  const form = await readForm(request, officeAddressForm)
  const field = `${form.typed['whose'] ?? ''}-address`
  if (!form.ok) return refuse(400, { [field]: form.errors['address'] ?? unreadableForm }, form.typed)
  const { whose, address: email } = form.answers
  const correction = { whose, email }
  const outcome = await correctAddressAsStaff(db, actor, config.origin, params.reference, correction, now)
  if (outcome.ok) return back(args, { key: 'case-address-corrected', whose })
  if (outcome.reason === 'not-found') throw data(noSuch, { status: 404 })
  return refuse(409, { [field]: addressRefusals[outcome.reason] }, form.typed)
}

function back(args: Route.ActionArgs, flash: Flash) {
  return redirectWithFlash(args, `/editor/cases/${args.params.reference}/records`, flash)
}
