import { data } from 'react-router'
import { readNewRuleQuery } from '#features/rulebook/form.ts'
import { findDraft, findDraftRule, findRulebook, type StoredRule } from '#features/rulebook/queries.server.ts'
import { tickedIn } from '#features/rulebook/grade-boxes.ts'
import { stages } from '#features/rulebook/rulebook.ts'
import { viewRule, type RuleView } from '#features/rulebook/views.ts'
import { begin } from '#routes/request/begin.server.ts'
import { unreadableForm } from '#routes/request/answers.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Field, SelectField, TextAreaField, TicksField } from '#ui/form/field.tsx'
import { RuleExamples } from './rule-examples.tsx'
import { add, noRule, remove, save } from './rule-acts.server.ts'
import { ValueInput } from './value-input.tsx'
import type { Route } from './+types/rule.ts'

const route = 'routes/staff/rulebooks/rule'

/** A rule of a draft, or a new one with the check in the address. */
export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, route)
  const { id, rule: ruleId } = args.params
  const rulebook = await findRulebook(db, id)
  if (!rulebook || !(await findDraft(db, id))) throw data(noRule, { status: 404 })
  const newCheck = readCheck(args)
  const rule = newCheck === undefined ? await findDraftRule(db, id, ruleId) : newRule(newCheck)
  if (!rule) throw data(noRule, { status: 404 })
  return { rulebook: { id, name: rulebook.name }, rule: viewRule(rule), isNew: newCheck !== undefined }
}

function readCheck({ url, params }: Route.LoaderArgs | Route.ActionArgs) {
  const query = new URLSearchParams(url.search)
  query.delete('do')
  const read = readNewRuleQuery(query)
  if (!read.ok) throw data({ sentence: read.error }, { status: 400 })
  const { check } = read.query
  if ((params.rule === 'new') !== (check !== undefined)) throw data(noRule, { status: 404 })
  return check
}

function newRule(check: StoredRule['check']): StoredRule {
  return {
    ...{ id: '', clause: '', words: '', check, values: {}, stage: 'scrutiny', grades: [] },
    ...{ from: null, to: null, examples: [], isSample: false, revision: 1 },
  }
}

export async function action(args: Route.ActionArgs) {
  begin(args, route)
  switch (args.url.searchParams.get('do')) {
    case null:
      return save(args, readCheck(args))
    case 'example':
      return add(args)
    case 'remove-example':
      return remove(args)
    default:
      throw data({ sentence: unreadableForm }, { status: 400 })
  }
}

export default function RulePage({ loaderData, actionData }: Route.ComponentProps) {
  const { rulebook, rule, isNew } = loaderData
  const typed: Record<string, string> = actionData?.typed ?? {}
  const errors: Record<string, string> = actionData?.errors ?? {}
  const isOfRule = Object.hasOwn(typed, 'clause')
  return (
    <>
      <StaffTitle
        title={isNew ? 'New rule' : `Rule ${rule.clause}`}
        hasErrors={Boolean(actionData)}
        back={{ href: `/admin/rulebooks/${rulebook.id}`, label: rulebook.name }}
      />
      <ErrorSummary errors={actionData?.errors} />
      {rule.isSample && <p>This rule is a sample. When you save it, it becomes a rule of the Academy.</p>}
      <RuleFields
        key={rule.revision}
        rule={rule}
        typed={isOfRule ? typed : undefined}
        errors={isOfRule ? errors : {}}
      />
      {!isNew && <RuleExamples rule={rule} typed={isOfRule ? {} : typed} errors={isOfRule ? {} : errors} />}
    </>
  )
}

interface FieldsProps {
  rule: RuleView
  typed: Record<string, string> | undefined
  errors: Record<string, string>
}

function RuleFields({ rule, typed, errors }: FieldsProps) {
  return (
    <section aria-labelledby="rule">
      <h2 id="rule">{rule.check}</h2>
      <p>
        A check compares facts about a case and its people with the values you enter. Examples prove that it
        gives the result you expect.
      </p>
      <form method="post" noValidate>
        <input type="hidden" name="revision" value={typed?.['revision'] ?? rule.revision} />
        <Field
          name="clause"
          label="Clause"
          hint="Its number or heading in the Academy’s text, such as 4.2."
          width="medium"
          autoComplete="off"
          defaultValue={typed?.['clause'] ?? rule.clause}
          error={errors['clause']}
        />
        <TextAreaField
          name="words"
          label="Text of the clause"
          hint="Visitors can read it, and every refusal quotes it."
          rows={4}
          defaultValue={typed?.['words'] ?? rule.words}
          error={errors['words']}
        />
        {rule.inputs.map((input) => (
          <ValueInput key={input.name} {...input} typed={typed} error={errors[input.name]} />
        ))}
        <SelectField
          name="stage"
          label="Applies"
          hint="The stage of a case at which we check this rule."
          choices={Object.entries(stages).map(([value, label]) => ({ value, label }))}
          defaultValue={typed?.['stage'] ?? rule.stage}
          error={errors['stage']}
        />
        <TicksField
          name="grades"
          label="Only for these grades"
          hint="Tick none if the rule is for all."
          optional
          choices={rule.grades.boxes}
          ticked={typed ? tickedIn('grades', rule.grades.boxes, typed) : rule.grades.ticked}
        />
        <Field
          name="from"
          label="First day"
          hint="Leave empty if the rule has always applied."
          optional
          type="date"
          width="short"
          defaultValue={typed?.['from'] ?? rule.from}
          error={errors['from']}
        />
        <Field
          name="to"
          label="Last day"
          optional
          type="date"
          width="short"
          defaultValue={typed?.['to'] ?? rule.to}
          error={errors['to']}
        />
        <Button>Save rule</Button>
      </form>
    </section>
  )
}
