import { data, redirect } from 'react-router'
import { openOwnRequest } from '#features/cases/own-cases.server.ts'
import { endHelper } from '#features/own-pages/helpers/operations.server.ts'
import { requestForm, withdrawalForm } from '#features/own-pages/form.ts'
import { withdrawRequest } from '#features/own-pages/requests.server.ts'
import { endAllOwnSessions, endOwnSession } from '#features/own-pages/sessions.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash, takeFlash } from '#routes/request/flash.server.ts'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import { redirectWith, unlessWrong, unknownAction } from '#routes/request/answers.server.ts'
import { readButton, readForm } from '#server/input/form.server.ts'
import { OnThisPage } from '#ui/frame/on-this-page.tsx'
import { FlashNotice } from '#ui/text/flash-notice.tsx'
import { readOwnPage } from './own-page-data.server.ts'
import {
  ownHeaders,
  requireOwn,
  requireOwnReader,
  requireReader,
  requireVisit,
  signedOut,
} from './own-session.server.ts'
import { ownPath } from './paths.ts'
import { beginRenewal } from './renewing.server.ts'
import { CasesSection, CertificatesSection, MembershipSection, WaitingSection } from './status-sections.tsx'
import { HelperNotice, HelpersSection } from './helper-sections.tsx'
import { DetailsSection, HistorySection, PrivacySection, SignOutSection } from './detail-sections.tsx'
import type { Route } from './+types/my-page.ts'

/** What the Academy holds about the person who is signed in, what waits for them and what they can change. */

const route = 'routes/site/own-page/my-page'

export async function loader(args: Route.LoaderArgs) {
  const { db, now } = begin(args, route)
  const { session, isShared } = await requireReader(args)
  const { flash, headers } = takeFlash(args)
  const page = await readOwnPage(db, { ...session, isShared }, now)
  return data({ page, flash }, { headers })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  const cookie = loaderHeaders.get('set-cookie')
  return { ...ownHeaders, ...(cookie && { 'set-cookie': cookie }) }
}

export async function action(args: Route.ActionArgs) {
  const { db, config, client, now } = begin(args, route)
  const { session, actor } = await requireVisit(args)
  switch (args.url.searchParams.get('do')) {
    case 'open':
      return openRequest(args)
    case 'renew':
      unlessWrong(await readButton(args.request))
      return beginRenewal(args)
    case 'withdraw': {
      const { kind } = unlessWrong(await readForm(args.request, withdrawalForm))
      if (kind === 'erasure') await requireOwn(args)
      const isWithdrawn = await withdrawRequest(db, actor, kind, now)
      const key = isWithdrawn ? 'own-request-withdrawn' : 'own-request-not-open'
      return redirectWithFlash(args, ownPath, { key })
    }
    case 'sign-out':
      unlessWrong(await readButton(args.request))
      await endOwnSession(db, session, client.address, now)
      return redirectWith('/', signedOut(config.origin))
    case 'sign-out-everywhere': {
      const { session } = await requireOwn(args)
      unlessWrong(await readButton(args.request))
      await endAllOwnSessions(db, session, client.address, now)
      return redirectWith('/', signedOut(config.origin))
    }
    case 'stop-helping':
      unlessWrong(await readButton(args.request))
      if (actor.helper === undefined) throw data({ sentence: unknownAction }, { status: 400 })
      await endHelper(db, actor, { id: actor.helper, personId: actor.id }, now)
      return redirectWith('/', signedOut(config.origin))
    default:
      throw data({ sentence: unknownAction }, { status: 400 })
  }
}

/** Someone who shares an address uses the link in our email, which says whom it is for. */
async function openRequest(args: Route.ActionArgs) {
  const { db, config, now } = begin(args, route)
  const { session, actor, isShared } = await requireOwnReader(args)
  const { request } = unlessWrong(await readForm(args.request, requestForm))
  const link = isShared
    ? undefined
    : await openOwnRequest(db, actor, config.origin, { email: session.email, requestId: request }, now)
  if (link === undefined) return redirectWithFlash(args, ownPath, { key: 'own-request-over' })
  const { pathname, search } = new URL(link)
  return redirect(pathname + search)
}

const contents = [
  { id: 'waiting', label: 'Waiting for you' },
  { id: 'details', label: 'Your details' },
  { id: 'membership', label: 'Membership and payments' },
  { id: 'certificates', label: 'Certificates' },
  { id: 'nominations', label: 'Nominations and applications' },
  { id: 'helpers', label: 'Helpers' },
  { id: 'history', label: 'Who changed your entry' },
  { id: 'privacy', label: 'Your data' },
  { id: 'sign-out', label: 'Sign out' },
]

/** Sections that a helper does not see. */
const onlyOwn = new Set(['helpers', 'privacy'])

export default function MyPage({ loaderData: { page, flash } }: Route.ComponentProps) {
  return (
    <SitePage
      hidden
      title="My page"
      lead={page.name}
      description="What the Academy holds about you."
      aside={<OnThisPage entries={contents.filter(({ id }) => !page.helper || !onlyOwn.has(id))} />}
    >
      {flash && <FlashNotice {...flash} />}
      {page.helper && <HelperNotice name={page.name} {...page.helper} />}
      <WaitingSection {...page} />
      <DetailsSection {...page} />
      <MembershipSection {...page} />
      <CertificatesSection {...page} />
      <CasesSection {...page} />
      {!page.helper && <HelpersSection {...page} />}
      <HistorySection {...page} />
      {!page.helper && <PrivacySection {...page} />}
      <SignOutSection {...page} />
    </SitePage>
  )
}
