import { data, redirect } from 'react-router'
import { officeDay } from '#office-time.ts'
import { dropDraftToken, setDraftToken } from '#routes/request/draft-cookies.server.ts'
import { removeDraft } from '#features/forms/drafts/drafts.server.ts'
import { undecidedIn } from '#features/forms/drafts/other-answers.ts'
import { stateOfPart, type PartState } from '#features/forms/drafts/progress.ts'
import { applicableParts, type Answers } from '#features/forms/questions.ts'
import { endOtherDevices, mailDraftLink } from '#features/forms/drafts/resuming.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash, takeFlash } from '#routes/request/flash.server.ts'
import { redirectWith } from '#routes/request/answers.server.ts'
import { readButton, readForm } from '#server/input/form.server.ts'
import { Button, ButtonLink } from '#ui/form/button.tsx'
import { Day } from '#ui/foundations/day.tsx'
import { Field } from '#ui/form/field.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { Faults, FormPage, NothingStarted } from './form-page.tsx'
import { mailLinkForm } from './mail-link-form.ts'
import { faultsIn, isLive, readFormSession, callStatusIn, type FormSession } from './form-session.server.ts'
import { savedText } from './saving/shown-merge.ts'
import { CallStatusNote } from './call-status-note.tsx'
import { UnsentNotice } from './saving/unsent-notice.tsx'
import unsentScript from './saving/unsent-script.ts?inline-script'
import styles from './tasks.module.css'
import type { Route } from './+types/tasks.ts'

export const handle = { script: unsentScript }

/** All parts of a form with their progress; from here it is left, submitted or discarded. */
export async function loader(args: Route.LoaderArgs) {
  begin(args, 'routes/site/forms/tasks')
  const formSession = await readFormSession(args)
  const { about, draft } = formSession
  const { isTakenOver } = formSession
  if (!isLive(formSession)) return { about, sentAs: draft?.sentAs, isTakenOver, started: undefined }
  const faults = faultsIn(formSession, formSession.draft)
  const { startsWith } = formSession.publicForm
  const undecided = undecidedIn(formSession.form, formSession.draft)
  const parts = applicableParts(formSession.form, formSession.draft.answers).map((part) => ({
    ...{ name: part.name, title: part.title },
    state: stateOfPart(part, formSession.draft, faults[part.name], startsWith),
    faults: faults[part.name] ?? {},
    isUndecided: Object.hasOwn(undecided, part.name),
  }))
  const { flash, headers } = takeFlash(args)
  const shown = {
    ...{ about, sentAs: undefined, isTakenOver },
    started: {
      draft: formSession.draft.id,
      parts,
      files: formSession.draft.files.map(({ name }) => name),
      savedUntil: officeDay(formSession.draft.expiresAt),
      savedAt:
        formSession.draft.version > 1 ? savedText(formSession.draft.savedAt, formSession.now) : undefined,
      callStatus: callStatusIn(formSession, formSession.draft),
      email: addressIn(formSession, formSession.draft.answers),
      devices: formSession.draft.devices,
      flash,
    },
  }
  return data(shown, { headers })
}

/** The address that the page offers for the link to the form. */
function addressIn({ caseType, isNominee }: FormSession, answers: Answers): string {
  const { senderEmail, subjectEmail } = caseType.aboutOf(answers)
  return isNominee ? subjectEmail : senderEmail
}

/** A started form is cached nowhere. */
export function headers() {
  return { 'cache-control': 'no-store' }
}

export async function action(args: Route.ActionArgs) {
  begin(args, 'routes/site/forms/tasks')
  const formSession = await readFormSession(args)
  switch (args.url.searchParams.get('do')) {
    // Sent by pages that were opened before the release after 0.1.0; the release after that can drop it.
    case 'throw-away':
    case 'discard':
      return discardDraft(args, formSession)
    case 'sign-out-others':
      return signOutOthers(args, formSession)
    default:
      return mailLink(args, formSession)
  }
}

async function signOutOthers(args: Route.ActionArgs, formSession: FormSession) {
  const button = await readButton(args.request)
  if (!button.ok) return data({ errors: { email: notOurs }, typed: '' }, 400)
  const { caseType, db, config, token, now } = formSession
  const ended = await endOtherDevices(db, caseType.name, token ?? '', now)
  if (!ended.ok) return redirect(`${caseType.href}/tasks`)
  const cookies = [setDraftToken(caseType.cookie, ended.token, config.origin)]
  return redirectWithFlash(args, `${caseType.href}/tasks`, { key: 'form-only-here' }, cookies)
}

async function discardDraft({ request }: Route.ActionArgs, formSession: FormSession) {
  const button = await readButton(request)
  if (!button.ok) return data({ errors: { email: notOurs }, typed: '' }, 400)
  const { caseType, db, config, token, now } = formSession
  if (isLive(formSession) && token !== undefined) await removeDraft(db, caseType.name, token, now)
  return redirectWith(caseType.href, [dropDraftToken(caseType.cookie, config.origin)])
}

async function mailLink(args: Route.ActionArgs, formSession: FormSession) {
  const form = await readForm(args.request, mailLinkForm)
  const typed = form.typed['email'] ?? ''
  if (!form.ok) return data({ errors: { email: form.errors['email'] ?? notOurs }, typed }, 400)
  const { caseType, db, config, client, now, token } = formSession
  const requested = { token: token ?? '', email: form.answers.email, address: client.address }
  const mailed = await mailDraftLink(db, config.origin, caseType, requested, now)
  if (mailed.ok) return redirectWithFlash(args, `${caseType.href}/tasks`, { key: 'form-link-sent' })
  const status = mailed.reason.startsWith('too-many') ? 429 : mailed.reason === 'elsewhere' ? 409 : 404
  return data({ errors: { email: refusals[mailed.reason] }, typed }, status)
}

const notOurs = 'We could not read this form. Reload the page and try again.'
const refusals = {
  'not-found': 'This form no longer exists: it was discarded or it expired.',
  sent: 'This form has been submitted in the meantime.',
  elsewhere:
    'This form was opened on another device with the link we emailed. To continue here, open the link in our newest email in this browser, or request a new link on that device.',
  'too-many-of-form':
    'We have emailed this address three links to this form today. Open our newest email about this form: only the newest link works.',
  'too-many-to-address':
    'We have emailed too many links to this address today. Try again tomorrow, or use another address of yours. Your answers are saved in this browser.',
  'too-many-from-network':
    'We received too many requests from your network. Try again in an hour. Your answers are saved in this browser.',
}

export default function Tasks({ loaderData, actionData }: Route.ComponentProps) {
  const { about, started, sentAs, isTakenOver } = loaderData
  if (!started) return <NothingStarted {...{ about, sentAs, isTakenOver }} />
  const { parts, callStatus, savedUntil, flash } = started
  const done = parts.filter(({ state }) => state === 'done').length
  return (
    <FormPage about={about} title={about.title} back={about.back} errors={actionData?.errors}>
      {flash && !actionData && (
        <Notice kind={flash.kind}>
          <p>{flash.text}</p>
        </Notice>
      )}
      <UnsentNotice draft={started.draft} />
      <CallStatusNote callStatus={callStatus} savedUntil={savedUntil} />
      {started.devices > 1 && <OtherDevices href={about.href} devices={started.devices} />}
      <section className={styles.parts} aria-labelledby="progress">
        <h2 id="progress">
          {done} of {parts.length} parts complete
        </h2>
        <p>
          Fill in the parts in any order. The buttons at the end of a part save it.{' '}
          {started.savedAt && `${started.savedAt}.`}
        </p>
        <ul>
          {parts.map(({ name, title, state, faults, isUndecided }) => (
            <li key={name}>
              <a href={`${about.href}/${name}`} aria-describedby={`state-${name}`}>
                {title}
              </a>
              <span id={`state-${name}`} data-state={state}>
                {isUndecided ? 'Choose between two answers' : states[state]}
              </span>
              {state === 'started' && <Faults at={`${about.href}/${name}`} faults={faults} />}
            </li>
          ))}
        </ul>
        <ButtonLink href={`${about.href}/check`}>Check and submit</ButtonLink>
      </section>
      <MailLink
        href={about.href}
        email={actionData?.typed ?? started.email}
        error={actionData?.errors.email}
      />
      <ThrowAway href={about.href} done={done} files={started.files} savedUntil={savedUntil} />
    </FormPage>
  )
}

const states: Record<PartState, string> = {
  'not-started': 'Not started',
  started: 'In progress',
  done: 'Complete',
}

function OtherDevices({ href, devices }: { href: string; devices: number }) {
  return (
    <form method="post" action={`${href}/tasks?do=sign-out-others`} className={styles.devices}>
      <p>
        This form is open on {devices} devices, including this one. Each can read and change your answers. If
        you do not know the others, sign them out. The link in our email then stops working too.
      </p>
      <Button look="secondary">Sign out the other devices</Button>
    </form>
  )
}

function MailLink({ href, email, error }: { href: string; email: string; error: string | undefined }) {
  return (
    <section className={styles.block} aria-labelledby="later">
      <h2 id="later">Continue later</h2>
      <p>
        The link opens this form on any device. Anyone who has it can read and change your answers, so use
        your own address.
      </p>
      <form method="post" action={`${href}/tasks`} noValidate>
        <Field
          name="email"
          label="Your email"
          type="email"
          autoComplete="email"
          defaultValue={email}
          error={error}
        />
        <Button look="secondary">Email me a link</Button>
      </form>
    </section>
  )
}

interface ThrowAwayProps {
  href: string
  done: number
  files: string[]
  savedUntil: string
}

function ThrowAway({ href, done, files, savedUntil }: ThrowAwayProps) {
  return (
    <details className={styles.block}>
      <summary>Discard this form</summary>
      <p>
        If you discard this form, we delete all your answers
        {done > 0 && `, including ${done === 1 ? 'one complete part' : `${done} complete parts`}`}
        {files.length > 0 && `, and ${files.length === 1 ? 'this file' : 'these files'}: ${files.join(', ')}`}
        . You cannot undo this. If you do nothing, we delete the form after <Day date={savedUntil} />.
      </p>
      <form method="post" action={`${href}/tasks?do=discard`}>
        <Button look="secondary">Discard my answers</Button>
      </form>
    </details>
  )
}
