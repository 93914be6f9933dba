import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'
import { onTestFinished } from 'vitest'

interface Received {
  from: string
  to: string[]
  /** Headers and body as they came. */
  raw: string
  answer: Answer
}

interface Refusal {
  /** The command of the conversation that is refused; by default the one that names the recipient. */
  at?: 'greeting' | 'sender' | 'receiver' | 'letter'
  code: number
  says: string
}

/** Disconnect or fall silent after the whole letter has arrived, or refuse. */
type Answer = 'take' | 'drop' | 'silence' | Refusal

/** It would wait a tenth of a second before each greeting, for clients that talk too soon. None of ours does. */
SMTPConnection.prototype.init = function (this: SMTPConnection) {
  // oxlint-disable-next-line no-underscore-dangle -- the library's own name
  this._setListeners(() => this.connectionReady())
}

/** The test's own mail server, which records what it receives and answers as configured. */
export async function startMailServer() {
  const post = await openMailServer()
  onTestFinished(post.close)
  return post
}

/** The same for programs that are not tests, which close it themselves. */
export async function openMailServer() {
  const received: Received[] = []
  const recipients: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    disableReverseLookup: true,
    onConnect: (_session, callback) => callback(refusalAt('greeting')),
    onMailFrom: (_address, _session, callback) => callback(refusalAt('sender')),
    onRcptTo({ address }, _session, callback) {
      recipients.push(address)
      callback(refusalAt('receiver'))
    },
    async onData(stream, { envelope }, callback) {
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
      // A process that was killed in the middle of a letter has not sent it.
      const raw = await text(stream).catch(() => undefined)
      if (raw === undefined) return callback(new Error('It ended in the middle.'))
      const refusal = refusalAt('letter')
      if (refusal) return callback(refusal)
      received.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw, answer: post.answer })
      if (post.answer === 'drop') for (const client of server.connections) client.close()
      else if (post.answer !== 'silence') callback()
    },
  })
  const refusalAt = (word: NonNullable<Refusal['at']>) => {
    const { answer } = post
    if (typeof answer === 'string' || (answer.at ?? 'receiver') !== word) return null
    return Object.assign(new Error(answer.says), { responseCode: answer.code })
  }
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const close = () => new Promise<void>((done) => server.close(() => done()))
  const { port } = server.server.address() as AddressInfo
  const post = {
    url: `smtp://127.0.0.1:${port}`,
    port,
    answer: 'take' as Answer,
    received,
    recipients,
    close,
  }
  return post
}

/** The value of a header, with its folded lines joined; undefined when there is none. */
export function header(raw: string, name: string): string | undefined {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim()
}
