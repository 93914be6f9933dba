/** Addresses in full that lead to this site itself. */

/** The origins under which visitors come to this site: with and without www, and by http where both have their usual port. */
export function ownOrigins(origin: string): string[] {
  const { protocol, hostname, port } = new URL(origin)
  const bare = hostname.replace(/^www\./, '')
  const protocols = port === '' ? ['https:', 'http:'] : [protocol]
  return protocols.flatMap((one) =>
    [bare, `www.${bare}`].map((host) => `${one}//${host}${port && `:${port}`}`),
  )
}

/** What comes behind our origin in an address in full; nothing where the address leads to somebody else. */
export function pathOnSite(address: string, origin: string): string | undefined {
  const url = /^https?:\/\//i.test(address) ? URL.parse(address) : null
  if (!url || url.username || url.password || !ownOrigins(origin).includes(url.origin)) return undefined
  // Standing alone, a path that begins with two slashes would lead to another host.
  return url.pathname.startsWith('//') ? undefined : url.pathname + url.search + url.hash
}
