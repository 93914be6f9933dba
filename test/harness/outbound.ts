import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { isIP, Socket } from 'node:net'
import dgram from 'node:dgram'

/**
 * Test F1: every connection of this process is recorded. The suite fails if one is to another machine: the site
 * connects only to its database, its mail server and its stores, which in tests are all here.
 */

export const contacted: string[] = []

/** The connections to other machines since the last call. */
export function takeForeign(): string[] {
  return contacted.splice(0).filter((one) => !isHere(one))
}

const own = hostOf(process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL'])

/**
 * A socket file, or this machine by name or number; and the database named in the environment. Names that end in
 * "invalid" never exist.
 */
function isHere(target: string): boolean {
  const host = target.replace(/^\w+ /, '').replace(/:\d+$/, '')
  if (host.endsWith('.invalid')) return true
  return host.startsWith('/') || /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host) || host === own
}

function hostOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).hostname : undefined
}

type Connect = (this: Socket, ...args: unknown[]) => Socket

const connect = Socket.prototype.connect as unknown as Connect
Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
  contacted.push(`connect ${targetOf(args)}`)
  return connect.apply(this, args)
}

/** Node passes its own clients’ arguments on as one list. */
function targetOf(args: unknown[]): string {
  const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args
  if (typeof first === 'object' && first !== null) {
    const { path, host = 'localhost', port } = first as { path?: string; host?: string; port?: number }
    return path ?? `${host}:${port}`
  }
  if (typeof first === 'string' && !/^\d+$/.test(first)) return first
  return `${typeof second === 'string' ? second : 'localhost'}:${String(first)}`
}

const lookup = dns.lookup
dns.lookup = Object.assign((name: string, ...rest: unknown[]) => {
  if (!isIP(name)) contacted.push(`lookup ${name}`)
  return (lookup as (...args: unknown[]) => void)(name, ...rest)
}, lookup)

const sendTo = dgram.Socket.prototype.send
dgram.Socket.prototype.send = function (this: dgram.Socket, ...args: unknown[]) {
  contacted.push(`send ${args.find((one) => typeof one === 'string') ?? 'localhost'}`)
  return (sendTo as (...args: unknown[]) => void).apply(this, args)
} as never

syncBuiltinESMExports()
