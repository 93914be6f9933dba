import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { fileNameOf, keyOf, relativeName } from './static-names.ts'
import { linksIn, linksInStyle, rewritePage, rewriteStyle } from './static-page.ts'
import { writeZip, type ZipPart } from './zip-out.server.ts'

export type FetchPage = (path: string) => Promise<Response>

type FileForm = 'page' | 'style' | 'other'

/** A response of the site, waiting on the disk. */
interface StaticFile {
  key: string
  form: FileForm
  name: string
  path: string
}

const maxAddresses = 200_000

interface StaticOptions {
  onProgress?: ((found: number) => void) | undefined
  /** Interrupts it; nothing is left behind. */
  signal?: AbortSignal | undefined
}

/**
 * Writes the public site into a zip file whose pages open from a folder, without a network and without scripts. It
 * requests every page that can be reached from the first one, and everything these show.
 */
export async function makeStaticCopy(
  ask: FetchPage,
  origin: string,
  path: string,
  { onProgress, signal }: StaticOptions = {},
): Promise<{ pages: number; others: number }> {
  const folder = await mkdtemp(join(dirname(path), '.static-copy-'))
  try {
    const found = await collect(ask, origin, folder, { onProgress, signal })
    const parts: ZipPart[] = []
    for (const one of found.values()) parts.push(await partOf(one, found, origin))
    await writeZip(path, parts, { signal })
    const pages = [...found.values()].filter(({ form }) => form === 'page').length
    return { pages, others: found.size - pages }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type StaticFiles = Map<string, StaticFile>

async function collect(
  ask: FetchPage,
  origin: string,
  folder: string,
  { onProgress, signal }: StaticOptions,
) {
  const found: StaticFiles = new Map()
  const names = new Set<string>()
  const seen = new Set(['/'])
  for (const key of seen) {
    signal?.throwIfAborted()
    if (seen.size > maxAddresses) throw new Error('The public site has more addresses than a copy can hold.')
    const one = await fetchOne(ask, key, join(folder, String(found.size)))
    if (!one || names.has(one.name.toLowerCase())) continue
    names.add(one.name.toLowerCase())
    found.set(key, one)
    onProgress?.(found.size)
    for (const next of await keysIn(one, origin)) seen.add(next)
  }
  return found
}

async function fetchOne(ask: FetchPage, key: string, path: string) {
  const response = await ask(key)
  // What has moved or is gone stays a link to the site itself.
  if (response.status !== 200 || !response.body) return undefined
  await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(path))
  const form = formOf(response.headers.get('content-type') ?? '')
  return { key, form, name: fileNameOf(key, form === 'page'), path } satisfies StaticFile
}

function formOf(type: string): FileForm {
  if (type.startsWith('text/html')) return 'page'
  return type.startsWith('text/css') ? 'style' : 'other'
}

async function keysIn({ key, form, path }: StaticFile, origin: string): Promise<string[]> {
  if (form === 'other') return []
  const text = await readFile(path, 'utf8')
  const hrefs = form === 'page' ? linksIn(text) : linksInStyle(text)
  return hrefs.flatMap((href) => {
    const url = localUrl(href, key, origin)
    const next = url && keyOf(url)
    return next === undefined ? [] : [next]
  })
}

function localUrl(href: string, from: string, origin: string): URL | undefined {
  const url = URL.parse(href, new URL(from, origin))
  return url?.origin === origin ? url : undefined
}

async function partOf(one: StaticFile, all: StaticFiles, origin: string): Promise<ZipPart> {
  const { name, path, form } = one
  if (form === 'other') return { name, bytes: (await stat(path)).size, open: () => createReadStream(path) }
  const body = Buffer.from(rewritten(await readFile(path, 'utf8'), one, all, origin))
  // Rendered again in its turn, so that not all pages are in memory at the same time.
  const open = () => Readable.from(again(one, all, origin), { objectMode: false })
  return { name, bytes: body.length, isCompressed: true, open }
}

async function* again(one: StaticFile, all: StaticFiles, origin: string) {
  yield Buffer.from(rewritten(await readFile(one.path, 'utf8'), one, all, origin))
}

function rewritten(text: string, { key, form, name }: StaticFile, all: StaticFiles, origin: string): string {
  const resolve = (href: string) => resolveHref(href, key, name, all, origin)
  return form === 'page' ? rewritePage(text, new URL(key, origin).href, resolve) : rewriteStyle(text, resolve)
}

function resolveHref(href: string, key: string, name: string, all: StaticFiles, origin: string): string {
  if (href === '' || href.startsWith('#')) return href
  const url = localUrl(href, key, origin)
  if (!url) return href
  const target = all.get(keyOf(url) ?? '')
  // The page's canonical address stays complete.
  if (!target || href.startsWith(origin)) return url.href
  return relativeName(name, target.name) + url.hash
}
