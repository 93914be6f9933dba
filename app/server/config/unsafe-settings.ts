import { isIP } from 'node:net'
import { resolve, sep } from 'node:path'

/** Settings that work but make the site insecure. Wrongly written values are reported before. */

interface CheckedConfig {
  origin: string
  dataDir: string
}

type Environment = Record<string, string | undefined>

/** The first reason not to open the site, or undefined. */
export function findUnsafe({ origin, dataDir }: CheckedConfig, env: Environment, flags: string[]) {
  const { hostname, protocol } = new URL(origin)
  const isPublic = !isNear(hostname)
  const sentences: [unsafe: boolean, sentence: string][] = [
    [
      isPublic && protocol !== 'https:' && env['PLAIN_HTTP'] !== 'yes',
      `ORIGIN must start with https:// on a public site; set PLAIN_HTTP=yes to let passwords and forms travel unencrypted to "${hostname}".`,
    ],
    [
      isPublic && env['NODE_ENV'] !== undefined && env['NODE_ENV'] !== 'production',
      `NODE_ENV must be production, or left out, on a public site; "${env['NODE_ENV']}" is for developers.`,
    ],
    [
      isPublic && flags.some((flag) => flag.startsWith('--inspect')),
      'NODE_OPTIONS must not enable the debugger on a public site; leave out --inspect.',
    ],
    [
      env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0',
      'NODE_TLS_REJECT_UNAUTHORIZED must be left out; with 0 anyone can pretend to be the mail server or the database.',
    ],
    [
      trustsStrangers(env['TRUSTED_PROXIES']),
      'TRUSTED_PROXIES must be your own proxies only, in networks no wider than /8 (IPv4) or /16 (IPv6); otherwise visitors can fake their address and get around the rate limits.',
    ],
    ...['SECRET', 'BACKUP_KEY', 'METRICS_TOKEN'].map((name): [boolean, string] => [
      isGuessable(env[name]),
      `${name} must not be easy to guess; create one with "openssl rand -base64 32".`,
    ]),
    [
      isPublic && protocol === 'https:' && !env['TRUSTED_PROXIES'] && env['DIRECT'] !== 'yes',
      'TRUSTED_PROXIES must be the addresses of the proxy in front of the site, or all visitors count as one; set DIRECT=yes if there is no proxy.',
    ],
    [
      ['build', 'public', 'app'].some((folder) => `${dataDir}${sep}`.startsWith(`${resolve(folder)}${sep}`)),
      `DATA_DIR must not be inside the code of the site; "${dataDir}" is.`,
    ],
  ]
  return sentences.find(([isUnsafe]) => isUnsafe)?.[1]
}

/** The largest share of all addresses that proxies may have together, for each kind. */
const largestShare = 1 / 16

function trustsStrangers(proxies: string | undefined): boolean {
  const networks = (proxies ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(readNetwork)
  return (
    networks.some((network) => network.prefix < network.widest && !isPrivate(network)) ||
    ['ipv4', 'ipv6'].some((kind) => shareOf(networks.filter((one) => one.kind === kind)) > largestShare)
  )
}

interface Network {
  kind: 'ipv4' | 'ipv6'
  address: string
  prefix: number
  /** The shortest prefix that is accepted. */
  widest: number
}

function readNetwork(text: string): Network {
  const [written = '', bits] = text.split('/')
  if (!written.includes(':')) return { kind: 'ipv4', address: written, prefix: Number(bits ?? 32), widest: 8 }
  const address = URL.parse(`http://[${written}]`)?.hostname.slice(1, -1) ?? ''
  const prefix = Number(bits ?? 128)
  // IPv4 addresses written as IPv6 (::ffff:0:0/96) are among these.
  if (address.startsWith('::')) return { kind: 'ipv4', address, prefix: prefix - 96, widest: 8 }
  return { kind: 'ipv6', address, prefix, widest: 16 }
}

/** The networks without public addresses that are wider than otherwise accepted. */
function isPrivate({ address, prefix }: Network): boolean {
  return (/^f[cd]/.test(address) && prefix >= 7) || (address.startsWith('fe80:') && prefix >= 10)
}

function shareOf(networks: Network[]): number {
  return networks.reduce((share, { prefix }) => share + 2 ** -prefix, 0)
}

/** Copied from an example, or made of only a few different characters. */
function isGuessable(secret: string | undefined): boolean {
  if (!secret) return false
  return (
    new Set(secret).size < 10 ||
    /change.?(me|this|it)|your.?secret|example|password|placeholder/i.test(secret)
  )
}

/** This machine, its own network, or a name outside public DNS. */
function isNear(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '')
  if (isIP(name))
    return /^(0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1?$|f[cd]|fe80)/.test(name)
  return !name.includes('.') || /\.(localhost|local|lan|internal|test|invalid|home\.arpa)$/.test(name)
}
