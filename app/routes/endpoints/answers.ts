import { sharedByAll } from '#server/http/shared-headers.ts'

// If a browser opens one of these as a document, nothing in it may run, load or be framed.
const inert = { 'content-security-policy': `default-src 'none'; frame-ancestors 'none'` }

export function textAnswer(body: string, type: string, headers: Record<string, string> = {}): Response {
  const shown = { 'content-type': `${type}; charset=utf-8`, ...sharedByAll, ...inert }
  return new Response(body, { headers: { ...shown, ...headers } })
}

/**
 * For the public documents of credentials, which verifiers read by scripts of their own pages (decision 75). Without
 * `Access-Control-Allow-Credentials` browsers show such a script only what they got without cookies.
 */
export const readableByScripts = { 'access-control-allow-origin': '*' }

/** For addresses of files and feeds, where a whole page would help nobody. */
export function notThere(sentence: string): Response {
  return plainAnswer(sentence, 404)
}

/** For documents that are rendered on request. */
export function tryLater(): Response {
  const answer = plainAnswer('Many people are downloading documents right now. Try again in 30 seconds.', 503)
  answer.headers.set('retry-after', '30')
  return answer
}

/** One line for a program to read, never cached. */
export function plainAnswer(line: string, status = 200): Response {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...inert }
  return new Response(`${line}\n`, { status, headers })
}

/** Tells a browser to save the answer under a name, as RFC 6266 writes it. */
export function attachment(name: string): string {
  return disposition('attachment', name)
}

/** A browser shows a PDF in its own viewer, which needs an object and inline styles and nothing else (decision 47). */
export function shownInViewer(name: string) {
  const policy =
    `default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; ` +
    `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return { 'content-disposition': inline(name), 'content-security-policy': policy }
}

/** Tells a browser to show the answer, and the name to save it under. */
export function inline(name: string): string {
  return disposition('inline', name)
}

function disposition(kind: 'attachment' | 'inline', name: string): string {
  const wellFormed = name.toWellFormed()
  const plain = wellFormed.replaceAll(/[^\x20-\x7e]|["%\\]/g, '_')
  if (plain === name) return `${kind}; filename="${plain}"`
  const encoded = encodeURIComponent(wellFormed).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
