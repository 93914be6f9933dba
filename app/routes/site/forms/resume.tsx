import { data, redirect } from 'react-router'
import { z } from 'zod'
import { officeDay } from '#office-time.ts'
import { setDraftToken } from '#routes/request/draft-cookies.server.ts'
import { findLink, resumeDraft, type DraftLink } from '#features/forms/drafts/resuming.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { redirectWith } from '#routes/request/answers.server.ts'
import { readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { Day } from '#ui/foundations/day.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { FormPage } from './form-page.tsx'
import { isLive, readFormSession } from './form-session.server.ts'
import styles from './resume.module.css'
import type { Route } from './+types/resume.ts'

/** What a mailed link opens. Programs follow links in letters, so only the button opens the form. */

const tokenForm = z.strictObject({
  token: z.string().regex(/^[\w-]{43}$/),
  others: z.enum(['end', 'stay']).optional(),
})

export async function loader(args: Route.LoaderArgs) {
  begin(args, 'routes/site/forms/resume')
  const formSession = await readFormSession(args)
  const { about, caseType, db, now } = formSession
  const token = args.url.searchParams.get('token') ?? ''
  const link = await findLink(db, caseType.name, token, now)
  const isOwn = formSession.draft !== undefined && formSession.draft.id === link?.draftId
  const hasAnother = isLive(formSession) && formSession.draft.version > 1 && !isOwn
  return {
    about,
    hasAnother,
    link: link && {
      token,
      savedUntil: officeDay(link.expiresAt),
      state: stateOf(link, isOwn),
      sentAs: link.sentAs,
      devices: link.devices,
    },
  }
}

type LinkState = 'sent' | 'new' | 'here' | 'open-elsewhere'

function stateOf({ sentAs, devices }: DraftLink, isOwn: boolean): LinkState {
  if (sentAs !== undefined) return 'sent'
  if (devices === 0) return 'new'
  return isOwn ? 'here' : 'open-elsewhere'
}

/** The page contains the token. */
export function headers() {
  return { 'cache-control': 'no-store' }
}

export async function action(args: Route.ActionArgs) {
  begin(args, 'routes/site/forms/resume')
  const { caseType, db, config, now, token: own } = await readFormSession(args)
  const form = await readForm(args.request, tokenForm)
  if (!form.ok)
    return data({ errors: { link: 'We could not read this form. Open the link in our email again.' } }, 400)
  const { token, others } = form.answers
  const resumed = await resumeDraft(db, caseType.name, { link: token, own, others }, now)
  if (!resumed.ok)
    return resumed.reason === 'open-elsewhere'
      ? // Someone opened it after this page was shown: the page asks what to do.
        redirect(`${caseType.href}/resume?token=${token}`)
      : data({ errors: { link: linkExpired } }, 410)
  const cookies = [setDraftToken(caseType.cookie, resumed.token, config.origin)]
  if (resumed.sentAs !== undefined) return redirectWith(`${caseType.href}/sent`, cookies)
  const tasks = `${caseType.href}/tasks`
  return others === 'end'
    ? redirectWithFlash(args, tasks, { key: 'form-only-here' }, cookies)
    : redirectWith(tasks, cookies)
}

const linkExpired =
  'This link no longer works. If you have a newer email from us, open the link in that one. Otherwise someone may have discarded the form or signed the other devices out, the form may have expired, or part of the link is missing.'

export default function Resume({ loaderData, actionData }: Route.ComponentProps) {
  const { about, link, hasAnother } = loaderData
  if (!link)
    return (
      <FormPage about={about} title="Continue your form" errors={actionData?.errors} back={about.back}>
        <p id="link" tabIndex={-1}>
          {linkExpired} Or <a href={about.href}>start a new form</a>.
        </p>
      </FormPage>
    )
  return (
    <FormPage about={about} title="Continue your form" errors={actionData?.errors} back={about.back}>
      {hasAnother && (
        <Notice kind="warning" title="You have started another form in this browser">
          <p>
            If you continue with the form from the email, this browser opens that one instead. To return to
            the other form later, first <a href={`${about.href}/tasks`}>email yourself a link to it</a>.
          </p>
        </Notice>
      )}
      <p>
        {sentenceFor(link)} We delete it after <Day date={link.savedUntil} />.
      </p>
      {link.state === 'open-elsewhere' && (
        <p>
          If you do not know the other {link.devices === 1 ? 'device' : 'devices'}, or someone sent you this
          link, sign the others out or <a href={about.href}>start your own form</a>. If you sign them out,
          this link stops working too. Your saved answers are not lost, and you can request a new link on the
          next page.
        </p>
      )}
      <form method="post" action={`${about.href}/resume`}>
        <input type="hidden" name="token" value={link.token} />
        {link.state === 'open-elsewhere' ? (
          <p className={styles.choice}>
            <Button id="link" name="others" value="end">
              Continue and sign the other devices out
            </Button>
            <Button look="secondary" name="others" value="stay">
              Continue on all devices
            </Button>
          </p>
        ) : (
          <Button id="link">{link.state === 'sent' ? 'See what happens next' : 'Continue'}</Button>
        )}
      </form>
    </FormPage>
  )
}

function sentenceFor({
  state,
  sentAs,
  devices,
}: {
  state: LinkState
  sentAs: string | undefined
  devices: number
}) {
  switch (state) {
    case 'sent':
      return `You submitted this form. Its reference is ${sentAs}. See what happens next.`
    case 'here':
      return 'The form is already open in this browser.'
    case 'new':
      return 'Continue to open the form in this browser. The browser in which you started it can then no longer open it. Anyone else who has this link can open the form too.'
    case 'open-elsewhere':
      return `This form is already open on ${devices === 1 ? 'another device' : `${devices} other devices`}. Anyone who uses it there can read and change what you type.`
  }
}
