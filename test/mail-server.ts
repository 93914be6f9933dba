import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

interface Received {
  from: string
  to: string[]
  /** Headers and body as they came. */
  raw: string
}

type Answer = 'take' | 'drop' | { code: number; says: string }

/** A mail server of the test's own that writes down what it is told and answers as it is told to. */
export async function startMailServer() {
  const received: Received[] = []
  const recipients: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, callback) {
      recipients.push(address)
      const { answer } = post
      callback(
        typeof answer === 'string'
          ? null
          : Object.assign(new Error(answer.says), { responseCode: answer.code }),
      )
    },
    async onData(stream, { envelope }, callback) {
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
      received.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw: await text(stream) })
      if (post.answer === 'drop') for (const client of server.connections) client.close()
      else callback()
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((done) => server.close(() => done())))
  const { port } = server.server.address() as AddressInfo
  const post = { url: `smtp://127.0.0.1:${port}`, port, answer: 'take' as Answer, received, recipients }
  return post
}

/** The value of a header, with its folded lines joined; undefined when there is none. */
export function header(raw: string, name: string): string | undefined {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim()
}
