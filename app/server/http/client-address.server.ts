import { isIPv4, isIPv6, type BlockList } from 'node:net'

/**
 * Where a request really came from: the nearest hop that is not one of our own proxies. Anything before that in the
 * header may be forged.
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, trusted: BlockList): string {
  let address = plainAddress(peer)
  for (const hop of (forwardedFor ?? '').split(',').toReversed()) {
    const before = plainAddress(hop.trim())
    if (!before || !isTrusted(address, trusted)) break
    address = before
  }
  return address
}

/** One name for an IPv4 address and for an IPv6 /64 network, which is what one household gets. */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  if (isIPv4(plain)) return plain
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : 'unknown'
}

/** The network alone: 256 neighbours in IPv4, and what a provider gives to a customer in IPv6. */
export function shortened(address: string): string {
  const plain = plainAddress(address)
  if (isIPv4(plain)) return `${plain.slice(0, plain.lastIndexOf('.'))}.0/24`
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 3).join(':')}::/48` : 'unknown'
}

function isTrusted(address: string, trusted: BlockList): boolean {
  if (isIPv4(address)) return trusted.check(address, 'ipv4')
  return isIPv6(address) && trusted.check(address, 'ipv6')
}

/** Without zone or letter case, and as IPv4 if it is a mapped one. Other text becomes empty. */
function plainAddress(address: string): string {
  const plain = address.split('%')[0] ?? ''
  if (isIPv4(plain)) return plain
  if (!isIPv6(plain)) return ''
  const groups = groupsOf(plain)
  if (groups.slice(0, 5).some((group) => group !== '0') || groups[5] !== 'ffff') return canonical(plain)
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join('.')
}

function canonical(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1)
}

/** All eight groups, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = canonical(address).split('::')
  const left = head ? head.split(':') : []
  if (tail === undefined) return left
  const right = tail ? tail.split(':') : []
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
}
