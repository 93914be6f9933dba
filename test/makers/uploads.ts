import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { ask, type HttpAnswer } from '#test/harness/http.ts'
import { origin, type TestSite } from '#test/harness/site.ts'
import type { Caller } from '#test/harness/visitors.ts'

/** Uploads in chunks, as the media library's page sends them. */

export const address = '/editor/media/upload'
const urlencoded = 'application/x-www-form-urlencoded'

export function post(
  port: number,
  what: string,
  by: Caller,
  form: Record<string, string>,
): Promise<HttpAnswer> {
  const body = new URLSearchParams(form).toString()
  const shared = { method: 'POST', origin, 'content-type': urlencoded, cookie: by.cookie }
  return ask(port, `${address}?do=${what}`, { ...shared, body })
}

export async function sendPiece(port: number, by: Caller, id: string, offset: number, bytes: Buffer) {
  const sending = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: `${address}?do=chunk&id=${id}&offset=${offset}`,
    headers: {
      origin,
      cookie: by.cookie,
      'content-type': 'application/octet-stream',
      'content-length': bytes.length,
    },
    agent: false,
  })
  // A refusal may come while the rest is still being sent.
  sending.on('error', () => undefined)
  sending.end(bytes)
  const [answer] = (await once(sending, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, body: JSON.parse(await text(answer)) as Record<string, unknown> }
}

export async function begin(port: number, by: Caller, name: string, bytes: number): Promise<string> {
  const started = await post(port, 'begin', by, { name, bytes: String(bytes) })
  return (JSON.parse(started.text) as { id: string }).id
}

interface Finished {
  status: number
  body: { file?: { id: string; name: string; mediaType: string }; isKnown?: boolean; sentence?: string }
}

export async function upload(port: number, by: Caller, name: string, bytes: Buffer): Promise<Finished> {
  const id = await begin(port, by, name, bytes.length)
  await sendPiece(port, by, id, 0, bytes)
  return finish(port, by, id)
}

export async function finish(port: number, by: Caller, id: string, again = false): Promise<Finished> {
  const { status, text } = await post(port, 'finish', by, { id, ...(again && { again: 'yes' }) })
  return { status, body: JSON.parse(text) as Finished['body'] }
}

export function waiting({ dataDir }: TestSite): string[] {
  const folder = join(dataDir, 'uploads')
  return existsSync(folder) ? readdirSync(folder) : []
}

/** Sends the start of a chunk and drops the connection. */
export async function losePiece(
  port: number,
  { dataDir }: TestSite,
  by: Caller,
  id: string,
  bytes: Buffer,
  length: number,
) {
  const sending = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: `${address}?do=chunk&id=${id}&offset=0`,
    headers: {
      origin,
      cookie: by.cookie,
      'content-type': 'application/octet-stream',
      'content-length': length,
    },
    agent: false,
  })
  sending.on('error', () => undefined)
  sending.write(bytes)
  const path = join(dataDir, 'uploads', id)
  await expect
    .poll(() => statSync(path, { throwIfNoEntry: false })?.size, { timeout: 20_000 })
    .toBe(bytes.length)
  sending.destroy()
}
