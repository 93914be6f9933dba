import { data } from 'react-router'
import { z } from 'zod'
import { dayInIndia } from '#features/cases/references.server.ts'
import { keepDraftToken } from '#features/forms/cookies.ts'
import { findDraft } from '#features/forms/drafts.server.ts'
import { redirectWith } from '#routes/staff/answers.server.ts'
import { readForm } from '#server/form.server.ts'
import { Button } from '#ui/button.tsx'
import { Day } from '#ui/day.tsx'
import { FormPage } from './form-page.tsx'
import { placeToAct, placeToRead } from './place.server.ts'
import type { Route } from './+types/resume.ts'

/** What a mailed link opens. Programs follow links in letters, so only the button takes the form up. */

const tokenForm = z.strictObject({ token: z.string().regex(/^[\w-]{43}$/) })

export async function loader(args: Route.LoaderArgs) {
  const { about, process, db, now } = await placeToRead(args, 'resume')
  const token = args.url.searchParams.get('token') ?? ''
  const draft = await findDraft(db, process.name, token, now)
  return { about, link: draft && { token, keptUntil: dayInIndia(draft.expiresAt), sentAs: draft.sentAs } }
}

/** The page carries the token. */
export function headers() {
  return { 'cache-control': 'no-store' }
}

export async function action(args: Route.ActionArgs) {
  const { process, db, config, now } = await placeToAct(args, 'resume')
  const form = await readForm(args.request, tokenForm)
  if (!form.ok) return data({ errors: { link: 'What was sent does not fit this page.' } }, 400)
  const { token } = form.answers
  const draft = await findDraft(db, process.name, token, now)
  if (!draft) return data({ errors: { link: over } }, 410)
  const to = `${process.href}/${draft.sentAs === undefined ? 'tasks' : 'sent'}`
  return redirectWith(to, [keepDraftToken(process.name, token, config.origin)])
}

const over =
  'This link leads to no form any more: it was thrown away, or kept for its time, or the link is not whole.'

export default function Resume({ loaderData, actionData }: Route.ComponentProps) {
  const { about, link } = loaderData
  if (!link)
    return (
      <FormPage about={about} title="Go on with your form" errors={actionData?.errors} back={about.back}>
        <p id="link" tabIndex={-1}>
          {over} <a href={about.href}>Begin the form anew</a>.
        </p>
      </FormPage>
    )
  return (
    <FormPage about={about} title="Go on with your form" errors={actionData?.errors} back={about.back}>
      <p>
        {link.sentAs === undefined
          ? 'This browser takes up the form that you have begun. A form of the same kind that was begun here before is then reached only by its own link.'
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
