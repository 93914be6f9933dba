import { data } from 'react-router'
import { leaveForm, newsletterLinkForm } from '#features/newsletter/form.ts'
import { confirmNewsletter, findByLink, leaveNewsletter } from '#features/newsletter/operations.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { unlessWrong, unreadableForm } from '#routes/request/answers.server.ts'
import { readForm } from '#server/input/form.server.ts'
import { withMixedForm } from '#server/input/mixed-form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import type { Route } from './+types/newsletter-link.ts'

/** Where the links in letters to subscribers lead. Opening one only shows; the button acts. */

type Purpose = 'confirm' | 'leave'

export async function loader(args: Route.LoaderArgs) {
  const { db, now } = begin(args, 'routes/site/newsletter/newsletter-link')
  const { url } = args
  const purpose = purposeOf(url)
  const token = url.searchParams.get('token') ?? ''
  const found = await findByLink(db, purpose, token, now)
  return { purpose, token, email: found?.email }
}

export async function action(args: Route.ActionArgs) {
  const { db, actor, now } = begin(args, 'routes/site/newsletter/newsletter-link')
  const purpose = purposeOf(args.url)
  const token = await readToken(args, purpose)
  const act = purpose === 'confirm' ? confirmNewsletter : leaveNewsletter
  const outcome = await act(db, actor, token, now)
  return outcome.ok ? { done: true } : data({ done: false }, { status: 410 })
}

/** Multipart is accepted, because mail programs may send it, but no file. */
const noFiles = { folder: '', maxBytesOf: () => undefined, maxFiles: 1, maxFileBytes: 0 }

/** Our page sends the token; a mail program posts to the address that contains it, in a form of either type. */
async function readToken({ request, url }: Route.ActionArgs, purpose: Purpose): Promise<string> {
  const linkSentTo = url.searchParams.get('token')
  if (purpose === 'confirm' || linkSentTo === null)
    return unlessWrong(await readForm(request, newsletterLinkForm)).token
  return withMixedForm(request, noFiles, async ({ typed, fault }) => {
    const read = leaveForm.safeParse({ ...typed })
    if (fault || !read.success) throw data({ sentence: unreadableForm }, { status: 400 })
    return 'token' in read.data ? read.data.token : linkSentTo
  })
}

/** The page shows what only its recipient may see. */
export function headers() {
  return { 'cache-control': 'no-store' }
}

function purposeOf({ pathname }: URL): Purpose {
  return pathname.includes('/leave') ? 'leave' : 'confirm'
}

const words = {
  confirm: {
    title: 'Get the newsletter by email',
    asks: (email: string) => `Do you want to get our newsletter at ${email}?`,
    button: 'Subscribe',
    done: 'You have subscribed. We will email you the next issue. You can unsubscribe with the link in every email.',
  },
  leave: {
    title: 'Unsubscribe from the newsletter',
    asks: (email: string) => `Do you want to unsubscribe ${email} from our newsletter?`,
    button: 'Unsubscribe',
    done: 'You have unsubscribed. We have deleted your address from the list.',
  },
}

export default function NewsletterLink({ loaderData, actionData }: Route.ComponentProps) {
  const { purpose, token, email } = loaderData
  const { title, asks, button, done } = words[purpose]
  const isDone = actionData?.done === true
  return (
    <SitePage title={title} hidden description="Subscribe to the newsletter or unsubscribe.">
      {isDone && (
        <Notice kind="success">
          <p>{done}</p>
        </Notice>
      )}
      {!isDone && email === undefined && (
        <Notice kind="warning">
          <p>
            This link has expired, or your address is no longer on the list. You can{' '}
            <a href="/newsletter#by-e-mail">subscribe to the newsletter</a> at any time.
          </p>
        </Notice>
      )}
      {!isDone && email !== undefined && (
        <form method="post">
          <p>{asks(email)}</p>
          <input type="hidden" name="token" value={token} />
          <Button>{button}</Button>
        </form>
      )}
    </SitePage>
  )
}
