import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#test/harness/http.ts'
import type { OtherBrowser } from './other-browser.ts'

/** WebKit by its driver, which speaks WebDriver over HTTP, on a virtual screen. */

const driver = '/usr/bin/WebKitWebDriver'
const screen = '/usr/bin/Xvfb'
const display = ':94'
const tries = 100

export async function launchWebKit(): Promise<OtherBrowser | undefined> {
  if (!existsSync(driver) || !existsSync(screen)) return undefined
  const xvfb = spawn(screen, [display, '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: 'ignore',
  })
  const port = await freePort()
  const child = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display, NO_AT_BRIDGE: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
  })
  const stop = async () => {
    await end(child)
    await end(xvfb)
  }
  try {
    return await open(`http://127.0.0.1:${port}`, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

interface Started {
  sessionId: string
  capabilities: { browserVersion: string }
}

async function open(base: string, stop: () => Promise<void>): Promise<OtherBrowser> {
  await untilReady(base)
  // Dialogs stay open until they are counted.
  const capabilities = { alwaysMatch: { unhandledPromptBehavior: 'ignore' } }
  const started = await send<Started>('POST', `${base}/session`, { capabilities })
  const session = `${base}/session/${started.sessionId}`
  let dialogs = 0
  const count = async () => {
    while (await isOpen(session)) {
      dialogs++
      await send('POST', `${session}/alert/dismiss`, {})
    }
    return dialogs
  }
  /** A dialog blocks the driver from answering anything else. */
  const counted = async <T>(ask: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await ask()
      } catch (error) {
        if (!(error instanceof DriverError) || error.code !== 'unexpected alert open') throw error
        await count()
      }
    }
  }
  return {
    name: 'WebKit',
    version: started.capabilities.browserVersion,
    open: (url) => counted(() => send('POST', `${session}/url`, { url })),
    async evaluate<T>(expression: string) {
      const script = `const done = arguments[0]; Promise.resolve(${expression}).then((value) => done(JSON.stringify(value)))`
      return JSON.parse(
        await counted(() => send<string>('POST', `${session}/execute/async`, { script, args: [] })),
      ) as T
    },
    setCookie: (name, value) =>
      counted(() => send('POST', `${session}/cookie`, { cookie: { name, value, path: '/' } })),
    countDialogs: count,
    async close() {
      await send('DELETE', session).catch(() => undefined)
      await stop()
    },
  }
}

async function untilReady(base: string) {
  for (let left = tries; left > 0; left--) {
    const answer = await fetch(`${base}/status`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error('The WebKit driver does not answer.')
}

async function isOpen(session: string): Promise<boolean> {
  return send('GET', `${session}/alert/text`).then(
    () => true,
    () => false,
  )
}

class DriverError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

async function send<T>(method: string, url: string, body?: object): Promise<T> {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } }
  if (!answer.ok) throw new DriverError(value.error ?? '', value.message ?? '')
  return value
}
