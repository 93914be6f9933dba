import { data, redirect } from 'react-router'
import { z } from 'zod'
import { officeDay } from '#office-time.ts'
import { ShownAnswers } from '#features/forms/shown-answers.tsx'
import { shownParts } from '#features/forms/shown.ts'
import { onlyApplicable } from '#features/forms/fields.ts'
import { submitDetails, type DetailsRefusal } from '#features/nominations/details/details.server.ts'
import { readForNominee } from '#features/nominations/details/read-nomination.server.ts'
import { readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { declarationOf } from './declaration.ts'
import { FeePanel } from './fee-panel.tsx'
import { Faults, FormPage, NothingStarted } from './form-page.tsx'
import { faultsIn, feeIn, isLive, readFormSession, callStatusIn } from './form-session.server.ts'
import type { SendReason } from './public-forms.server.ts'
import { CallStatusNote } from './call-status-note.tsx'
import { UnsentNotice } from './saving/unsent-notice.tsx'
import unsentScript from './saving/unsent-script.ts?inline-script'
import styles from './check.module.css'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import type { Route } from './+types/check.ts'

export const handle = { script: unsentScript }

/** All answers before submission, with what still needs correcting. */
export async function loader(args: Route.LoaderArgs) {
  begin(args, 'routes/site/forms/check')
  const formSession = await readFormSession(args)
  const { about, draft, form } = formSession
  if (!isLive(formSession)) return { about, sentAs: draft?.sentAs, isTakenOver: formSession.isTakenOver }
  const { id, answers, files, expiresAt, reopens } = formSession.draft
  const { isNominee, db, caseType, settings } = formSession
  const read = isNominee && reopens && (await readForNominee(db, caseType, settings, reopens.caseId))
  return {
    about,
    page: {
      draft: id,
      parts: shownParts(form, onlyApplicable(form.parts, answers), files, { unanswered: 'Not answered' }),
      faults: faultsIn(formSession, formSession.draft),
      read: read || undefined,
      declaration: declarationOf(form, answers),
      callStatus: callStatusIn(formSession, formSession.draft),
      savedUntil: officeDay(expiresAt),
      fee: feeIn(formSession, formSession.draft),
    },
  }
}

export function headers() {
  return { 'cache-control': 'no-store' }
}

export async function action(args: Route.ActionArgs) {
  const { actor } = begin(args, 'routes/site/forms/check')
  const formSession = await readFormSession(args)
  const button = await readForm(args.request, sendButton)
  if (!button.ok)
    return data({ errors: { send: 'We could not read this form. Reload the page and try again.' } }, 400)
  const { caseType, publicForm, db, config, token = '', now, isNominee } = formSession
  const { shown = '' } = button.answers
  const { origin } = config
  const sent = isNominee
    ? await submitDetails(db, actor, origin, caseType, { token, shown }, now)
    : await publicForm.send({ db, actor, origin, token, now })
  if (sent.ok) return redirect(`${caseType.href}/sent`)
  if (sent.reason === 'other-parts')
    return redirectWithFlash(args, `${caseType.href}/tasks`, { key: 'form-other-parts' })
  const status = sent.reason === 'not-found' ? 404 : 409
  return data({ errors: { send: sentenceFor(sent.reason) } }, status)
}

/** A nominee agrees to what the page shows of the nomination. */
const sendButton = z.strictObject({ shown: z.string().max(100).optional() })

/** None of these reveals anyone else's form: the sender has not proved an address yet. */
function sentenceFor(reason: Exclude<SendReason, 'other-parts'> | DetailsRefusal): string {
  switch (reason) {
    case 'not-found':
      return 'This form no longer exists: it was submitted or discarded, or it expired.'
    case 'faulty':
      return 'Some answers are missing or need correcting. Follow the links below, then submit again.'
    case 'closed':
      return 'This form has closed, so you cannot submit it. Your answers are saved.'
    case 'changed':
      return 'The nomination changed while you were reading it. Open this page again, read it and submit. Your answers are saved.'
    case 'other-open':
      return 'You have already agreed to another nomination that is still open. We can consider only one at a time. If you prefer this one, ask the office to close the other, then submit again. Your answers are saved.'
  }
}

export default function Check({ loaderData, actionData }: Route.ComponentProps) {
  const { about, page, sentAs, isTakenOver } = loaderData
  if (!page) return <NothingStarted {...{ about, sentAs, isTakenOver }} />
  const { draft, parts, faults, callStatus, savedUntil, declaration, fee, read } = page
  const count = Object.keys(faults).length
  const maySend = callStatus.state === 'open' || callStatus.state === 'grace'
  return (
    <FormPage about={about} title="Check your answers" errors={actionData?.errors}>
      <UnsentNotice draft={draft} />
      <CallStatusNote callStatus={callStatus} savedUntil={savedUntil} />
      {count > 0 && (
        <Notice kind="warning" title={`${count === 1 ? 'One part is' : `${count} parts are`} not complete`}>
          <p>See below what is missing in each part.</p>
        </Notice>
      )}
      <ShownAnswers
        parts={parts}
        level={2}
        changeAt={(part, question) => `${about.href}/${part}#${question}`}
        noteOn={(part) => faults[part] && <Faults at={`${about.href}/${part}`} faults={faults[part]} />}
      />
      {read && read.parts.length > 0 && (
        <section aria-labelledby="nomination">
          <h2 id="nomination">What the nomination says about you</h2>
          <ShownAnswers parts={read.parts} level={3} />
        </section>
      )}
      {fee && <FeePanel {...fee} />}
      <form id="send" method="post" action={`${about.href}/check`} tabIndex={-1} className={styles.send}>
        <h2>Declaration</h2>
        {read && <input type="hidden" name="shown" value={read.hash} />}
        {declaration ? (
          <p>
            You declare: “{declaration.label}.” Signed: {declaration.signature || 'not yet'}.
          </p>
        ) : (
          <p>By submitting this form you declare that your answers are true.</p>
        )}
        <p>
          You cannot change your answers after you submit the form. You will get a reference number and a
          copy.
        </p>
        <Button disabled={!maySend}>Submit</Button>
      </form>
    </FormPage>
  )
}
