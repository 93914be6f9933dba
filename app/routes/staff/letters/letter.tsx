import { data, Form } from 'react-router'
import { noteBounce, takeBackBounce } from '#features/mail/bounces.server.ts'
import { bounceForm } from '#features/mail/form.ts'
import { readLetter, type ShownLink } from '#features/mail/operations.server.ts'
import { mailStates } from '#features/mail/states.ts'
import { isFresh } from '#features/staff/session/sessions.server.ts'
import { readForm } from '#server/input/form.server.ts'
import { undoButton } from '#server/input/shown-hash.ts'
import { Button, ButtonLink } from '#ui/form/button.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Facts } from '#ui/text/facts.tsx'
import { Field } from '#ui/form/field.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { changedSince, expectNoQuery, refuse, unlessWrong } from '#routes/request/answers.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { privateKinds } from './all-letters.ts'
import styles from './letter.module.css'
import type { Route } from './+types/letter.ts'

const route = 'routes/staff/letters/letter'
const noSuch = { sentence: 'This email does not exist.' }

/** One letter as it was written. Reading it is itself an audit entry, because it names a person. */
export async function loader(args: Route.LoaderArgs) {
  const { db, config, session, actor, now } = begin(args, route)
  const { params, url } = args
  expectNoQuery(url)
  const showing = { config, isProved: isFresh(session, now), privateKinds }
  const mail = await readLetter(db, actor, params.id, showing, now)
  if (!mail) throw data(noSuch, { status: 404 })
  return { id: params.id, mail }
}

export async function action(args: Route.ActionArgs) {
  const { db, actor, now } = begin(args, route)
  const { params, request, url } = args
  if (url.searchParams.get('do') === 'take-back') {
    const undoing = unlessWrong(await readForm(request, undoButton))
    const outcome = await takeBackBounce(db, actor, { id: params.id, ...undoing }, now)
    if (outcome.ok)
      return redirectWithFlash(args, `/admin/mail/${params.id}`, {
        ...{ key: 'email-not-bounced', id: params.id, before: outcome.before || undefined },
      })
    if (outcome.reason === 'conflict') return refuse(409, { note: changedSince })
    throw data(refusals[outcome.reason], { status: statusOf(outcome.reason) })
  }
  const form = await readForm(request, bounceForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const outcome = await noteBounce(db, actor, params.id, form.answers.note, now)
  if (outcome.ok) {
    const { id } = params
    const flash = { key: 'email-bounced' as const, id, shownHash: outcome.shownHash }
    return redirectWithFlash(args, `/admin/mail/${id}`, flash)
  }
  if (outcome.reason === 'not-found') throw data(noSuch, { status: 404 })
  return refuse(409, { note: refusals[outcome.reason].sentence }, form.typed)
}

const refusals = {
  'not-found': noSuch,
  'not-sent': { sentence: 'This email has not been sent, so it cannot have bounced.' },
  'already-noted': { sentence: 'This email is already marked as bounced.' },
  'not-noted': { sentence: 'This email is not marked as bounced. Reload the page.' },
}

function statusOf(reason: keyof typeof refusals) {
  return reason === 'not-found' ? 404 : 409
}

const aboutLink: Record<ShownLink, string | undefined> = {
  none: undefined,
  'confirm-first': 'Anyone with the link in this email can use it. To see it, confirm your password.',
  private:
    'The link in this email opens an unfinished form. Only the person who started the form can read it, so we do not show the link here. Without a mail server, that person can continue in the browser they started in.',
  'hidden-code': 'Anyone with the code in this email can sign in as this person, so we never show it here.',
  shown: 'Anyone with the link in this email can use it. Give it only to the person it is for.',
  hidden: 'The link works only in the email we sent, so we do not show it here.',
  removed:
    'We removed the link when we sent this email, so you cannot send it again. To send a new link, open the case or account this email is about.',
  over: 'The link in this email has been used or has expired.',
}

export default function Letter({ loaderData: { id, mail }, actionData }: Route.ComponentProps) {
  return (
    <>
      <StaffTitle
        title={mail.subject}
        hasErrors={Boolean(actionData)}
        back={{ href: '/admin/mail', label: 'Email log' }}
      />
      <ErrorSummary errors={actionData?.errors} />
      <Facts
        facts={[
          { label: 'To', value: mail.to },
          { label: 'Created', value: <Moment at={mail.date} /> },
          { label: 'Status', value: mailStates[mail.state] },
          { label: 'Sent', value: mail.sentAt !== null && <Moment at={new Date(mail.sentAt)} /> },
          { label: 'Bounced', value: mail.bouncedAt !== null && <Moment at={new Date(mail.bouncedAt)} /> },
          { label: 'Reason given', value: mail.bounceNote ?? mail.error },
        ]}
      />
      {aboutLink[mail.link] && (
        <Notice>
          <p>{aboutLink[mail.link]}</p>
          {mail.link === 'confirm-first' && (
            <ButtonLink href={`/account/confirm?next=/admin/mail/${id}`} look="secondary">
              Confirm your password
            </ButtonLink>
          )}
        </Notice>
      )}
      {mail.text === '' && (
        <Notice>
          <p>We deleted the text of this email when its retention period ended.</p>
        </Notice>
      )}
      <pre className={styles.letter}>{mail.text}</pre>
      <Return mail={mail} errors={actionData?.errors ?? {}} typed={actionData?.typed ?? {}} />
    </>
  )
}

interface ReturnProps {
  mail: Route.ComponentProps['loaderData']['mail']
  errors: Record<string, string>
  typed: Record<string, string>
}

/** Recording by hand that the letter bounced, and undoing that. */
function Return({ mail, errors, typed }: ReturnProps) {
  if (mail.bouncedAt !== null)
    return (
      <Form method="post" action="?do=take-back">
        <Button look="secondary">Mark as sent</Button>
      </Form>
    )
  if (mail.sentAt === null) return null
  return (
    <section>
      <h2>Mark as bounced</h2>
      <Form method="post" noValidate>
        <Field
          name="note"
          label="Note"
          hint="What the mail server said, such as “no such mailbox”."
          width="full"
          maxLength={500}
          defaultValue={typed['note']}
          error={errors['note']}
        />
        <Button look="secondary">Mark as bounced</Button>
      </Form>
    </section>
  )
}
