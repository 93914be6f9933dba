import type { CaseRulesView } from '#features/casework/rules/reading.server.ts'
import { ValueInput } from '#routes/staff/rulebooks/value-input.tsx'
import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { DataTable } from '#ui/list/data-table.tsx'
import { EntryList } from '#ui/list/entry-list.tsx'
import { Facts } from '#ui/text/facts.tsx'
import styles from '#routes/staff/accounts/staff-account.module.css'

type Rules = NonNullable<CaseRulesView['rules']>

/** What the rules say now: clause by clause, with the reason. */
export function RuleAnswers({ version, answers }: Pick<Rules, 'version' | 'answers'>) {
  return (
    <>
      <p>
        Version {version.number} of “{version.rulebook}” judges this case: it was in force when the call
        opened, or when we received the form if there is no call.
      </p>
      {answers.length === 0 ? (
        <p>It has no rules for scrutiny, the decision or the admission.</p>
      ) : (
        <DataTable
          caption="Rules"
          captionHidden
          rows={answers}
          rowKey={({ clause, stage }) => `${clause} ${stage}`}
          columns={[
            {
              key: 'clause',
              label: 'Clause',
              heads: true,
              cell: ({ clause, words }) => `${clause}: ${words}`,
            },
            { key: 'stage', label: 'Applies', cell: ({ stage }) => stage },
            { key: 'answer', label: 'Result', cell: ({ answer, because }) => `${answer}. ${because}` },
          ]}
        />
      )}
    </>
  )
}

interface FactsProps {
  facts: Rules['facts']
  errors: Record<string, string>
  typed: Record<string, string>
}

/** What the rules use. The office enters what the site does not know. */
export function CaseFacts({ facts, errors, typed }: FactsProps) {
  if (facts.length === 0) return <p>The rules use no facts.</p>
  return (
    <>
      <DataTable
        caption="Facts"
        captionHidden
        rows={facts}
        rowKey={({ name }) => name}
        columns={[
          { key: 'fact', label: 'Fact', heads: true, cell: ({ label }) => label },
          { key: 'value', label: 'Value', cell: ({ value, ask }) => value || `Not known. Ask ${ask}.` },
          { key: 'origin', label: 'Where it comes from', cell: whereFrom },
        ]}
      />
      {facts.map((fact) => fact.canEnter && <FactForm key={fact.name} {...{ fact, errors, typed }} />)}
    </>
  )
}

type Fact = FactsProps['facts'][number]

function whereFrom({ origin, entered }: Fact) {
  if (!entered) return origin
  return (
    <>
      {origin}. Entered by {entered.by ?? 'a former member of staff'}, <Moment at={new Date(entered.at)} />
    </>
  )
}

function FactForm({ fact, errors, typed }: Omit<FactsProps, 'facts'> & { fact: Fact }) {
  const { name, label, input, sourceName, entered } = fact
  const wasTyped = Object.hasOwn(typed, sourceName)
  return (
    <details className={styles.move} open={Boolean(errors[input.name] ?? errors[sourceName])}>
      <summary>
        {entered ? 'Change' : 'Enter'} “{label}”
      </summary>
      <form method="post" action={`?do=enter-${name}`} noValidate>
        <ValueInput {...input} typed={wasTyped ? typed : undefined} error={errors[input.name]} />
        <Field
          name={sourceName}
          label="Source"
          hint="Where you have it from, such as “ledger of 2026, page 12”. It is stored with the decision."
          maxLength={300}
          autoComplete="off"
          defaultValue={typed[sourceName] ?? entered?.source}
          error={errors[sourceName]}
        />
        <Button look="secondary">Save the fact</Button>
      </form>
      {entered && (
        <form method="post" action={`?do=remove-${name}`}>
          <Button look="quiet">Delete “{label}”</Button>
        </form>
      )}
    </details>
  )
}

/** What was stored when the case was decided. It never changes. */
export function CaseJudgements({ judgements }: Pick<CaseRulesView, 'judgements'>) {
  if (judgements.length === 0) return <p>Nothing was decided by a rulebook yet.</p>
  return (
    <EntryList
      entries={judgements.map(({ id, what, stage, at, version, answers, facts }) => ({
        id,
        title: what,
        margin: <Moment at={new Date(at)} />,
        meta: `Version ${version}. ${stage}.`,
        children: (
          <>
            {answers.length === 0 && <p>No clause applied.</p>}
            <Facts
              facts={answers.map(({ clause, answer, because }) => ({
                label: clause,
                value: because === '' ? answer : `${answer}. ${because}`,
              }))}
            />
            {facts.length > 0 && (
              <details>
                <summary>Facts used</summary>
                <Facts
                  facts={facts.map(({ label, value, origin }) => ({
                    label,
                    value: origin === '' ? value : `${value} (${origin})`,
                  }))}
                />
              </details>
            )}
          </>
        ),
      }))}
    />
  )
}
