import { data } from 'react-router'
import { setGrants } from '#features/bodies/capabilities.server.ts'
import {
  bodyFields,
  bodyForm,
  endTermForm,
  grantFields,
  grantsForm,
  readGrants,
  readScopeTicks,
  termForm,
  withdrawTermForm,
} from '#features/bodies/form.ts'
import {
  addTerm,
  changeBody,
  endTerm,
  withdrawTerm,
  type EndRefusal,
  type TermRefusal,
} from '#features/bodies/operations.server.ts'
import { givenToStaff, type RouteArgs } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { changedSince, refuse, unlessWrong } from '#routes/request/answers.server.ts'
import { readForm } from '#server/input/form.server.ts'

export const noBody = { sentence: 'There is no body at this address.' }

type BodyArgs = RouteArgs & { params: { id: string } }

const pageOf = ({ params }: BodyArgs) => `/admin/bodies/${params.id}`

export async function changeDetails(args: BodyArgs) {
  const { db, actor, now } = givenToStaff(args)
  const form = await readForm(args.request, bodyForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const { 'public-page': isPublic, ...wanted } = form.answers
  const change = { ...wanted, id: args.params.id, isPublic: isPublic === 'yes' }
  const { id } = args.params
  const outcome = await changeBody(db, actor, change, now)
  if (outcome.ok) {
    const before = bodyFields(outcome.before, outcome.version)
    return redirectWithFlash(args, pageOf(args), { key: 'body-saved', id, before })
  }
  if (outcome.reason === 'not-found') throw data(noBody, { status: 404 })
  return refuse(
    409,
    {
      name: 'Someone else saved this body since you opened the page. Reload it and enter your changes again.',
    },
    form.typed,
  )
}

const termRefusals: Record<Exclude<TermRefusal, 'not-found'>, Record<string, string>> = {
  'no-such-number': { memberNo: 'Nobody in the register has this number.' },
  'no-such-account': { account: 'This account is no longer active. Choose another.' },
  'already-member': { startsOn: 'This person already belongs to the body at that time.' },
  'chair-taken': { post: 'The body has a chair at that time. Enter the last day of that term first.' },
}

export async function addMember(args: BodyArgs) {
  const { db, actor, now } = givenToStaff(args)
  const form = await readForm(args.request, termForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const outcome = await addTerm(db, actor, args.params.id, form.answers, now)
  if (outcome.ok)
    return redirectWithFlash(args, `${pageOf(args)}#members`, {
      ...{ key: 'body-member-added', id: args.params.id, term: outcome.term },
      shownHash: outcome.shownHash,
    })
  if (outcome.reason === 'not-found') throw data(noBody, { status: 404 })
  return refuse(409, termRefusals[outcome.reason], form.typed)
}

const endRefusals: Record<Exclude<EndRefusal, 'not-found'>, string> = {
  'already-over': 'This term has ended. If its last day is wrong, withdraw the term and add it again.',
  'before-start': 'The last day is before the first day of the term. Enter a later day.',
}

export async function endMembership(args: BodyArgs) {
  const { db, actor, now } = givenToStaff(args)
  const form = await readForm(args.request, endTermForm)
  if (!form.ok) return refuse(400, forTerm(form.errors, form.typed), form.typed)
  const outcome = await endTerm(db, actor, args.params.id, form.answers, now)
  if (outcome.ok) return redirectWithFlash(args, `${pageOf(args)}#members`, { key: 'body-term-ended' })
  if (outcome.reason === 'not-found') throw data(noBody, { status: 404 })
  return refuse(409, forTerm({ lastDay: endRefusals[outcome.reason] }, form.typed), form.typed)
}

export async function withdraw(args: BodyArgs) {
  const { db, actor, now } = givenToStaff(args)
  const form = await readForm(args.request, withdrawTermForm)
  if (!form.ok) return refuse(400, forTerm(form.errors, form.typed), form.typed)
  const outcome = await withdrawTerm(db, actor, args.params.id, form.answers, now)
  if (outcome.ok) return redirectWithFlash(args, `${pageOf(args)}#members`, { key: 'body-term-withdrawn' })
  if (outcome.reason === 'conflict') return refuse(409, { members: changedSince })
  throw data(noBody, { status: 404 })
}

export async function changeGrants(args: BodyArgs) {
  const { db, actor, now } = givenToStaff(args)
  const form = unlessWrong(await readForm(args.request, grantsForm))
  const { id } = args.params
  const wanted = { grants: readGrants(form), scope: readScopeTicks(form), shownHash: form.shownHash }
  const outcome = await setGrants(db, actor, id, wanted, now)
  if (!outcome.ok && outcome.reason === 'conflict') return refuse(409, { capabilities: changedSince })
  if (!outcome.ok) throw data(noBody, { status: 404 })
  const { grants, scope } = outcome.before
  const before = { ...grantFields(grants, scope), shownHash: outcome.shownHash }
  return redirectWithFlash(args, `${pageOf(args)}#capabilities`, {
    key: 'body-capabilities-saved',
    id,
    before,
  })
}

/** Every row has these fields, so the errors name the row. */
function forTerm(errors: Record<string, string>, { term = '' }: Record<string, string>) {
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [`${field}-${term}`, error]))
}
