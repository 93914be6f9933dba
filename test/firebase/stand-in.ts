import { createServer } from 'node:http'
import { listen } from '#test/harness/http.ts'

/** Answers like the Firebase Authentication emulator, for tests that need only its two calls; its tokens are unsigned. */
export class FirebaseStandIn {
  readonly people = new Map<string, { uid: string; password: string; isDisabled?: boolean }>()
  readonly requests: { act: string; email: string; key: string | undefined }[] = []
  /** Sent instead of an answer, to every call or to that of one act. */
  fault: { act?: string; status: number; body: string } | undefined
  host = ''
  readonly projectId = 'demo-academy'

  readonly #server = createServer((request, response) => {
    void (async () => {
      const typed = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Typed
      const act = request.url?.split(':').at(-1) ?? ''
      this.requests.push({ act, email: typed.email, key: request.headers['x-goog-api-key'] as string })
      const { fault } = this
      const answer = fault && (fault.act ?? act) === act ? fault : this.#answer(act, typed)
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
    })()
  })

  static async start(): Promise<FirebaseStandIn> {
    const standIn = new FirebaseStandIn()
    standIn.host = `127.0.0.1:${await listen(standIn.#server)}`
    return standIn
  }

  /** What points a site to it. */
  get env() {
    return {
      FIREBASE_PROJECT_ID: this.projectId,
      FIREBASE_API_KEY: 'a-key',
      FIREBASE_AUTH_EMULATOR_HOST: this.host,
    }
  }

  close() {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #answer(act: string, { email, password }: Typed) {
    const known = this.people.get(email)
    if (act === 'signUp') {
      if (known) return refusal('EMAIL_EXISTS')
      const uid = `uid-${this.people.size + 1}`
      this.people.set(email, { uid, password })
      return accept(this.projectId, uid, email)
    }
    if (!known) return refusal('EMAIL_NOT_FOUND')
    if (known.password !== password) return refusal('INVALID_PASSWORD')
    return known.isDisabled ? refusal('USER_DISABLED') : accept(this.projectId, known.uid, email)
  }
}

interface Typed {
  email: string
  password: string
}

function refusal(message: string) {
  return { status: 400, body: JSON.stringify({ error: { code: 400, message } }) }
}

function accept(projectId: string, sub: string, email: string) {
  const at = Math.floor(Date.now() / 1000)
  const claims = {
    ...{ iss: `https://securetoken.google.com/${projectId}`, aud: projectId, sub, email },
    ...{ email_verified: false, auth_time: at, iat: at, exp: at + 3600 },
  }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const idToken = `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`
  return { status: 200, body: JSON.stringify({ idToken, localId: sub }) }
}
