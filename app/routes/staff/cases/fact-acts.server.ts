import { data } from 'react-router'
import { enterFact, removeFact, restoreFact } from '#features/cases/rules/entered-facts.server.ts'
import { isFactName, type FactName } from '#features/rulebook/facts.ts'
import { factForm, factInputName, restoreFactForm } from '#features/rulebook/form.ts'
import { changedSince, refuse, unknownAction, unlessWrong } from '#routes/request/answers.server.ts'
import { givenToStaff } from '#routes/request/begin.server.ts'
import type { Flash } from '#routes/request/flash-messages.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { readButton, readForm } from '#server/input/form.server.ts'
import { noSuch } from './case-acts.server.ts'
import type { Route } from './+types/case-rules.ts'

/** What staff enter for the rules; the caller has checked that it is a member of staff. */
export function actOnFacts(args: Route.ActionArgs) {
  const [, act, fact = ''] = /^([a-z]+)-(.+)$/.exec(args.url.searchParams.get('do') ?? '') ?? []
  if (isFactName(fact)) {
    if (act === 'enter') return enter(args, fact)
    if (act === 'remove') return remove(args, fact)
    if (act === 'restore') return restore(args, fact)
  }
  throw data({ sentence: unknownAction }, { status: 400 })
}

const ended = 'This case is closed, so its facts no longer change.'

async function enter(args: Route.ActionArgs, name: FactName) {
  const { db, actor, now } = givenToStaff(args)
  const { reference } = args.params
  const form = await readForm(args.request, factForm(name))
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const outcome = await enterFact(db, actor, reference, { name, ...form.answers }, now)
  if (outcome.ok) return back(args, { key: 'case-fact-entered' })
  if (outcome.reason === 'not-found') throw data(noSuch, { status: 404 })
  return refuse(409, { [factInputName(name)]: ended }, form.typed)
}

async function remove(args: Route.ActionArgs, name: FactName) {
  const { db, actor, now } = givenToStaff(args)
  const { reference } = args.params
  unlessWrong(await readButton(args.request))
  const outcome = await removeFact(db, actor, reference, name, now)
  if (outcome.ok) {
    const { shownHash } = outcome
    return back(args, { key: 'case-fact-removed', reference, fact: name, shownHash })
  }
  if (outcome.reason === 'not-found') throw data(noSuch, { status: 404 })
  return refuse(409, { [factInputName(name)]: ended })
}

async function restore(args: Route.ActionArgs, name: FactName) {
  const { db, actor, now } = givenToStaff(args)
  const { reference } = args.params
  const form = await readForm(args.request, restoreFactForm)
  if (!form.ok) return refuse(400, { [factInputName(name)]: Object.values(form.errors)[0] ?? '' })
  const { shownHash } = form.answers
  const outcome = await restoreFact(db, actor, reference, { name, shownHash }, now)
  if (outcome.ok) return back(args, { key: 'case-fact-entered' })
  if (outcome.reason === 'not-found') throw data(noSuch, { status: 404 })
  return refuse(409, { [factInputName(name)]: outcome.reason === 'conflict' ? changedSince : ended })
}

function back(args: Route.ActionArgs, flash: Flash) {
  return redirectWithFlash(args, `/editor/cases/${args.params.reference}/rules`, flash)
}
