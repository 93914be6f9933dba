/** Pages that no link names exactly: search results, and pages for staff. */
const requested = [
  '/admin/admin-editor-login',
  '/certificates',
  '/search?q=light',
  '/search?q=zzzzqqqq',
  '/fellowship/fellows?discipline=Physics',
  '/fellowship/fellows?list=deceased',
  '/membership/life-members-or-iaps-associates?page=2',
  '/archive?year=2014',
]

/** Hundreds of these differ only in the person or the picture: two of each stand for all. */
const alike = [/^\/fellowship\/fellows\/[^/]+$/, /^\/gallery\/[^/]+\/\d+$/]

/** The addresses of all pages that can be reached from the home page. */
export async function listAddresses(site: string): Promise<string[]> {
  const known = new Set(['/'])
  const taken = alike.map(() => 0)
  for (const address of known) {
    const response = await fetch(site + address)
    const html = await response.text()
    if (!response.ok) throw new Error(`${address} answers ${response.status}`)
    for (const [, link] of html.matchAll(/<a\s[^>]*?href="(\/[^"?#]*)"/g)) {
      const kind = alike.findIndex((pattern) => pattern.test(link!))
      if (known.has(link!) || isFile(link!) || (kind >= 0 && ++taken[kind]! > 2)) continue
      known.add(link!)
    }
  }
  return [...new Set([...known, ...requested])]
}

function isFile(address: string) {
  return address.startsWith('/files/') || /\.\w+$/.test(address)
}
