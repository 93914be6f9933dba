import type { Site } from '#site.ts'
import { origin } from './site.ts'

/** A browser without scripts: it stores cookies, fills in the fields of a page and presses one of its buttons. */
export interface PlainBrowser {
  open(path: string): Promise<PlainPage>
  /** Sends fields to an address as a page of ours would. */
  post(path: string, fields: Record<string, string>, files?: PlainFile[]): Promise<PlainPage>
  cookie(): string
}

export interface PlainFile {
  field: string
  name: string
  bytes: Buffer
}

export interface PlainPage {
  status: number
  /** Where it ended up, after redirects. */
  path: string
  html: string
  headers: Headers
  /** The words of the page. */
  text: string
  title: string
  bytes: Buffer
}

/** A page of a form, which reports what it showed with what it sends: a person opens it before sending it. */
const formPart =
  /^\/(membership\/form|(?:fellowship|awards)\/[\w/-]*nomination-form)\/(?!tasks|check|resume|upload|sent|copy)\w+$/

/** What a page of a form showed, as it reports itself. */
export function seenIn(html: string): string | undefined {
  const value = /<input [^>]*name="seen"[^>]* value="([^"]*)"/.exec(html)?.[1]
  return value && unescaped(value)
}

export function openPlainBrowser(site: Pick<Site, 'respond'>): PlainBrowser {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

  const ask = async (path: string, init: RequestInit = {}): Promise<PlainPage> => {
    const headers = new Headers(init.headers)
    if (jar.size > 0) headers.set('cookie', cookie())
    const response = await site.respond(new Request(origin + path, { ...init, headers, redirect: 'manual' }))
    for (const line of response.headers.getSetCookie()) storeCookie(jar, line)
    const to = response.headers.get('location')
    if (to) return ask(to.split('#')[0] ?? '')
    return toPage(path, response)
  }
  return {
    open: (path) => ask(path),
    post: async (path, fields, files) => {
      const seen = fields['seen'] ?? (formPart.test(path) ? seenIn((await ask(path)).html) : undefined)
      const sent = seen === undefined ? fields : { ...fields, seen }
      return ask(path, { method: 'POST', headers: { origin }, body: bodyOf(sent, files) })
    },
    cookie,
  }
}

function storeCookie(jar: Map<string, string>, line: string) {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (/max-age=0(;|$)/i.test(line)) jar.delete(name)
  else jar.set(name, value)
}

function bodyOf(fields: Record<string, string>, files?: PlainFile[]) {
  if (!files) return new URLSearchParams(fields)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const { field, name, bytes } of files) form.append(field, new File([new Uint8Array(bytes)], name))
  return form
}

async function toPage(path: string, response: Response): Promise<PlainPage> {
  const bytes = Buffer.from(await response.arrayBuffer())
  const html = bytes.toString()
  const main = /<main.*<\/main>/s.exec(html)?.[0] ?? ''
  return {
    status: response.status,
    path,
    html,
    headers: response.headers,
    text: textOf(main),
    title: textOf(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? ''),
    bytes,
  }
}

function textOf(html: string): string {
  return unescaped(html.replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
