import { createHash } from 'node:crypto'

/** Sent with every response. */
export function sharedHeaders(origin: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    // Not for subdomains: other sites there may have no certificate.
    ...(origin.startsWith('https:') && { 'strict-transport-security': 'max-age=63072000' }),
  }
}

/** Allows only the scripts and styles of this page: by hash on cached pages, by nonce on the others. */
export function contentSecurityPolicy(inline: {
  scripts: string[]
  /** The checksums of script files, which are in the page as well. */
  files: string[]
  styles: string[]
  nonce?: string
  /** Names of the trusted types that scripts of this page may make; none by default. */
  trustedTypes?: string[]
  /** Whether the page shows another page of ours in a frame. */
  frames?: boolean
}): string {
  const allowed = [...(inline.nonce ? [`'nonce-${inline.nonce}'`] : [])]
  const scripts = [...allowed, ...inline.scripts.map(hashOf), ...inline.files.map((file) => `'${file}'`)]
  const styles = [...allowed, ...inline.styles.map(hashOf)]
  return [
    `default-src 'none'`,
    ['script-src', ...(inline.nonce ? [`'self'`] : []), ...(scripts.length ? scripts : [`'none'`])].join(' '),
    ['style-src', `'self'`, ...styles].join(' '),
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    ...(inline.frames ? [`frame-src 'self'`] : []),
    `form-action 'self'`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `frame-ancestors 'none'`,
    // No text becomes markup or a script in the browser, whatever a library tries.
    `require-trusted-types-for 'script'`,
    ['trusted-types', ...(inline.trustedTypes ?? [`'none'`])].join(' '),
  ].join('; ')
}

const hashes = new Map<string, string>()

function hashOf(text: string): string {
  const known = hashes.get(text)
  if (known) return known
  const hash = `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  hashes.set(text, hash)
  return hash
}
