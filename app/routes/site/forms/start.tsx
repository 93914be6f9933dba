import { data } from 'react-router'
import { beginCounted } from '#features/forms/drafts/beginning.server.ts'
import { notStarted } from '#features/forms/drafts/begin-sentences.ts'
import { setDraftToken } from '#routes/request/draft-cookies.server.ts'
import { draftDays } from '#features/forms/terms.ts'
import type { CallNow } from '#features/calls/call.ts'
import { publicCall } from '#features/calls/queries.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { PageHead } from '#routes/site/frame/page-head.tsx'
import { useSite } from '#routes/site/frame/use-site.ts'
import { PageSections } from '#routes/site/pages/page-sections.tsx'
import { readPageText } from '#routes/site/pages/page-text.server.ts'
import { sectionOf } from '#routes/site/frame/sections.ts'
import { redirectWith } from '#routes/request/answers.server.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import { readButton } from '#server/input/form.server.ts'
import { BarePage } from '#ui/frame/bare-page.tsx'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { QuestionSheet } from '#ui/form/question-sheet.tsx'
import { CallNotice } from './call-notice.tsx'
import { feesOf } from './fees.ts'
import { isLive, readFormSession, type FormSession } from './form-session.server.ts'
import type { PublicForm } from './public-forms.server.ts'
import { questionGroups } from './question-groups.ts'
import styles from './start.module.css'
import type { Route } from './+types/start.ts'

/** The page before a form. It is the same for everyone, so a started form shows only after it. */
export async function loader(args: Route.LoaderArgs) {
  begin(args, 'routes/site/forms/start')
  const formSession = await readFormSession(args)
  const { caseType, settings, call, publicForm, about } = formSession
  const form = caseType.formFor(settings, { ...publicForm.fixed, ...publicForm.startsWith })
  return {
    about,
    call: call && publicCall(call),
    isOpen: mayBegin(formSession),
    graceMinutes: settings.graceMinutes,
    groups: questionGroups(form),
    // Only some people have to answer some of them.
    parts: `${form.parts.some(({ when }) => when) ? 'up to ' : ''}${form.parts.length} parts`,
    fees: caseType.name === 'membership' ? feesOf(settings) : undefined,
    text: await readText(args.context, publicForm),
  }
}

/** A form of a call has no page of its own: the call says what it is for. */
function readText(context: Route.LoaderArgs['context'], { slug, title }: PublicForm) {
  if (slug !== undefined) return readPageText(context, slug)
  return { title, lead: undefined, sections: [], pictures: {} }
}

export async function action(args: Route.ActionArgs) {
  begin(args, 'routes/site/forms/start')
  const formSession = await readFormSession(args)
  const button = await readButton(args.request)
  if (!button.ok)
    return data({ errors: { begin: 'We could not read this form. Reload the page and try again.' } }, 400)
  const { caseType, publicForm, db, config, client, now, token } = formSession
  const tasks = `${caseType.href}/tasks`
  if (isLive(formSession) && token !== undefined)
    return redirectWith(tasks, [setDraftToken(caseType.cookie, token, config.origin)])
  if (!mayBegin(formSession)) return data({ errors: { begin: notOpen } }, 409)
  const started = await beginCounted(db, caseType.name, networkOf(client.address), now, undefined, {
    ...publicForm.fixed,
    ...publicForm.startsWith,
  })
  if (!started.ok)
    return data({ errors: { begin: notStarted[started.reason] } }, started.reason === 'all-full' ? 507 : 429)
  return redirectWith(tasks, [setDraftToken(caseType.cookie, started.token, config.origin)])
}

const notOpen = 'This form is not open at the moment, so you cannot start it.'

function mayBegin({ call, publicForm }: FormSession): boolean {
  return call ? call.state === 'open' : publicForm.isOpenWithoutCall
}

export default function Start({ loaderData, actionData }: Route.ComponentProps) {
  const { about, call, isOpen, graceMinutes, groups, parts, fees, text } = loaderData
  const { settings } = useSite()
  const { element } = sectionOf(about.href)
  return (
    <>
      <PageHead title={`${actionData ? 'Error: ' : ''}${text.title}`} description={text.lead ?? text.title} />
      <BarePage siteTitle={settings.societyName} element={element} back={about.back}>
        <ErrorSummary errors={actionData?.errors} />
        <PageTitle element={element} title={text.title} lead={text.lead} />
        <StartNotice call={call} isOpen={isOpen} graceMinutes={graceMinutes} />
        <Begin href={about.href} isOpen={isOpen} parts={parts} />
        <PageSections sections={text.sections} pictures={text.pictures} />
        <section className={styles.block}>
          <h2 id="later">Continue later or on another device</h2>
          <p>
            After you start, choose “Email me a link”. The link opens your form on any device for up to{' '}
            {draftDays} days after your last change. Anyone who has the link can read and change your answers,
            so do not share it.
          </p>
        </section>
        {fees && <Fees fees={fees} />}
        <section className={styles.block}>
          <h2 id="questions">Questions in this form</h2>
          <p data-screen="">Print this page to prepare your answers.</p>
          <QuestionSheet groups={groups} />
        </section>
      </BarePage>
    </>
  )
}

function Begin({ href, isOpen, parts }: { href: string; isOpen: boolean; parts: string }) {
  if (!isOpen)
    return (
      <p id="begin" className={styles.small}>
        If you have already started this form in this browser, <a href={`${href}/tasks`}>see your answers</a>.
      </p>
    )
  return (
    <form method="post" action={href} className={styles.begin}>
      <p>The form has {parts}. You can start with any of them, stop at any time and continue later.</p>
      <Button id="begin">Start the form</Button>
      <p className={styles.small}>
        If you have already started this form in this browser, we open it again. We delete it {draftDays} days
        after your last change. Until you submit it, only you can read it.
      </p>
    </form>
  )
}

function StartNotice({
  call,
  isOpen,
  graceMinutes,
}: {
  call: CallNow | undefined
  isOpen: boolean
  graceMinutes: number
}) {
  if (!call)
    return isOpen ? null : (
      <Notice title="Not open">
        <p>No call is open at the moment. We announce new calls on the home page.</p>
      </Notice>
    )
  return (
    <CallNotice call={call}>
      {isOpen && call.closesAt !== undefined && graceMinutes > 0 && (
        <p>If you started before the deadline, you have {graceMinutes} more minutes to submit.</p>
      )}
    </CallNotice>
  )
}

function Fees({ fees }: { fees: { name: string; where: string; fee: string }[] }) {
  return (
    <section className={styles.block}>
      <h2 id="fees">Fees</h2>
      {fees.length === 0 ? (
        <p>
          The office will email you the amount after you apply. You do not need to pay anything before that.
        </p>
      ) : (
        <>
          <ul>
            {fees.map(({ name, where, fee }) => (
              <li key={name + where}>
                {name}, {where}: {fee}
              </li>
            ))}
          </ul>
          <p>If no fee is given here, the office will email you the amount. The form says how to pay.</p>
        </>
      )}
    </section>
  )
}
