import { expect, test } from 'vitest'
import { site } from '#test/e2e/harness/harness.ts'
import { entries, groups } from '#test/e2e/harness/menu-table.ts'

const maxPages = 2000
const atOnce = 6

type LinkedPage = { links: string[]; parts: string[]; ids: Set<string>; others: string[] }

test('every link on every page leads somewhere', { timeout: 300_000 }, async () => {
  const { pages, faults } = await walk()

  for (const [address, { links }] of pages) {
    for (const link of links) {
      const [path, anchor] = link.split('#') as [string, string?]
      const ids = pages.get(path)?.ids
      if (anchor && ids && !ids.has(decodeURIComponent(anchor)))
        faults.push(`${address} → ${link}: no such place`)
    }
    const onward = links.filter((link) => !link.startsWith(`${address}#`))
    if (onward.length === 0) faults.push(`${address} is a dead end`)
  }

  expect(faults).toEqual([])
  expect(pages.size).toBeLessThan(maxPages)
  const known = [...pages.keys()]
  const local = [...Object.values(groups).flat(), ...entries].filter((address) => address.startsWith('/'))
  expect(local.filter((address) => !pages.has(address))).toEqual([])
  const sitemap = await (await fetch(`${site}/sitemap.xml`)).text()
  const reported = [...sitemap.matchAll(/<loc>([^<]+)</g)].map(([, url]) => new URL(url!).pathname)
  expect(
    reported.filter((address) => !known.includes(address)),
    'in the sitemap, but no page leads there',
  ).toEqual([])
})

/** Goes from the home page to everything that it, and what it leads to, links to or shows. */
async function walk() {
  const pages = new Map<string, LinkedPage>()
  const faults: string[] = []
  const from = new Map([['/', 'the address bar']])
  const waiting = ['/']
  const meet = (address: string, page: string) => {
    if (from.has(address) || from.size >= maxPages) return
    from.set(address, page)
    waiting.push(address)
  }

  const visit = async (address: string) => {
    const response = await fetch(site + address)
    const where = `${address} (from ${from.get(address)})`
    if (response.status !== 200) faults.push(`${where} answers ${response.status}`)
    if (!response.url.startsWith(`${site}/`)) faults.push(`${where} ends at ${response.url}`)
    if (!response.headers.get('content-type')?.startsWith('text/html'))
      return void (await response.arrayBuffer())
    const found = read(await response.text(), new URL(response.url))
    pages.set(address, found)
    faults.push(...found.others.map((fault) => `${address} ${fault}`))
    for (const link of [...found.links, ...found.parts]) meet(link.split('#')[0]!, address)
  }

  while (waiting.length > 0) await Promise.all(waiting.splice(0, atOnce).map(visit))
  return { pages, faults }
}

function read(html: string, base: URL): LinkedPage {
  const others: string[] = []
  const links = [...html.matchAll(/<a\s[^>]*>/g)].flatMap(([tag]) => {
    // A calendar program asks for such an address by http or https.
    const url = new URL((attribute(tag, 'href') ?? '').replace(/^webcal:/, base.protocol), base)
    if (url.origin === site) return [url.pathname + url.search + url.hash]
    if (/^https?:$/.test(url.protocol) && !/\bnoopener\b/.test(attribute(tag, 'rel') ?? ''))
      others.push(`→ ${url.href} has no rel`)
    if (!/^(https?|mailto|tel):$/.test(url.protocol)) others.push(`→ ${url.href} cannot be followed`)
    return []
  })
  const parts = [...html.matchAll(/<(?:img|source|link|script|form)\s[^>]*>/g)].flatMap(([tag]) => {
    // Some addresses only take forms and have no page.
    if (tag.startsWith('<form') && attribute(tag, 'method') === 'post') return []
    const named = ['src', 'action', 'href'].flatMap((name) => attribute(tag, name) ?? [])
    const sizes =
      attribute(tag, 'srcset')
        ?.split(/,\s+/)
        .map((choice) => choice.split(' ')[0]!) ?? []
    return [...named, ...sizes]
      .map((part) => new URL(part, base))
      .map((url) => {
        if (url.origin !== site) others.push(`takes ${url.href} from elsewhere`)
        return url.pathname + url.search
      })
  })
  const ids = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!))
  return { links, parts, ids, others }
}

function attribute(tag: string, name: string) {
  return new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1]?.replaceAll('&amp;', '&')
}
