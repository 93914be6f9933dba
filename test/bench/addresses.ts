import { resolve } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { ask } from './ask.ts'

const maxRequests = 150

/** One address for every route that shows a page to a visitor. */
export async function listRoutePages(origin: string): Promise<string[]> {
  const pages = await findPages(origin)
  const { default: routes } = (await import(resolve('app/routes.ts'))) as { default: RouteConfigEntry[] }
  const patterns = patternsOf(routes, '')
  const examples = patterns.flatMap((pattern) => {
    if (!/[:*]/.test(pattern)) return pattern
    const fits = new RegExp(`^${pattern.replaceAll(/:[^/]+/g, '[^/]+')}$`)
    return pages.find((page) => fits.test(page) && !patterns.includes(page)) ?? []
  })
  // Staff pages redirect strangers to the sign-in.
  const open = await Promise.all(examples.map(async (path) => (await ask(origin + path)).status === 200))
  return examples.filter((_, index) => open[index])
}

/** The pages of the site map. */
export async function listMapPages(origin: string): Promise<string[]> {
  const map = await ask(`${origin}/sitemap.xml`)
  return matches(map.body, /<loc>([^<]+)<\/loc>/g).map((address) => new URL(address).pathname)
}

/** The pages of the site map and those they lead to, because samples are not in the map. */
async function findPages(origin: string): Promise<string[]> {
  const found = new Set(await listMapPages(origin))
  let requested = 0
  // Iterating over a set also visits what is added on the way.
  for (const path of found) {
    if (requested++ === maxRequests) break
    const { body } = await ask(origin + path)
    for (const link of matches(body, /<a [^>]*href="(\/[^"#?]*)/g)) if (isPage(link)) found.add(link)
  }
  return [...found]
}

function matches(text: Buffer, pattern: RegExp): string[] {
  return Array.from(text.toString().matchAll(pattern), ([, found]) => found!)
}

function isPage(path: string) {
  return !/^\/(pictures|files|preview|assets|admin|editor)\/|\.\w+$/.test(path)
}

function patternsOf(entries: RouteConfigEntry[], parent: string): string[] {
  return entries
    .filter(({ file }) => !file.includes('/endpoints/'))
    .flatMap(({ path, children, index }) => {
      const own = path ? `${parent}/${path}` : parent
      return [...(path || index ? [own || '/'] : []), ...patternsOf(children ?? [], own)]
    })
}
