import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type RouterContextProvider,
} from 'react-router'
import { sessionContext } from './routes/request/session-context.server.ts'
import { failureContext, referenceContext, styleContext } from './server/http/context.server.ts'
import { answerForFailure, retryAfterSeconds } from './server/http/failure-answer.server.ts'
import { contentSecurityPolicy } from './server/http/headers.server.ts'
import type { readPageStyles } from './server/http/page-styles.server.ts'
import { sharedByAll, storedNowhere } from './server/http/shared-headers.ts'
import { logError } from './server/observe/log.server.ts'
import { DocumentContext, type DocumentFacts } from './document-context.ts'
import { pageScripts } from './root.tsx'

const renderLimitMs = 10_000

export default async function renderDocument(
  request: Request,
  given: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const hydrates = doesHydrate(router)
  // The router knows only that something was thrown.
  const failure = router.staticHandlerContext.errors ? context.get(failureContext).answer : undefined
  const status = failure?.status ?? given
  if (failure) headers.set('retry-after', retryAfterSeconds)
  const facts: DocumentFacts = {
    styles: hydrates ? '' : stylesGoHere,
    scripts: hydrates ? [] : handlesOf(router).flatMap(({ script }) => script ?? []),
    reference: context.get(referenceContext),
    ...(hydrates && { nonce: randomBytes(16).toString('base64') }),
    ...(failure && { failure }),
  }
  headers.set('content-type', 'text/html; charset=utf-8')
  if (!headers.has('cache-control')) {
    const isAnswer = request.method === 'POST'
    const forEverybody = status === 200 && !isAnswer && !hydrates && !isPersonal(router, context)
    const chosen = forEverybody ? sharedByAll : storedNowhere
    for (const [name, value] of Object.entries(chosen)) headers.set(name, value)
  }

  const page = (
    <DocumentContext value={facts}>
      <ServerRouter context={router} url={request.url} {...(facts.nonce && { nonce: facts.nonce })} />
    </DocumentContext>
  )
  const { html, styles } = withStyles(
    await renderWhole(page),
    facts,
    context.get(styleContext)(modulesOf(router)),
  )
  const frames = handlesOf(router).some(({ frames }) => frames)
  headers.set('content-security-policy', policyFor({ ...facts, styles }, isOfStaff(router), frames))
  return new Response(html, { status, headers })
}

/** Stands for the styles until the page is rendered, and it is known which of them it uses. */
const stylesGoHere = '/* styles */'

type SheetOfPage = ReturnType<ReturnType<typeof readPageStyles>>

/** A script of a single page may show what the page did not have, such as the results of a search. */
function withStyles(html: string, { styles, scripts }: DocumentFacts, sheet: SheetOfPage) {
  if (!styles) return { html, styles }
  const fitting = scripts.length > 0 ? sheet.whole() : sheet.fit(html)
  return {
    html: html.replace(`<style>${styles}</style>`, () => `<style>${fitting}</style>`),
    styles: fitting,
  }
}

function doesHydrate(router: EntryContext): boolean {
  return handlesOf(router).some(({ hydrate }) => hydrate)
}

/** None for an error page, whose scripts are those of every page. */
function handlesOf({ staticHandlerContext, routeModules }: EntryContext): Handle[] {
  if (staticHandlerContext.errors) return []
  return staticHandlerContext.matches.map(({ route }) => (routeModules[route.id]?.handle ?? {}) as Handle)
}

interface Handle {
  /** The page loads React in the browser. */
  hydrate?: true
  /** Inlined on this page; for a page that does not hydrate. */
  script?: string
  /** The page shows another page of ours in a frame. */
  frames?: true
}

/** Pages for someone signed in, and all pages of the staff area, are never cached. */
function isPersonal(router: EntryContext, context: RouterContextProvider): boolean {
  return context.get(sessionContext) !== undefined || isOfStaff(router)
}

function isOfStaff(router: EntryContext): boolean {
  return router.staticHandlerContext.matches.some((match) => match.route.id.startsWith('routes/staff/'))
}

/** The built files of the routes on this page, the outermost first. */
function modulesOf(router: EntryContext): string[] {
  const { matches } = router.staticHandlerContext
  return matches.map((match) => router.manifest.routes[match.route.id]?.module ?? '')
}

/** The editor parses pasted content in a separate document, under a policy of this name. */
const editorsTrustedType = 'ProseMirrorClipboard'

function policyFor(facts: DocumentFacts, isOfStaff: boolean, frames: boolean) {
  return contentSecurityPolicy({
    scripts: [pageScripts.inline, ...facts.scripts],
    files: [pageScripts.integrity],
    styles: facts.styles ? [facts.styles] : [],
    ...(facts.nonce && { nonce: facts.nonce }),
    ...(facts.nonce && isOfStaff && { trustedTypes: [editorsTrustedType] }),
    frames,
  })
}

function renderWhole(page: React.ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      onAllReady() {
        clearTimeout(limit)
        resolve(text(pipe(new PassThrough())))
      },
      onShellError: reject,
      onError: (error) => logError('render.failed', error),
    })
    const limit = setTimeout(() => abort(new Error('The page took too long to render.')), renderLimitMs)
  })
}

/** Called once for every failure of a loader, an action or a page. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
) {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  const failure = answerForFailure(error, request.method)
  if (failure) context.get(failureContext).answer ??= failure
  logError('request.failed', error, {
    reference: context.get(referenceContext),
    method: request.method,
    path: new URL(request.url).pathname,
  })
}
