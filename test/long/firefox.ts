import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { OtherBrowser } from './other-browser.ts'

/** Firefox by WebDriver BiDi, which it supports over a socket. */

const programs = ['/usr/bin/firefox-esr', '/usr/bin/firefox']
const startLimitMs = 60_000

export async function launchFirefox(): Promise<OtherBrowser | undefined> {
  const program = programs.find(existsSync)
  if (!program) return undefined
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile },
  })
  const ended = once(child, 'exit')
  const close = async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(profile, { recursive: true, force: true })
  }
  try {
    const socket = new WebSocket(`${await listening(child.stderr)}/session`)
    await once(socket, 'open')
    return await open(new Session(socket), close)
  } catch (error) {
    await close()
    throw error
  }
}

async function listening(stderr: NodeJS.ReadableStream): Promise<string> {
  const timer = setTimeout(() => stderr.emit('error', new Error('Firefox does not listen.')), startLimitMs)
  try {
    for await (const line of createInterface({ input: stderr })) {
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1]
      if (address) return address
    }
    throw new Error('Firefox ended before it listened.')
  } finally {
    clearTimeout(timer)
  }
}

async function open(session: Session, close: () => Promise<void>): Promise<OtherBrowser> {
  const unhandledPromptBehavior = { default: 'dismiss' }
  const started = await session.ask<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: { alwaysMatch: { unhandledPromptBehavior } },
  })
  await session.ask('session.subscribe', { events: ['browsingContext.userPromptOpened'] })
  const { contexts } = await session.ask<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const context = contexts[0]?.context ?? ''
  const evaluate = async <T>(expression: string) => {
    const { result } = await session.ask<{ result: { value: string } }>('script.evaluate', {
      expression: `Promise.resolve(${expression}).then(JSON.stringify)`,
      target: { context },
      awaitPromise: true,
    })
    return JSON.parse(result.value) as T
  }
  return {
    name: 'Firefox',
    version: started.capabilities.browserVersion,
    async open(url) {
      await session.ask('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    evaluate,
    async setCookie(name, value) {
      const domain = new URL(await evaluate<string>('location.href')).hostname
      const cookie = { name, domain, value: { type: 'string', value } }
      await session.ask('storage.setCookie', { cookie })
    },
    countDialogs: async () => session.dialogs,
    close,
  }
}

interface Message {
  id?: number
  type: string
  method?: string
  result?: unknown
  message?: string
}

/** Numbered requests, and the answers that come back in any order. */
class Session {
  dialogs = 0
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, (message: Message) => void>()
  #last = 0

  constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as Message
      if (message.method === 'browsingContext.userPromptOpened') this.dialogs++
      if (message.id !== undefined) this.#waiting.get(message.id)?.(message)
    })
  }

  async ask<T>(method: string, params: object): Promise<T> {
    const id = ++this.#last
    const answered = new Promise<Message>((resolve) => this.#waiting.set(id, resolve))
    this.#socket.send(JSON.stringify({ id, method, params }))
    const answer = await answered
    this.#waiting.delete(id)
    if (answer.type === 'error') throw new Error(`Firefox refused ${method}: ${answer.message}`)
    return answer.result as T
  }
}
