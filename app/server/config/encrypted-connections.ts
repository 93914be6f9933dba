import { ConfigError } from './config-error.ts'

/**
 * Connections that leave this machine are encrypted, and the other side must show a certificate for its name. For each
 * of the three addresses a separate setting can waive this.
 */

type Environment = Record<string, string | undefined>

const verifying = new Set(['require', 'verify-ca', 'verify-full'])

export function isLoopback(host: string): boolean {
  const name = host.replaceAll(/[[\]]/g, '')
  return /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(name) || name.startsWith('/')
}

/**
 * The address of a database with the strictest mode, whichever of the three was written: pg checks the certificate and
 * its name for all of them, but only until its next major version.
 */
export function encryptedDatabase(name: string, address: string, env: Environment): string {
  const { modes, hosts } = partsOf(address, env)
  const isVerified = modes.length > 0 && modes.every((mode) => verifying.has(mode))
  if (!isVerified && !hosts.every(isLoopback) && !readYes('INSECURE_DATABASE', env))
    throw new ConfigError(
      `${name} must be an address that ends with ?sslmode=verify-full if the database is on another machine; set INSECURE_DATABASE=yes to allow an unencrypted connection that others could read and change.`,
    )
  return isVerified ? address.replaceAll(/(?<=[?&]sslmode=)[^&#]*/g, 'verify-full') : address
}

export function checkFiles(name: string, url: URL, env: Environment): void {
  if (url.protocol === 'https:' || isLoopback(url.hostname) || readYes('INSECURE_FILES', env)) return
  throw new ConfigError(
    `${name} must be an address that starts with https:// if the store is on another machine; set INSECURE_FILES=yes to allow an unencrypted connection that others could read and change.`,
  )
}

/** Whether letters may be sent over an unencrypted connection. */
export function mayMailBePlain(env: Environment): boolean {
  return readYes('INSECURE_SMTP', env)
}

/** pg uses the last of several values; none of them may be a weak one. */
function partsOf(address: string, env: Environment) {
  const url = new URL(address)
  const named = url.searchParams.getAll('host')
  const host = decodeURIComponent(url.hostname) || env['PGHOST'] || 'localhost'
  return { modes: url.searchParams.getAll('sslmode'), hosts: named.length > 0 ? named : [host] }
}

export function readYes(name: string, env: Environment): boolean {
  const text = env[name]
  if (text && text !== 'yes') throw new ConfigError(`${name} must be "yes" or be left out, not "${text}".`)
  return text === 'yes'
}
