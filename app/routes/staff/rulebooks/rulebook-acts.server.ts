import { data } from 'react-router'
import { moveRuleUp } from '#features/rulebook/drafts.server.ts'
import { publishRulebookForm, ruleButton } from '#features/rulebook/form.ts'
import { discardDraft, publishRulebook, startDraft } from '#features/rulebook/operations.server.ts'
import { removeRule, restoreRule } from '#features/rulebook/removed-rules.server.ts'
import { givenToStaff, type RouteArgs } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { changedSince, refuse, unlessWrong } from '#routes/request/answers.server.ts'
import { readButton, readForm } from '#server/input/form.server.ts'
import { undoButton } from '#server/input/shown-hash.ts'

export const noRulebook = { sentence: 'There is no rulebook at this address.' }

type RulebookArgs = RouteArgs & { params: { id: string } }

const pageOf = ({ params }: RulebookArgs) => `/admin/rulebooks/${params.id}`
const notFound = () => data(noRulebook, { status: 404 })

export async function start(args: RulebookArgs) {
  const { db, actor, now } = givenToStaff(args)
  unlessWrong(await readButton(args.request))
  const outcome = await startDraft(db, actor, args.params.id, now)
  if (!outcome.ok && outcome.reason === 'not-found') throw notFound()
  // Someone else has started it: it is there either way, and theirs to discard.
  const { id } = args.params
  const shownHash = outcome.ok ? outcome.shownHash : undefined
  return redirectWithFlash(args, pageOf(args), { key: 'rulebook-draft-started', id, shownHash })
}

export async function discard(args: RulebookArgs) {
  const { db, actor, now } = givenToStaff(args)
  const undoing = unlessWrong(await readForm(args.request, undoButton))
  const outcome = await discardDraft(db, actor, args.params.id, undoing, now)
  if (outcome.ok) return redirectWithFlash(args, pageOf(args), { key: 'rulebook-draft-discarded' })
  if (outcome.reason === 'not-found') throw notFound()
  if (outcome.reason === 'conflict') return refuse(409, { rules: changedSince })
  return refuse(409, { draft: 'This is the only version of the rulebook. Delete its rules instead.' })
}

export async function publish(args: RulebookArgs) {
  const { db, actor, now } = givenToStaff(args)
  const form = await readForm(args.request, publishRulebookForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const outcome = await publishRulebook(db, actor, args.params.id, form.answers, now)
  if (outcome.ok)
    return redirectWithFlash(args, pageOf(args), { key: 'rulebook-published', number: outcome.number })
  switch (outcome.reason) {
    case 'not-found':
      throw notFound()
    case 'not-ready':
      return refuse(409, { note: outcome.sentence }, form.typed)
    case 'empty':
      return refuse(409, { note: 'The draft has no rules. Add one first.' }, form.typed)
    case 'conflict':
      return refuse(409, { note: 'Someone else published this draft. Reload the page.' }, form.typed)
  }
}

export async function moveUp(args: RulebookArgs) {
  const { db, actor, now } = givenToStaff(args)
  const { rule: ruleId, shownHash } = unlessWrong(await readForm(args.request, ruleButton))
  const { id } = args.params
  const outcome = await moveRuleUp(db, actor, id, { ruleId, shownHash }, now)
  if (outcome.ok) {
    const { passed, shownHash } = outcome
    const flash = { key: 'rulebook-rule-moved' as const, id, passed, shownHash }
    return redirectWithFlash(args, `${pageOf(args)}#rules`, flash)
  }
  if (outcome.reason === 'not-found') throw notFound()
  return refuse(409, { rules: changedSince })
}

export async function remove(args: RulebookArgs) {
  const { db, actor, now } = givenToStaff(args)
  const { rule, shownHash } = unlessWrong(await readForm(args.request, ruleButton))
  const { id } = args.params
  const outcome = await removeRule(db, actor, id, { ruleId: rule, shownHash }, now)
  if (outcome.ok)
    return redirectWithFlash(args, `${pageOf(args)}#rules`, { key: 'rulebook-rule-removed', id, rule })
  if (outcome.reason === 'not-found') throw notFound()
  return refuse(409, { rules: changedSince })
}

export async function restore(args: RulebookArgs) {
  const { db, actor, now } = givenToStaff(args)
  const { rule } = unlessWrong(await readForm(args.request, ruleButton))
  const outcome = await restoreRule(db, actor, args.params.id, rule, now)
  if (outcome.ok) {
    const { id } = args.params
    const flash = { key: 'rulebook-rule-restored' as const, id, rule, shownHash: outcome.shownHash }
    return redirectWithFlash(args, `${pageOf(args)}#rules`, flash)
  }
  if (outcome.reason === 'not-found') throw notFound()
  return refuse(409, {
    rules: 'The draft has another rule with this clause. Change its clause first, then try again.',
  })
}
