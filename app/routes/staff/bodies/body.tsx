import { data, Form } from 'react-router'
import { bodyAddress } from '#features/bodies/body.ts'
import { takeOverCouncilLists } from '#features/bodies/council-lists.server.ts'
import { listAccounts } from '#features/bodies/queries.server.ts'
import { listCallTitles } from '#features/calls/queries.server.ts'
import { readBody } from '#features/bodies/reading.server.ts'
import { listHistoryOf } from '#features/audit/queries.server.ts'
import { officeDay } from '#office-time.ts'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { toAuditLine } from '#routes/staff/audit/audit-line.server.ts'
import { AuditList } from '#routes/staff/audit/audit-list.tsx'
import { expectNoQuery, refuse, unlessWrong, unreadableForm } from '#routes/request/answers.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { readButton } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Notice } from '#ui/text/notice.tsx'
import {
  addMember,
  changeDetails,
  changeGrants,
  endMembership,
  noBody,
  withdraw,
} from './body-acts.server.ts'
import { BodyGrants } from './body-grants.tsx'
import { BodyDetails } from './body-details.tsx'
import { TermForm } from './term-form.tsx'
import { TermTable } from './term-table.tsx'
import type { Route } from './+types/body.ts'

const route = 'routes/staff/bodies/body'

export async function loader(args: Route.LoaderArgs) {
  const { db, actor, now } = begin(args, route)
  expectNoQuery(args.url)
  const found = await readBody(db, actor, args.params.id, now)
  if (!found) throw data(noBody, { status: 404 })
  const { entries } = await listHistoryOf(db, actor, `body:${found.body.id}`, 1)
  return {
    ...found,
    today: officeDay(now),
    accounts: await listAccounts(db),
    calls: await listCallTitles(db),
    history: entries.map(toAuditLine),
  }
}

export async function action(args: Route.ActionArgs) {
  const { db, actor, now } = begin(args, route)
  switch (args.url.searchParams.get('do')) {
    case null:
      return changeDetails(args)
    case 'add':
      return addMember(args)
    case 'end':
      return endMembership(args)
    case 'withdraw':
      return withdraw(args)
    case 'grants':
      return changeGrants(args)
    case 'take-over': {
      unlessWrong(await readButton(args.request))
      const outcome = await takeOverCouncilLists(db, actor, args.params.id, now)
      if (outcome.ok)
        return redirectWithFlash(args, `/admin/bodies/${args.params.id}`, {
          key: 'council-taken-over',
          count: outcome.count,
        })
      if (outcome.reason === 'not-found') throw data(noBody, { status: 404 })
      return refuse(409, { lists: 'All published council lists are terms of this body already.' })
    }
    default:
      throw data({ sentence: unreadableForm }, { status: 400 })
  }
}

export default function BodyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { body, grants, scope, calls, terms, today, openLists, accounts, history } = loaderData
  const errors: Record<string, string> = actionData?.errors ?? {}
  const typed: Record<string, string> = actionData?.typed ?? {}
  const isOf = (field: string) => Object.hasOwn(typed, field)
  return (
    <>
      <StaffTitle
        title={body.name}
        hasErrors={Boolean(actionData)}
        back={{ href: '/admin/bodies', label: 'Bodies' }}
      />
      <ErrorSummary errors={actionData?.errors} />
      {body.isPublic && (
        <p>
          <a href={bodyAddress(body.slug)}>View page</a>
        </p>
      )}
      {openLists > 0 && <TakeOver lists={openLists} />}
      <section aria-labelledby="members">
        <h2 id="members">Members</h2>
        <TermTable terms={terms} today={today} typed={typed} errors={errors} />
      </section>
      <TermForm
        accounts={accounts}
        today={today}
        typed={isOf('memberNo') ? typed : {}}
        errors={isOf('memberNo') ? errors : {}}
      />
      <BodyDetails
        key={body.version}
        body={body}
        typed={isOf('quorum') ? typed : undefined}
        errors={isOf('quorum') ? errors : {}}
      />
      <BodyGrants grants={grants} scope={scope} calls={calls} />
      <section>
        <h2 id="history">History</h2>
        <AuditList entries={history} level={3} />
      </section>
    </>
  )
}

function TakeOver({ lists }: { lists: number }) {
  return (
    <Notice
      title={
        lists === 1
          ? 'We have not copied one council list yet'
          : `We have not copied ${lists} council lists yet`
      }
    >
      <p id="lists">
        Copy the members and days of the published council terms. This does not change the lists, but the page
        of the council shows the members of its public body instead of them.
      </p>
      <Form method="post" action="?do=take-over">
        <Button look="secondary">Copy the council lists</Button>
      </Form>
    </Notice>
  )
}
