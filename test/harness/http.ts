import { once } from 'node:events'
import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
} from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'

export interface HttpAnswer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  text: string
}

/** Opens a server on a free port of this machine and returns it. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** A port of this machine at which nobody listens. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  const port = await listen(probe)
  probe.close()
  await once(probe, 'close')
  return port
}

type AskOptions = OutgoingHttpHeaders & { method?: string; body?: string; maxMs?: number }

/** Sends a request over a real connection, with the path and the headers exactly as given. */
export async function ask(
  port: number,
  path: string,
  { method = 'GET', body = '', maxMs, ...headers }: AskOptions = {},
  bytes: Uint8Array = Buffer.from(body),
): Promise<HttpAnswer> {
  const sized = bytes.length > 0 ? { ...headers, 'content-length': bytes.length } : headers
  const limit = maxMs === undefined ? {} : { signal: AbortSignal.timeout(maxMs) }
  const outgoing = request({ port, host: '127.0.0.1', path, method, headers: sized, agent: false, ...limit })
  // A killed server may report it twice, the second time when nobody listens any more.
  outgoing.on('error', () => undefined)
  outgoing.end(bytes)
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  const got = await buffer(answer)
  return { status: answer.statusCode ?? 0, headers: answer.headers, bytes: got, text: got.toString() }
}

/** Sends bytes that no client would, and returns everything that comes back until the connection is closed. */
export async function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes, 'latin1')
  return text(socket)
}
/** The cookies of a browser that follows the redirect of an action: its own and the message. */
export function withFlash(cookie: string, setCookies: string[] = []): string {
  const flash = setCookies.find((line) => /^(__Host-)?iaps_flash=/.test(line))
  if (!flash) throw new Error('The answer sets no message.')
  return `${cookie}; ${flash.split(';')[0]}`
}

/** The form that a message offers. */
export function readUndo(page: string) {
  const [, attributes = '', fields = ''] =
    /<form([^>]*)>((?:<input[^>]+>)*)<button[^>]*>Undo<\/button>/.exec(page) ?? []
  const [, action = ''] = /action="([^"]+)"/.exec(attributes) ?? []
  const pairs = [...fields.matchAll(/name="([^"]+)" value="([^"]*)"/g)]
  const form: Record<string, string> = Object.fromEntries(
    pairs.map(([, name = '', value = '']) => [name, value]),
  )
  return { action: action.replaceAll('&amp;', '&'), form }
}
