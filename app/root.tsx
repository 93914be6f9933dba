import './ui/foundations/tokens.css'
import './ui/foundations/fonts.css'
import './ui/foundations/base.css'
import { use, useState, useSyncExternalStore } from 'react'
import { isRouteErrorResponse, Links, Outlet, Scripts, useMatches, useRevalidator } from 'react-router'
import { officeDay } from '#office-time.ts'
import { readMenuRows } from '#features/menu/queries.server.ts'
import { findPreviewPicture } from '#features/media/queries.server.ts'
import { readPublicSettings } from '#features/settings/queries.server.ts'
import { AuthProvider } from './features/staff/session/auth-provider.tsx'
import { toUserRecord } from './features/staff/accounts/user-record.ts'
import { buildContext, previewContext } from './server/http/context.server.ts'
import sansFont from './ui/foundations/fonts/instrument-sans-latin.woff2?url'
import serifFont from './ui/foundations/fonts/stix-two-text-latin.woff2?url'
import pageScript from '#ui/script/page-script.ts?script-file'
import { PreviewMark } from './ui/frame/preview-mark.tsx'
import { themeScript } from './ui/script/theme-script.ts'
import { DocumentContext } from './document-context.ts'
import { ErrorPage } from './error-page.tsx'
import { FailureNotice } from './failed-requests/failure-notice.tsx'
import { stayOnPage } from './failed-requests/stay-on-page.ts'
import { forgetTyped } from './failed-requests/typed.ts'
import { useStayOnPage } from './failed-requests/use-stay-on-page.ts'
import { openNext } from './next-page/open-next.ts'
import { useNextPage } from './next-page/use-next-page.ts'
import { begin } from '#routes/request/begin.server.ts'
import { accessRolesOf } from '#routes/request/guard.server.ts'
import { mayRead } from '#routes/request/policy.server.ts'
import type { Route } from './+types/root.ts'

/** The scripts of every page. The content security policy allows exactly these, the second also in a file. */
export const pageScripts = { inline: themeScript, integrity: pageScript.integrity }

export async function loader(args: Route.LoaderArgs) {
  const { db, config, session, now } = begin(args, 'root')
  const { context } = args
  const { origin } = config
  const roles = accessRolesOf(session)
  const settings = await readPublicSettings(db)
  const preview = await findPreviewPicture(db, settings.previewPicture)
  return {
    origin,
    user: session && !session.isHalf ? toUserRecord(session.user) : null,
    mayEdit: mayRead('routes/staff/content/edit-page', roles),
    mayEditRecords: mayRead('routes/staff/bodies/body', roles),
    year: Number(officeDay(now).slice(0, 4)),
    settings,
    previewPicture: preview && origin + preview,
    menu: await readMenuRows(db),
    isPreview: context.get(previewContext),
    build: context.get(buildContext),
  }
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [stayOnPage]

export function Layout({ children }: { children: React.ReactNode }) {
  const facts = use(DocumentContext)
  const wantsHydration = useMatches().some(
    (match) => (match.handle as { hydrate?: true } | undefined)?.hydrate,
  )
  // The server decides, because the page's policy depends on it: an error page has no runtime.
  const hydrates = facts ? facts.nonce !== undefined : wantsHydration
  const isFromServer = useFromServer()
  const [attributes] = useState(() => (isFromServer ? undefined : presentAttributes()))
  return (
    <html lang="en" suppressHydrationWarning {...(hydrates && { 'data-hydrates': '' })} {...attributes}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {isFromServer && <script dangerouslySetInnerHTML={{ __html: themeScript }} />}
        <link rel="preload" href={serifFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="preload" href={sansFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        {facts?.styles ? <style dangerouslySetInnerHTML={{ __html: facts.styles }} /> : <Links />}
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icon-180.png" />
        <link rel="manifest" href="/site.webmanifest" />
      </head>
      <body>
        {children}
        {isFromServer && <PageScript isFile={!hydrates} />}
        {facts?.scripts.map((script) => (
          <script key={script} dangerouslySetInnerHTML={{ __html: script }} />
        ))}
        {isFromServer && hydrates && <Scripts {...(facts?.nonce && { nonce: facts.nonce })} />}
      </body>
    </html>
  )
}

/**
 * Reading pages name the file, which browsers keep. Pages that hydrate request enough files already. What the server
 * wrote stays when the browser shows a page of the other kind: React may not create scripts (see useFromServer).
 */
function PageScript({ isFile }: { isFile: boolean }) {
  const { href, integrity, text } = pageScript
  const [isWrittenAsFile] = useState(isFile)
  if (isWrittenAsFile) return <script src={href} integrity={integrity} defer />
  return <script dangerouslySetInnerHTML={{ __html: text }} suppressHydrationWarning />
}

/**
 * False if the browser renders the document again, as for the error page. The scripts have run by then, and React
 * creates script elements through innerHTML, which Trusted Types refuse.
 */
function useFromServer(): boolean {
  const isHydrating = useSyncExternalStore(
    () => () => undefined,
    () => false,
    () => true,
  )
  return useState(isHydrating)[0]
}

/** The theme and the marks that scripts have set on the document: React removes them when it renders it again. */
function presentAttributes(): Record<string, string> {
  const attributes = [...document.documentElement.attributes]
  return Object.fromEntries(
    attributes.filter(({ name }) => name.startsWith('data-')).map(({ name, value }) => [name, value]),
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const page = useNextPage(forgetTyped)
  useStayOnPage(openNext)
  return (
    <AuthProvider user={loaderData.user} askAgain={revalidate}>
      {loaderData.isPreview && <PreviewMark />}
      <Outlet key={page} />
      <FailureNotice refresh={() => void revalidate()} />
    </AuthProvider>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { reference = '', failure } = use(DocumentContext) ?? {}
  if (isRouteErrorResponse(error))
    return <ErrorPage status={error.status} data={error.data} reference={reference} />
  return <ErrorPage status={failure?.status ?? 500} data={failure} reference={reference} />
}
