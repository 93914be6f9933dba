import { data } from 'react-router'
import type { CheckName } from '#features/rulebook/checks/checks.ts'
import { addExample, removeExample, saveRule } from '#features/rulebook/drafts.server.ts'
import { exampleButton, exampleForm, ruleForm } from '#features/rulebook/form.ts'
import { findDraftRule } from '#features/rulebook/queries.server.ts'
import { factsNeeded } from '#features/rulebook/rule.ts'
import { typedExample } from '#features/rulebook/views.ts'
import { givenToStaff, type RouteArgs } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { changedSince, refuse, unlessWrong } from '#routes/request/answers.server.ts'
import { readForm } from '#server/input/form.server.ts'

export const noRule = { sentence: 'There is no rule at this address that can be edited.' }

type RuleArgs = RouteArgs & { params: { id: string; rule: string } }

const pageOf = ({ params }: RuleArgs, rule = params.rule) => `/admin/rulebooks/${params.id}/rules/${rule}`
const notFound = () => data(noRule, { status: 404 })

/** Saves a new rule with the check of the address, or the rule at the address. */
export async function save(args: RuleArgs, newCheck: CheckName | undefined) {
  const { db, actor, now } = givenToStaff(args)
  const { id, rule: ruleId } = args.params
  const current = newCheck === undefined ? await findDraftRule(db, id, ruleId) : undefined
  const check = newCheck ?? current?.check
  if (check === undefined) throw notFound()
  const form = await readForm(args.request, ruleForm(check, current))
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const saving = { ruleId: current?.id ?? null, ...form.answers }
  const outcome = await saveRule(db, actor, id, saving, now)
  if (outcome.ok)
    return redirectWithFlash(args, `${pageOf(args, outcome.id)}#examples`, { key: 'rulebook-rule-saved' })
  switch (outcome.reason) {
    case 'not-found':
      throw notFound()
    case 'clause-taken':
      return refuse(409, { clause: 'Another rule of this draft has this clause. Enter another.' }, form.typed)
    case 'conflict':
      return refuse(
        409,
        {
          clause:
            'Someone else saved this rule since you opened the page. Reload it and enter your changes again.',
        },
        form.typed,
      )
    case 'example-failed':
      return refuse(409, { words: outcome.sentence }, form.typed)
  }
}

export async function add(args: RuleArgs) {
  const { db, actor, now } = givenToStaff(args)
  const rule = await findDraftRule(db, args.params.id, args.params.rule)
  if (!rule) throw notFound()
  const form = await readForm(args.request, exampleForm(factsNeeded(rule)))
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const outcome = await addExample(db, actor, args.params.id, rule.id, form.answers, now)
  if (outcome.ok)
    return redirectWithFlash(args, `${pageOf(args)}#examples`, {
      ...{ key: 'rulebook-example-added', page: pageOf(args), name: form.answers.name },
      shownHash: outcome.shownHash,
    })
  switch (outcome.reason) {
    case 'not-found':
      throw notFound()
    case 'name-taken':
      return refuse(409, { name: 'Another example of this rule has this name. Enter another.' }, form.typed)
    case 'too-many':
      return refuse(409, { name: 'This rule has 40 examples already. Delete one first.' }, form.typed)
    case 'example-failed':
      return refuse(409, { expect: outcome.sentence }, form.typed)
  }
}

export async function remove(args: RuleArgs) {
  const { db, actor, now } = givenToStaff(args)
  const example = unlessWrong(await readForm(args.request, exampleButton))
  const { id, rule } = args.params
  const outcome = await removeExample(db, actor, id, rule, example, now)
  if (!outcome.ok && outcome.reason === 'conflict') return refuse(409, { examples: changedSince })
  if (!outcome.ok) throw notFound()
  const before = typedExample(outcome.before, example.name)
  return redirectWithFlash(args, `${pageOf(args)}#examples`, {
    ...{ key: 'rulebook-example-removed', page: pageOf(args), before },
  })
}
