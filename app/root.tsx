import '#ui/tokens.css'
import '#ui/fonts.css'
import '#ui/base.css'
import { use } from 'react'
import { isRouteErrorResponse, Links, Outlet, Scripts, useMatches, useRevalidator } from 'react-router'
import { readMenuRows } from '#features/menu/queries.server.ts'
import { readPublicSettings } from '#features/settings/queries.server.ts'
import { AuthProvider } from '#features/staff/auth-provider.tsx'
import { toUserRecord } from '#features/staff/user-record.ts'
import { sessionContext } from '#routes/session-context.server.ts'
import { configContext, dbContext, nowContext, previewContext } from '#server/context.server.ts'
import sansFont from '#ui/fonts/instrument-sans-latin.woff2?url'
import serifFont from '#ui/fonts/stix-two-text-latin.woff2?url'
import pageScript from '#ui/page-script.ts?inline-script'
import { PreviewMark } from '#ui/preview-mark.tsx'
import { themeScript } from '#ui/theme-script.ts'
import { DocumentContext } from './document-context.ts'
import { ErrorPage } from './error-page.tsx'
import type { Route } from './+types/root.ts'

/** Every script that a reading page carries; the content security policy allows exactly these. */
export const pageScripts = [themeScript, pageScript]

export async function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(configContext)
  const session = context.get(sessionContext)
  return {
    origin,
    user: session && !session.isHalf ? toUserRecord(session.user) : null,
    year: context.get(nowContext).getUTCFullYear(),
    settings: await readPublicSettings(context.get(dbContext)),
    menu: await readMenuRows(context.get(dbContext)),
    isPreview: context.get(previewContext),
  }
}

export function Layout({ children }: { children: React.ReactNode }) {
  const facts = use(DocumentContext)
  const asked = useMatches().some((match) => (match.handle as { hydrate?: true } | undefined)?.hydrate)
  // The server decides, since the policy of the page goes with it: an error page carries no runtime.
  const hydrates = facts ? facts.nonce !== undefined : asked
  return (
    <html lang="en" suppressHydrationWarning {...(hydrates && { 'data-hydrates': '' })}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
        <link rel="preload" href={serifFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="preload" href={sansFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        {facts?.styles ? <style dangerouslySetInnerHTML={{ __html: facts.styles }} /> : <Links />}
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icon-180.png" />
        <link rel="manifest" href="/site.webmanifest" />
      </head>
      <body>
        {children}
        <script dangerouslySetInnerHTML={{ __html: pageScript }} suppressHydrationWarning />
        {hydrates && <Scripts {...(facts?.nonce && { nonce: facts.nonce })} />}
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <AuthProvider user={loaderData.user} askAgain={revalidate}>
      {loaderData.isPreview && <PreviewMark />}
      <Outlet />
    </AuthProvider>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { reference = '', failure } = use(DocumentContext) ?? {}
  if (isRouteErrorResponse(error))
    return <ErrorPage status={error.status} data={error.data} reference={reference} />
  return <ErrorPage status={failure?.status ?? 500} data={failure} reference={reference} />
}
