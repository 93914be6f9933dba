import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { answerForFailure, retryAfterSeconds } from './failure-answer.server.ts'
import { sharedHeaders } from './headers.server.ts'
import { log, logError } from '#server/observe/log.server.ts'
import { newReference } from '#server/input/reference.server.ts'

/** The last resort: whatever happens, the visitor gets an answer and we get one log line. */
export function answerFailed(
  error: unknown,
  origin: string,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const reference = newReference()
  logError('answer.failed', error, { reference, path: pathOf(request.url) })
  if (response.headersSent) return response.destroy()
  const failure = answerForFailure(error, request.method ?? '')
  const { status, sentence } = failure ?? { status: 500, sentence: 'Something went wrong on our side.' }
  const body = bareDocument(String(status), `${sentence} The reference of this error is ${reference}.`)
  const headers = { ...bareHeaders(origin), 'Content-Length': Buffer.byteLength(body) }
  response.writeHead(status, failure ? { ...headers, 'Retry-After': retryAfterSeconds } : headers).end(body)
}

/** Without the query, which may contain the token of a mailed link. */
export function pathOf(address = ''): string {
  return address.replace(/\?.*/s, '').slice(0, 200)
}

const unreadable: Record<string, { status: string; sentence: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    sentence: 'The address or the headers of this request are too long.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    sentence: 'This request took too long to arrive.',
  },
}

const badRequest = { status: '400 Bad Request', sentence: 'We could not read this request.' }

export function answerUnreadable(error: NodeJS.ErrnoException, origin: string, socket: Duplex) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const { status, sentence } = unreadable[error.code ?? ''] ?? badRequest
  log('request.unreadable', { status: Number.parseInt(status, 10), code: error.code })
  const body = bareDocument(status, sentence)
  const headers = { ...bareHeaders(origin), 'Content-Length': Buffer.byteLength(body), Connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}

export function bareHeaders(origin: string) {
  return {
    ...sharedHeaders(origin),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; frame-ancestors 'none'`,
    'Cache-Control': 'no-store',
  }
}

export function bareDocument(title: string, sentence: string) {
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title><p>${sentence} <a href="/">Go to the home page</a>.</p></html>`
}
