import { data, Form } from 'react-router'
import { composeLetter } from '#features/letters/operations.server.tsx'
import { readWording } from '#features/letters/queries.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { mailingForm } from '#features/newsletter/form.ts'
import { newsletterLetters } from '#features/newsletter/letters.ts'
import { findIssue, readMailing } from '#features/newsletter/mailing-queries.server.ts'
import {
  issueAddress,
  issueFacts,
  openCallLines,
  startMailing,
  stopMailing,
} from '#features/newsletter/mailing.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { expectNoQuery, refuse, unlessWrong } from '#routes/request/answers.server.ts'
import { ConfirmForm } from '#routes/staff/sign-in/confirm-form.tsx'
import { confirmHere } from '#routes/request/confirm.server.ts'
import letterStyles from '#routes/staff/letters/letter.module.css'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { useLookingAgain } from '#routes/staff/shared/use-looking-again.ts'
import { readButton, readConfirmable } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Facts } from '#ui/text/facts.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { countOf, formatNumber } from '#ui/foundations/numbers.ts'
import type { Route } from './+types/newsletter-mailing.ts'

/** Sending an issue of the newsletter to subscribers: its text, its recipients, its progress. */

const route = 'routes/staff/enquiries/newsletter-mailing'
const noSuch = { sentence: 'This newsletter issue is not published.' }

export async function loader(args: Route.LoaderArgs) {
  const { db, config, now } = begin(args, route)
  expectNoQuery(args.url)
  const issue = await findIssue(db, args.params.id)
  if (!issue) throw data(noSuch, { status: 404 })
  const { societyName } = await readSettings(db)
  const wording = await readWording(db, newsletterLetters.issue)
  const { subject, text } = composeLetter(newsletterLetters.issue, wording, {
    facts: issueFacts(
      issue,
      config.origin,
      await openCallLines(db, config.origin, now),
      `${config.origin}/newsletter/leave`,
    ),
    link: issueAddress(config.origin, issue),
    to: '',
    societyName,
  })
  const { id, version, isSample } = issue
  return {
    issue: { id, version, isSample, title: `${issue.data.title}, ${issue.data.period}` },
    preview: { subject, text },
    isSending: config.smtpUrl !== undefined,
    mailing: await readMailing(db, id, now),
  }
}

export async function action(args: Route.ActionArgs) {
  const { db, session, actor, now } = begin(args, route)
  const { id } = args.params
  const page = `/admin/newsletters/${id}`
  if (args.url.searchParams.get('do') === 'stop') {
    unlessWrong(await readButton(args.request))
    const outcome = await stopMailing(db, actor, id, now)
    return outcome.ok
      ? redirectWithFlash(args, page, { key: 'newsletter-stopped' })
      : refuse(409, { mailing: refusals[outcome.reason] })
  }
  const form = await readConfirmable(args.request, mailingForm)
  const { version } = unlessWrong(form)
  const confirmed = await confirmHere(args, session, form)
  if (!confirmed.ok) return confirmed.answer
  const outcome = await startMailing(db, actor, id, version, now)
  if (outcome.ok) return redirectWithFlash(args, page, { key: 'newsletter-started' }, confirmed.cookies)
  if (outcome.reason === 'not-published') throw data(noSuch, { status: 404 })
  return refuse(409, { mailing: refusals[outcome.reason] }, {}, confirmed.cookies)
}

const refusals = {
  changed: 'Someone changed this issue after you opened the page. Check it again.',
  'under-way': 'We are already sending this issue.',
  nobody: 'Every subscriber has received this issue.',
  'not-under-way': 'This issue is not being sent at the moment.',
}

export default function NewsletterMailing({ loaderData, actionData }: Route.ComponentProps) {
  const { issue, preview, mailing } = loaderData
  const { last, waiting, leftOut, letters } = mailing
  const isUnderWay = last !== undefined && last.endedAt === null
  useLookingAgain(isUnderWay)
  if (actionData && 'confirm' in actionData) return <ConfirmForm {...actionData.confirm} />
  return (
    <>
      <StaffTitle
        title={`Send ${issue.title}`}
        hasErrors={Boolean(actionData)}
        back={{ href: `/editor/entries/${issue.id}`, label: issue.title }}
      />
      <ErrorSummary errors={actionData?.errors} />
      {!loaderData.isSending && (
        <Notice kind="warning" title="Emails are stored, not sent">
          <p>No mail server is set up (SMTP_URL). The emails will wait until there is one.</p>
        </Notice>
      )}
      {issue.isSample && (
        <Notice kind="warning" title="This issue is a sample">
          <p>This is sample content. Do not send it: subscribers would think it is real.</p>
        </Notice>
      )}
      <section id="mailing">
        <h2>Progress</h2>
        <Facts
          facts={[
            { label: 'Started', value: last && <Moment at={new Date(last.startedAt)} /> },
            {
              label: last?.stoppedAt ? 'Stopped' : 'Ended',
              value: last?.endedAt && <Moment at={new Date(last.endedAt)} />,
            },
            { label: 'Emails created', value: formatNumber(letters.written) },
            { label: 'Sent', value: formatNumber(letters.sent) },
            { label: 'Failed', value: letters.failed > 0 && formatNumber(letters.failed) },
            { label: 'Bounced', value: letters.bounced > 0 && formatNumber(letters.bounced) },
            { label: 'Not sent yet', value: formatNumber(waiting) },
            {
              label: 'Left out',
              value:
                leftOut > 0 && `${countOf(leftOut, 'address', 'addresses')}, because earlier emails bounced`,
            },
          ]}
        />
        {isUnderWay ? (
          <>
            <p>We send 100 emails per minute so that mail servers accept them. You can leave this page.</p>
            <Form method="post" action="?do=stop">
              <Button look="secondary">Stop</Button>
            </Form>
          </>
        ) : waiting === 0 ? (
          <p>
            {letters.written > 0
              ? 'Every subscriber has received this issue.'
              : 'There are no subscribers yet.'}
          </p>
        ) : (
          <Form method="post" action={`/admin/newsletters/${issue.id}`}>
            <input type="hidden" name="version" value={issue.version} />
            <p>Read the preview below first: you cannot undo this. Nobody receives an issue twice.</p>
            <Button>Send to {countOf(waiting, 'subscriber')}</Button>
          </Form>
        )}
      </section>
      <section>
        <h2>Preview</h2>
        <p>
          <strong>{preview.subject}</strong>
        </p>
        <pre className={letterStyles.letter}>{preview.text}</pre>
        <p>
          Each email has its own unsubscribe link.{' '}
          <a href="/admin/letters/newsletter.issue">Edit the template</a>
        </p>
      </section>
    </>
  )
}
