import type { Site } from '#site.ts'
import { origin } from '#test/site.ts'

/** A browser without scripts: it keeps cookies, fills in the fields of a page and presses one of its buttons. */
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
  /** Where it was in the end, after redirects. */
  path: string
  html: string
  headers: Headers
  /** The words of the page. */
  text: string
  title: string
  bytes: Buffer
}

export function openPlainBrowser(site: Pick<Site, 'respond'>): PlainBrowser {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

  const ask = async (path: string, init: RequestInit = {}): Promise<PlainPage> => {
    const headers = new Headers(init.headers)
    if (jar.size > 0) headers.set('cookie', cookie())
    const response = await site.respond(new Request(origin + path, { ...init, headers, redirect: 'manual' }))
    for (const line of response.headers.getSetCookie()) keepCookie(jar, line)
    const to = response.headers.get('location')
    if (to) return ask(to.split('#')[0] ?? '')
    return toPage(path, response)
  }
  return {
    open: (path) => ask(path),
    post: (path, fields, files) =>
      ask(path, { method: 'POST', headers: { origin }, body: bodyOf(fields, files) }),
    cookie,
  }
}

function keepCookie(jar: Map<string, string>, line: string) {
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
    text: words(main),
    title: words(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? ''),
    bytes,
  }
}

function words(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
