import { createServer, type IncomingMessage } from 'node:http'
import { z } from 'zod'
import { listen } from '#test/harness/http.ts'

/**
 * Answers like Firestore to the one call that the site makes, and refuses whatever its documentation does not allow:
 * https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/commit
 */
export class FirestoreStandIn {
  readonly documents = new Map<string, Record<string, unknown>>()
  readonly tokens: string[] = []
  /** Sent instead of an answer. */
  fault: { status: number; body: string } | undefined
  /** Called before a change is stored. */
  beforeWrite: (() => Promise<unknown>) | undefined
  host = ''
  readonly projectId = 'demo-academy'

  readonly #server = createServer((request, response) => {
    void this.#answer(request).then(({ status, body }) =>
      response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(body),
    )
  })

  static async start(): Promise<FirestoreStandIn> {
    const standIn = new FirestoreStandIn()
    standIn.host = `127.0.0.1:${await listen(standIn.#server)}`
    return standIn
  }

  get env() {
    return {
      FIREBASE_PROJECT_ID: this.projectId,
      FIREBASE_API_KEY: 'a-key',
      FIRESTORE_EMULATOR_HOST: this.host,
    }
  }

  close() {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #answer(request: IncomingMessage) {
    const text = Buffer.concat(await request.toArray()).toString()
    if (this.fault) return this.fault
    const token = /^Bearer ([\w.-]+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (token === undefined) return refusal(401, 'UNAUTHENTICATED', 'Missing credentials')
    const path = `/v1/${this.#documents}:commit`
    if (request.method !== 'POST' || request.url !== path) return refusal(404, 'NOT_FOUND', 'No such method')
    if (request.headers['content-type'] !== 'application/json')
      return refusal(400, 'INVALID_ARGUMENT', 'Not JSON')
    const read = body.safeParse(JSON.parse(text))
    if (!read.success) return refusal(400, 'INVALID_ARGUMENT', read.error.message)
    const start = `${this.#documents}/users/`
    const names = read.data.writes.map((write) => ('update' in write ? write.update.name : write.delete))
    if (names.some((name) => !name.startsWith(start) || !/^[^/]{1,1500}$/.test(name.slice(start.length))))
      return refusal(400, 'INVALID_ARGUMENT', 'Not the name of a user')
    await this.beforeWrite?.()
    this.tokens.push(token)
    for (const write of read.data.writes) this.#store(write, start.length)
    const commitTime = new Date().toISOString()
    const writeResults = names.map(() => ({ updateTime: commitTime }))
    return { status: 200, body: JSON.stringify({ writeResults, commitTime }) }
  }

  get #documents() {
    return `projects/${this.projectId}/databases/(default)/documents`
  }

  #store(write: z.infer<typeof body>['writes'][number], start: number) {
    if ('delete' in write) return void this.documents.delete(write.delete.slice(start))
    const { name, fields } = write.update
    const id = name.slice(start)
    const document = { ...this.documents.get(id) }
    for (const path of write.updateMask.fieldPaths) {
      delete document[path]
      if (fields[path]) [document[path]] = Object.values(fields[path])
    }
    this.documents.set(id, document)
  }
}

const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ booleanValue: z.boolean() }),
  z.strictObject({ nullValue: z.null() }),
])
const fieldName = z.string().regex(/^[A-Za-z_]\w*$/)
const update = z.strictObject({
  update: z.strictObject({ name: z.string(), fields: z.record(fieldName, value) }),
  updateMask: z.strictObject({ fieldPaths: z.array(fieldName).min(1) }),
})
const body = z.strictObject({
  writes: z
    .array(z.union([update, z.strictObject({ delete: z.string() })]))
    .min(1)
    .max(500),
})

function refusal(code: number, status: string, message: string) {
  return { status: code, body: JSON.stringify({ error: { code, status, message } }) }
}
