import { data } from 'react-router'
import { readCaseRules } from '#features/casework/rules/reading.server.ts'
import { expectNoQuery } from '#routes/request/answers.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { noSuch } from './case-acts.server.ts'
import { CaseFacts, CaseJudgements, RuleAnswers } from './case-facts.tsx'
import { CasePages } from './case-pages.tsx'
import { actOnFacts } from './fact-acts.server.ts'
import type { Route } from './+types/case-rules.ts'
import styles from './cases.module.css'

const route = 'routes/staff/cases/case-rules'

export async function loader(args: Route.LoaderArgs) {
  const { db, actor, now } = begin(args, route)
  expectNoQuery(args.url)
  const read = await readCaseRules(db, actor, args.params.reference, now)
  if (!read) throw data(noSuch, { status: 404 })
  return read
}

export async function action(args: Route.ActionArgs) {
  begin(args, route)
  return actOnFacts(args)
}

export default function CaseRules({ loaderData, actionData }: Route.ComponentProps) {
  const { reference, name, isOpen, rules, judgements } = loaderData
  const errors: Record<string, string> = actionData?.errors ?? {}
  const typed: Record<string, string> = actionData?.typed ?? {}
  return (
    <>
      <StaffTitle
        title={`${reference}: ${name}, rules`}
        hasErrors={Boolean(actionData)}
        back={{ href: '/editor/cases', label: 'Cases' }}
      />
      <CasePages reference={reference} at="/rules" />
      <ErrorSummary errors={actionData?.errors} />
      <section className={styles.section}>
        <h2 id="answers">Rules</h2>
        {rules ? (
          <RuleAnswers {...rules} />
        ) : (
          <p>
            {isOpen
              ? 'No version of a rulebook is in force for this case.'
              : 'The case is closed, so no more rules apply.'}
          </p>
        )}
      </section>
      {rules && (
        <section className={styles.section}>
          <h2 id="facts">Facts that the rules use</h2>
          <CaseFacts {...{ facts: rules.facts, errors, typed }} />
        </section>
      )}
      <section className={styles.section}>
        <h2 id="judgements">What the rules said at each decision</h2>
        <CaseJudgements judgements={judgements} />
      </section>
    </>
  )
}
