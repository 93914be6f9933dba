import { data } from 'react-router'
import { z } from 'zod'
import { dayInIndia } from '#features/cases/references.server.ts'
import { keepDraftToken } from '#features/forms/cookies.ts'
import { findLink, resumeDraft } from '#features/forms/resuming.server.ts'
import { redirectWith } from '#routes/staff/answers.server.ts'
import { readForm } from '#server/form.server.ts'
import { Button } from '#ui/button.tsx'
import { Day } from '#ui/day.tsx'
import { Notice } from '#ui/notice.tsx'
import { FormPage } from './form-page.tsx'
import { isLive, placeToAct, placeToRead } from './place.server.ts'
import type { Route } from './+types/resume.ts'

/** What a mailed link opens. Programs follow links in letters, so only the button takes the form up. */

const tokenForm = z.strictObject({ token: z.string().regex(/^[\w-]{43}$/) })

export async function loader(args: Route.LoaderArgs) {
  const place = await placeToRead(args, 'resume')
  const { about, process, db, now } = place
  const token = args.url.searchParams.get('token') ?? ''
  const link = await findLink(db, process.name, token, now)
  const hasAnother = isLive(place) && place.draft.version > 1 && place.draft.id !== link?.draftId
  return {
    about,
    hasAnother,
    link: link && { token, keptUntil: dayInIndia(link.expiresAt), sentAs: link.sentAs },
  }
}

/** The page carries the token. */
export function headers() {
  return { 'cache-control': 'no-store' }
}

export async function action(args: Route.ActionArgs) {
  const { process, db, config, now } = await placeToAct(args, 'resume')
  const form = await readForm(args.request, tokenForm)
  if (!form.ok) return data({ errors: { link: 'What was sent does not fit this page.' } }, 400)
  const resumed = await resumeDraft(db, process.name, form.answers.token, now)
  if (!resumed.ok) return data({ errors: { link: over } }, 410)
  const to = `${process.href}/${resumed.sentAs === undefined ? 'tasks' : 'sent'}`
  return redirectWith(to, [keepDraftToken(process.name, resumed.token, config.origin)])
}

const over =
  'This link has expired: a newer link was emailed, the form was discarded or its time ran out, or part of the link is missing. If you have a newer email from us, open the link in that one.'

export default function Resume({ loaderData, actionData }: Route.ComponentProps) {
  const { about, link, hasAnother } = loaderData
  if (!link)
    return (
      <FormPage about={about} title="Go on with your form" errors={actionData?.errors} back={about.back}>
        <p id="link" tabIndex={-1}>
          {over} Or <a href={about.href}>begin a new form</a>.
        </p>
      </FormPage>
    )
  return (
    <FormPage about={about} title="Go on with your form" errors={actionData?.errors} back={about.back}>
      {hasAnother && (
        <Notice kind="warning" title="Another form was begun in this browser">
          <p>
            When you go on with the form from the email, this browser opens that one instead. To come back to
            the other form later, first <a href={`${about.href}/tasks`}>have a link to it emailed to you</a>.
          </p>
        </Notice>
      )}
      <p>
        {link.sentAs === undefined
          ? 'This browser opens the form. The browser in which it was begun can then no longer read it, unless you open the link there too.'
          : `This form was sent as ${link.sentAs}. You can see what happens next.`}{' '}
        It is kept until <Day date={link.keptUntil} />.
      </p>
      <form method="post" action={`${about.href}/resume`}>
        <input type="hidden" name="token" value={link.token} />
        <Button id="link">
          {link.sentAs === undefined ? 'Go on with the form' : 'See what happens next'}
        </Button>
      </form>
    </FormPage>
  )
}
