import { data } from 'react-router'
import { mergeForm, undoMergeForm } from '#features/people/merging/form.ts'
import {
  mergePeople,
  undoMerge,
  type MergeRefusal,
  type UndoMergeRefusal,
} from '#features/people/merging/operations.server.ts'
import { readDuplicates, type PossibleDuplicate } from '#features/people/merging/queries.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { expectNoQuery, refuse, unreadableForm } from '#routes/request/answers.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { EmptyState } from '#ui/list/empty-state.tsx'
import { Facts } from '#ui/text/facts.tsx'
import type { Route } from './+types/duplicates.ts'
import { isOfficeOrAdmin } from './is-office-or-admin.server.ts'
import styles from './people.module.css'

export { revalidateAfterConflict as shouldRevalidate } from '#routes/request/after-conflict.ts'

const route = 'routes/staff/people/duplicates'
const path = '/editor/people/duplicates'

export async function loader(args: Route.LoaderArgs) {
  const { db, actor, now } = begin(args, route)
  expectNoQuery(args.url)
  return { pairs: await readDuplicates(db, actor, now) }
}

export async function action(args: Route.ActionArgs) {
  const { db, session, actor, now } = begin(args, route)
  const mayChangeContacts = isOfficeOrAdmin(session)
  const act = args.url.searchParams.get('do')
  if (act === 'merge') {
    const form = await readForm(args.request, mergeForm)
    if (!form.ok) return refuse(400, { pairs: unreadableForm })
    const outcome = await mergePeople(db, actor, { ...form.answers, mayChangeContacts }, now)
    if (!outcome.ok) return refuse(statusOf(outcome.reason), { pairs: refusals[outcome.reason] })
    return redirectWithFlash(args, path, { key: 'people-merged', merge: outcome.merge })
  }
  if (act === 'undo') {
    const form = await readForm(args.request, undoMergeForm)
    if (!form.ok) return refuse(400, { pairs: unreadableForm })
    const outcome = await undoMerge(db, actor, { mergeId: form.answers.merge, mayChangeContacts }, now)
    if (!outcome.ok) return refuse(statusOf(outcome.reason), { pairs: undoRefusals[outcome.reason] })
    return redirectWithFlash(args, path, { key: 'people-unmerged' })
  }
  throw data({ sentence: unreadableForm }, { status: 400 })
}

const refusals: Record<MergeRefusal, string> = {
  'not-found': 'One of the two entries is no longer in the register. This page now shows the current ones.',
  'not-alike':
    'These entries have different names or institutions, so they cannot be merged. Correct them first, or propose to remove one.',
  'both-certified': 'Both entries have a valid certificate of the same kind. Revoke one of them, then merge.',
  'contact-by-office':
    'The entry to keep would take over contact details, so only an administrator or a member of the office can merge these. Ask one to open this page.',
}

const undoRefusals: Record<UndoMergeRefusal, string> = {
  'not-found': 'This merge was already undone, or we have permanently deleted the other entry.',
  'changed-since':
    'Someone changed the entry or its contact details after the merge, so you can no longer undo the merge.',
  'contact-by-office':
    'This merge changed contact details, so only an administrator or a member of the office can undo it.',
}

function statusOf(reason: MergeRefusal | UndoMergeRefusal): number {
  return reason === 'contact-by-office' ? 403 : 409
}

export default function Duplicates({ loaderData: { pairs }, actionData }: Route.ComponentProps) {
  return (
    <>
      <StaffTitle
        title="Possible duplicates"
        hasErrors={Boolean(actionData)}
        back={{ href: '/editor/people', label: 'People' }}
      />
      <ErrorSummary errors={actionData?.errors} />
      <p id="pairs">
        These entries have similar names at similar institutions. Choose the entry to keep. We add the
        details, the photograph and the membership dates that only the other entry has, move its certificates
        and cases, and delete the other entry.
      </p>
      {pairs.length === 0 && (
        <EmptyState title="No duplicates found">
          <p>We compare everyone in the register each time you open this page.</p>
        </EmptyState>
      )}
      {pairs.map(([one, other]) =>
        one && other ? <Pair key={`${one.id} ${other.id}`} one={one} other={other} /> : null,
      )}
    </>
  )
}

function Pair({ one, other }: { one: PossibleDuplicate; other: PossibleDuplicate }) {
  return (
    <section className={styles.pair} aria-label={`${one.name} and ${other.name}`}>
      <Entry person={one} other={other} />
      <Entry person={other} other={one} />
    </section>
  )
}

function Entry({ person, other }: { person: PossibleDuplicate; other: PossibleDuplicate }) {
  return (
    <div>
      <h2>
        <a href={`/editor/people/${person.id}`}>{person.name}</a>
      </h2>
      <Facts
        facts={[
          { label: 'Member number', value: person.memberNo },
          { label: 'Year of joining', value: String(person.since) },
          { label: 'Institution', value: person.institution ?? 'Unknown' },
          { label: 'Country', value: person.country },
        ]}
      />
      <form method="post" action={`${path}?do=merge`}>
        <input type="hidden" name="mainId" value={person.id} />
        <input type="hidden" name="duplicateId" value={other.id} />
        <Button look="secondary">Keep {person.memberNo}</Button>
      </form>
    </div>
  )
}
