import { data } from 'react-router'
import { listHistoryOf } from '#features/audit/queries.server.ts'
import {
  findDraft,
  findPublished,
  findRulebook,
  listRules,
  type RulebookVersion,
} from '#features/rulebook/queries.server.ts'
import { rulebookAddress } from '#features/rulebook/rulebook.ts'
import { checkChoices, ruleLine } from '#features/rulebook/views.ts'
import { begin } from '#routes/request/begin.server.ts'
import { toAuditLine } from '#routes/staff/audit/audit-line.server.ts'
import { AuditList } from '#routes/staff/audit/audit-list.tsx'
import { expectNoQuery, unreadableForm } from '#routes/request/answers.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { SelectField, TextAreaField } from '#ui/form/field.tsx'
import { discard, moveUp, noRulebook, publish, remove, restore, start } from './rulebook-acts.server.ts'
import { RuleTable } from './rule-table.tsx'
import type { Route } from './+types/rulebook.ts'

const route = 'routes/staff/rulebooks/rulebook'

export async function loader(args: Route.LoaderArgs) {
  const { db, actor } = begin(args, route)
  expectNoQuery(args.url)
  const rulebook = await findRulebook(db, args.params.id)
  if (!rulebook) throw data(noRulebook, { status: 404 })
  const draft = await findDraft(db, rulebook.id)
  const published = await findPublished(db, rulebook.id)
  const shown = draft ?? published
  const { entries } = await listHistoryOf(db, actor, `rulebook:${rulebook.id}`, 1)
  return {
    ...{ rulebook, draft, published },
    rules: shown ? (await listRules(db, shown.id)).map(ruleLine) : [],
    checks: draft ? checkChoices : [],
    history: entries.map(toAuditLine),
  }
}

export async function action(args: Route.ActionArgs) {
  begin(args, route)
  switch (args.url.searchParams.get('do')) {
    case 'start':
      return start(args)
    case 'discard':
      return discard(args)
    case 'publish':
      return publish(args)
    case 'up':
      return moveUp(args)
    case 'remove':
      return remove(args)
    case 'restore':
      return restore(args)
    default:
      throw data({ sentence: unreadableForm }, { status: 400 })
  }
}

export default function RulebookPage({ loaderData, actionData }: Route.ComponentProps) {
  const { rulebook, draft, published, rules, checks, history } = loaderData
  const errors: Record<string, string> = actionData?.errors ?? {}
  return (
    <>
      <StaffTitle
        title={rulebook.name}
        hasErrors={Boolean(actionData)}
        back={{ href: '/admin/rulebooks', label: 'Rulebooks' }}
      />
      <ErrorSummary errors={actionData?.errors} />
      <p>{statusOf(draft, published)}</p>
      {published && (
        <p>
          <a href={rulebookAddress(rulebook.slug)}>View page</a>
        </p>
      )}
      <section aria-labelledby="rules">
        <h2 id="rules">
          {draft ? `Draft of version ${draft.number}` : `Version ${published?.number ?? ''}`}
        </h2>
        <RuleTable rulebookId={rulebook.id} rules={rules} isDraft={draft !== undefined} />
      </section>
      {draft ? (
        <DraftActs
          {...{ rulebook, draft, checks, errors }}
          canDiscard={published !== undefined}
          note={actionData?.typed['note']}
        />
      ) : (
        <form method="post" action="?do=start">
          <Button>Start a draft of the next version</Button>
        </form>
      )}
      <section>
        <h2 id="history">History</h2>
        <AuditList entries={history} level={3} />
      </section>
    </>
  )
}

function statusOf(draft: RulebookVersion | undefined, published: RulebookVersion | undefined): string {
  const inForce = published ? `Version ${published.number} is in force.` : 'No version is in force yet.'
  return draft ? `${inForce} You are editing the draft of version ${draft.number}.` : inForce
}

interface DraftProps {
  rulebook: { id: string }
  draft: RulebookVersion
  checks: { value: string; label: string }[]
  errors: Record<string, string>
  canDiscard: boolean
  note: string | undefined
}

function DraftActs({ rulebook, draft, checks, errors, canDiscard, note }: DraftProps) {
  const page = `/admin/rulebooks/${rulebook.id}`
  return (
    <>
      <section aria-labelledby="add">
        <h2 id="add">Add a rule</h2>
        <p>A rule is a clause of the Academy’s own text with a check that we make for each case.</p>
        <form method="get" action={`${page}/rules/new`}>
          <SelectField name="check" label="Check" choices={checks} />
          <Button look="secondary">Add a rule with this check</Button>
        </form>
      </section>
      <section aria-labelledby="publish">
        <h2 id="publish">Publish version {draft.number}</h2>
        <p>
          A published version never changes, and decisions already made do not change. It judges the cases of
          calls that open from then on, and applications we receive from then on; open cases keep the version
          they have. Each rule needs an example that must pass and one that must fail.
        </p>
        <p>
          <a href={`${page}/cases`}>Which open cases would this change affect?</a>
        </p>
        <form method="post" action="?do=publish" noValidate>
          <input type="hidden" name="number" value={draft.number} />
          <TextAreaField
            name="note"
            label="What has changed"
            hint="Visitors read it below the rules."
            optional
            rows={3}
            defaultValue={note}
            error={errors['note']}
          />
          <Button>Publish</Button>
        </form>
      </section>
      {canDiscard && (
        <form method="post" action="?do=discard">
          <Button look="secondary">Discard draft</Button>
        </form>
      )}
    </>
  )
}
