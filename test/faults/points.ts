// Loaded into the process of the site before its own program. It changes only the moment of death: at the step that
// FAULT_POINT names, such as "commit/after/3", the process is killed as from outside, with nothing closed.
import { subscribe } from 'node:diagnostics_channel'
import fs from 'node:fs'
import { ServerResponse, type IncomingMessage } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { Socket } from 'node:net'
import { devNull } from 'node:os'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { statements, type Point } from './point-names.ts'

type Side = 'before' | 'after'
type AnyFunction = (this: unknown, ...args: unknown[]) => unknown

const [point, side, count] = (process.env['FAULT_POINT'] ?? '').split('/')
let left = Number(count)

// The helper processes for pictures read the same environment.
if (point && process.argv[1]?.endsWith('serve.mjs')) await watch()

function reach(reached: Point, at: Side) {
  if (reached === point && at === side && --left === 0) process.kill(process.pid, 'SIGKILL')
}

async function watch() {
  watchStatements()
  watchAnswers()
  watchPost()
  await watchFiles()
}

/** Wraps the two sides of a step around a function, which may return synchronously or later. */
function around<Name extends string>(
  target: Record<Name, AnyFunction>,
  name: Name,
  pointOf: (self: unknown, args: unknown[]) => Point | undefined,
) {
  const real = target[name]
  target[name] = function (...args) {
    const reached = pointOf(this, args)
    if (!reached) return real.apply(this, args)
    reach(reached, 'before')
    const result = real.apply(this, args)
    if (!(result instanceof Promise)) {
      reach(reached, 'after')
      return result
    }
    return result.then((value: unknown) => {
      reach(reached, 'after')
      return value
    })
  }
}

function pointOfSql(sql: unknown): Point | undefined {
  const found = Object.entries(statements).find(([, pattern]) => pattern.test(String(sql)))
  return found?.[0] as Point | undefined
}

function watchStatements() {
  const memory = new Sqlite(':memory:')
  const statement = Object.getPrototypeOf(memory.prepare('select 1')) as Record<string, AnyFunction>
  for (const way of ['run', 'all', 'get', 'iterate'])
    around(statement, way, (self) => pointOfSql((self as { source: string }).source))
  around(Sqlite.prototype as unknown as Record<'exec', AnyFunction>, 'exec', (_, [sql]) => pointOfSql(sql))
  memory.close()
  around(pg.Client.prototype as unknown as Record<'query', AnyFunction>, 'query', (_, [sql]) =>
    pointOfSql(typeof sql === 'string' ? sql : (sql as { text?: string }).text),
  )
}

/** Only for requests that send something: pages are read all the time. */
function watchAnswers() {
  const isPost = (request: IncomingMessage) => request.method === 'POST'
  subscribe('http.server.request.start', (message) => {
    if (!isPost((message as { request: IncomingMessage }).request)) return
    reach('receive', 'before')
    setImmediate(() => reach('receive', 'after'))
  })
  subscribe('http.server.response.finish', (message) => {
    if (isPost((message as { request: IncomingMessage }).request)) reach('answer', 'after')
  })
  const writeHead = ServerResponse.prototype.writeHead as AnyFunction
  ServerResponse.prototype.writeHead = function (this: ServerResponse, ...args: unknown[]) {
    if (isPost(this.req)) reach('answer', 'before')
    return writeHead.apply(this, args)
  } as typeof ServerResponse.prototype.writeHead
}

/** A letter starts with its sender, and is sent when the mail server confirms it. */
function watchPost() {
  const { write, push } = Socket.prototype
  Socket.prototype.write = function (this: Socket, ...args: unknown[]) {
    if (String(args[0]).startsWith('MAIL FROM:')) reach('send', 'before')
    return (write as AnyFunction).apply(this, args) as boolean
  }
  Socket.prototype.push = function (this: Socket, ...args: unknown[]) {
    if (/^250 .*queued/.test(String(args[0]))) reach('send', 'after')
    return (push as AnyFunction).apply(this, args) as boolean
  }
}

async function watchFiles() {
  const promises = fs.promises as unknown as Record<'open' | 'rename' | 'writeFile', AnyFunction>
  const handle = await fs.promises.open(devNull, 'r')
  const prototype = Object.getPrototypeOf(handle) as Record<'sync', AnyFunction>
  await handle.close()
  around(prototype, 'sync', () => 'fsync')
  around(promises, 'open', (_, [, flags]) => (flags === 'w' ? 'temporary file' : undefined))
  around(promises, 'writeFile', () => 'temporary file')
  around(promises, 'rename', () => 'rename')
  syncBuiltinESMExports()
}
