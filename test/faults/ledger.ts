import type { HttpAnswer } from '#test/harness/http.ts'

/** What the site acknowledged, stored outside it. */
export class Ledger {
  /** Reference by the number of the message. */
  readonly messages = new Map<number, string>()
  /** Numbers of the nominations that were acknowledged. */
  readonly nominations = new Set<number>()
  /** Bytes by the token of the form that they belong to. */
  readonly attachments = new Map<string, Buffer>()
  /** Bytes by the id of the file. */
  readonly files = new Map<string, Buffer>()
  /** The last edition that was acknowledged as published, by entry. */
  readonly editions = new Map<string, number>()
  /** Requests that got no answer. */
  lost = 0
  /** Answers that said that it cannot be done now. */
  refused = 0
  slowestRefusal = { ms: 0, path: '' }
  /** Answers that must never occur: no sentence, or an error that is our own fault. */
  readonly bad: string[] = []
  /** Positions up to which the entries have been compared with the database. */
  readonly checked = { messages: 0, nominations: 0, attachments: 0, files: 0 }

  get acknowledged(): number {
    const { messages, nominations, attachments, files } = this
    const published = [...this.editions.values()].reduce((sum, edition) => sum + edition, 0)
    return messages.size + nominations.size + attachments.size + files.size + published
  }

  note(path: string, { status, text, headers }: HttpAnswer, ms: number): void {
    if (status < 500) return
    this.refused++
    if (ms > this.slowestRefusal.ms) this.slowestRefusal = { ms, path: path.replace(/\?.*/, '') }
    const isClear = /<p>[A-Z][^<]+\.|^\{"sentence":"[A-Z]/.test(text)
    if (!isClear || !headers['retry-after'] || (status !== 503 && status !== 507))
      this.bad.push(`${status} ${/<main.*<\/main>/s.exec(text)?.[0]?.slice(0, 300) ?? text.slice(0, 300)}`)
  }
}
