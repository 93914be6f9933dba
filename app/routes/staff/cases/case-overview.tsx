import { Moment } from '#ui/foundations/day.tsx'
import { Facts } from '#ui/text/facts.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { SampleMark } from '#ui/text/sample-mark.tsx'
import type { Route } from './+types/case-page.ts'

type Shown = Route.ComponentProps['loaderData']['case']

export function Warnings({ shown }: { shown: Shown }) {
  const { unreached: addresses, reference } = shown
  const records = `/editor/cases/${reference}/records`
  return (
    <>
      {addresses.length > 0 && (
        <Notice kind="warning" title="An email bounced">
          <p>
            Our email to {addresses.join(' and ')} did not arrive. Find another way to reach them. You can
            read it under <a href={`${records}#letters`}>Emails</a>.
          </p>
        </Notice>
      )}
      {!shown.isUnchanged && !shown.isErased && (
        <Notice kind="warning" title="The form was changed outside this site">
          <p>
            The text below differs from what was submitted or corrected, and nobody changed it through this
            site. Tell the person who runs the database.
          </p>
        </Notice>
      )}
      {shown.isChangedSince && (
        <Notice title="Changed after it was confirmed">
          <p>
            The form has changed since it was confirmed.{' '}
            <a href={`${records}#confirmations`}>See what changed</a>.
          </p>
        </Notice>
      )}
    </>
  )
}

export function Overview({ shown }: { shown: Shown }) {
  const assigned = shown.staff.find(({ id }) => id === shown.assignedTo)?.name
  return (
    <Facts
      facts={[
        {
          label: 'Case type',
          value: (
            <>
              {shown.title} {shown.isSample && <SampleMark />}
            </>
          ),
        },
        { label: 'Status', value: `${shown.state} (shown to applicants as: ${shown.publicState})` },
        { label: 'Waiting for', value: shown.waits },
        { label: 'In this status since', value: <Moment at={new Date(shown.stateAt)} /> },
        { label: 'Due', value: shown.dueAt !== null && <Moment at={new Date(shown.dueAt)} /> },
        { label: 'Received', value: <Moment at={new Date(shown.receivedAt)} /> },
        { label: 'Cycle', value: shown.cycle },
        { label: 'Assigned to', value: assigned ?? 'Nobody' },
        {
          label: 'In the register',
          value: shown.personId !== null && <a href={`/editor/people/${shown.personId}`}>View person</a>,
        },
        {
          label: 'Award recipient',
          value: shown.recipientId !== undefined && (
            <a href={`/editor/entries/${shown.recipientId}`}>View entry</a>
          ),
        },
        { label: 'On hold', value: shown.hold && `Yes: ${shown.hold.reason}` },
      ]}
    />
  )
}
