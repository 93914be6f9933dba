import { ConfigError } from './config-error.ts'
import { isLoopback } from './encrypted-connections.ts'

/** A service outside the site, such as a university's, at which staff may sign in (OpenID Connect). */
export interface SignInProvider {
  /** Its name in our addresses, such as `university`. */
  key: string
  /** Its name on buttons. */
  label: string
  issuer: string
  clientId: string
  clientSecret: string
  /** Only people with an email address at one of these domains may use it. */
  domains: string[]
}

type Environment = Record<string, string | undefined>

/** Those that OIDC_PROVIDERS names, in its order; the other variables have the name in the middle. */
export function readSignInProviders(env: Environment): SignInProvider[] {
  const keys = wordsOf(env['OIDC_PROVIDERS'])
  const providers = keys.map((key) => readProvider(key, env))
  const repeated = keys.some((key, at) => keys.indexOf(key) !== at)
  const issuers = new Set(providers.map(({ issuer }) => issuer))
  if (repeated || issuers.size !== providers.length)
    throw new ConfigError('OIDC_PROVIDERS must name each provider once, each with its own issuer.')
  return providers
}

function readProvider(key: string, env: Environment): SignInProvider {
  if (!/^[a-z][a-z0-9]{0,29}$/.test(key))
    throw new ConfigError(
      `OIDC_PROVIDERS must be names of small letters and digits, such as university, separated by commas; "${key}" is none.`,
    )
  const name = (part: string) => `OIDC_${key.toUpperCase()}_${part}`
  const needed = (part: string) => {
    const text = env[name(part)]?.trim()
    if (text) return text
    throw new ConfigError(`${name(part)} must be set, because OIDC_PROVIDERS names "${key}".`)
  }
  return {
    key,
    label: readLabel(name('LABEL'), env[name('LABEL')]?.trim() || key),
    issuer: readIssuer(name('ISSUER'), needed('ISSUER')),
    clientId: needed('CLIENT_ID'),
    clientSecret: needed('CLIENT_SECRET'),
    domains: readDomains(name('DOMAINS'), needed('DOMAINS')),
  }
}

function readLabel(name: string, label: string): string {
  if (label.length <= 40 && !/\p{Cc}/u.test(label)) return label
  throw new ConfigError(`${name} must be one line of at most 40 characters.`)
}

/** As the provider itself writes it: a slash at the end makes another issuer. */
function readIssuer(name: string, text: string): string {
  const url = URL.parse(text)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  const isWhole = url && !url.search && !url.hash && !url.username && !url.password
  // The library would read such a document without comparing its issuer.
  if (isWhole && isSafe && !url.pathname.includes('/.well-known/')) return text
  throw new ConfigError(`${name} must be an address such as https://login.example.org, not "${text}".`)
}

function readDomains(name: string, text: string): string[] {
  const domains = wordsOf(text.toLowerCase())
  const wrong = domains.find((domain) => !/^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(domain))
  if (wrong === undefined) return domains
  throw new ConfigError(
    `${name} must be the domains of email addresses, such as example.org, separated by commas; "${wrong}" is none.`,
  )
}

function wordsOf(text: string | undefined): string[] {
  return (text ?? '').split(/[\s,]+/).filter(Boolean)
}
