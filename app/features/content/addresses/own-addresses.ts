/** Full addresses that lead to this site itself. */

/**
 * The origins under which visitors reach this site: with and without www, and by http where both use their default
 * port.
 */
export function ownOrigins(origin: string): string[] {
  const { protocol, hostname, port } = new URL(origin)
  const bare = hostname.replace(/^www\./, '')
  const protocols = port === '' ? ['https:', 'http:'] : [protocol]
  return protocols.flatMap((one) =>
    [bare, `www.${bare}`].map((host) => `${one}//${host}${port && `:${port}`}`),
  )
}

/** The part after our origin in a full address; undefined if the address leads to another site. */
export function pathOnSite(address: string, origin: string): string | undefined {
  const url = /^https?:\/\//i.test(address) ? URL.parse(address) : null
  if (!url || url.username || url.password || !ownOrigins(origin).includes(url.origin)) return undefined
  // On its own, a path that starts with two slashes would lead to another host.
  return url.pathname.startsWith('//') ? undefined : url.pathname + url.search + url.hash
}
