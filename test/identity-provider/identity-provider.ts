import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import Provider from 'oidc-provider'
import { listen } from '#test/harness/http.ts'
import { makeStore } from './stored-grants.ts'

/** A real OpenID Connect provider on this machine, which can also be made to fail. */

export interface AtProvider {
  email: string
  email_verified?: boolean
}

type Keys = Awaited<ReturnType<typeof makeKeys>>

/** Changes what the provider says, before it is signed; `by` is the key that signs it, `token` stands for all of it. */
export type Forgery = (claims: JWTPayload, by: Keys) => { claims?: JWTPayload; by?: Keys; token?: string }

export const clientId = 'the-academy'
export const clientSecret = 'known to the site and the provider'

/** The site, and its clock: the library of the provider reads the machine's own. */
interface SiteOfProvider {
  origin: string
  now: () => Date
}

export class IdentityProvider {
  /** Everybody who can sign in there, by their subject. */
  readonly people = new Map<string, AtProvider>()
  /** Set to let it be out of order. */
  isAway = false
  waitMs = 0
  forge: Forgery | undefined
  /** How many spaces follow its configuration. */
  padding = 0
  requests = 0
  readonly issuer: string
  readonly #redirectUri: string
  readonly #siteNow: () => Date
  readonly #server: ReturnType<typeof createServer>
  #provider: Provider
  #keys: Keys

  private constructor(
    port: number,
    server: ReturnType<typeof createServer>,
    keys: Keys,
    { origin, now }: SiteOfProvider,
  ) {
    this.#siteNow = now
    this.issuer = `http://127.0.0.1:${port}`
    this.#server = server
    this.#redirectUri = `${origin}/admin/provider/university`
    this.#keys = keys
    this.#provider = this.#open(origin)
    server.on('request', (request, response) => void this.#answer(request, response))
  }

  static async start(site: SiteOfProvider): Promise<IdentityProvider> {
    const server = createServer()
    const keys = await makeKeys()
    return new IdentityProvider(await listen(server), server, keys, site)
  }

  /** What an operator sets to use it. */
  get env(): Record<string, string> {
    return {
      OIDC_PROVIDERS: 'university',
      OIDC_UNIVERSITY_LABEL: 'Example University',
      OIDC_UNIVERSITY_ISSUER: this.issuer,
      OIDC_UNIVERSITY_CLIENT_ID: clientId,
      OIDC_UNIVERSITY_CLIENT_SECRET: clientSecret,
      OIDC_UNIVERSITY_DOMAINS: 'example.org, physics.example',
    }
  }

  /** From now on it signs with another key, and knows only that one. */
  async rotateKey(origin: string): Promise<void> {
    this.#keys = await makeKeys()
    this.#provider = this.#open(origin)
  }

  close() {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  /**
   * What a browser does at the provider: it follows the redirects, the person signs in, and the browser is sent back.
   * Returns the path on the site. Cookies in `jar` are the person's session there.
   */
  async visit(href: string, subject: string, jar = new Map<string, string>()): Promise<string> {
    jar.set('subject', subject)
    for (let address = href; ;) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(address, { headers: { cookie }, redirect: 'manual' })
      await response.arrayBuffer()
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value) jar.set(name, value)
        else jar.delete(name)
      }
      const location = response.headers.get('location')
      if (!location) throw new Error(`The provider answered ${response.status} at ${address}.`)
      const next = new URL(location, address)
      if (next.origin !== this.issuer) return next.pathname + next.search
      address = next.href
    }
  }

  #open(origin: string): Provider {
    return new Provider(this.issuer, {
      adapter: makeStore(),
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [this.#redirectUri],
          post_logout_redirect_uris: [`${origin}/`],
          id_token_signed_response_alg: 'ES256',
        },
      ],
      jwks: { keys: [this.#keys.jwk] },
      cookies: { keys: ['of a test'] },
      pkce: { required: () => true },
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 60,
        IdToken: 600,
        Interaction: 600,
        Session: 600,
        Grant: 600,
      },
      features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_: unknown, accountId: string) => ({
        accountId,
        claims: () => ({ sub: accountId, ...this.people.get(accountId) }),
      }),
      loadExistingGrant: async (ctx: {
        oidc: { client: { clientId: string }; session: { accountId: string } }
      }) => {
        const { client, session } = ctx.oidc
        const grant = new this.#provider.Grant({ accountId: session.accountId, clientId: client.clientId })
        grant.addOIDCScope('openid email')
        await grant.save()
        return grant
      },
    })
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests++
    if (this.isAway) {
      request.socket.destroy()
      return
    }
    if (this.waitMs > 0) await wait(this.waitMs)
    if (request.url === '/token') this.#changeAnswer(response)
    if (this.padding > 0) padAnswer(response, this.padding)
    if (!request.url?.startsWith('/interaction/')) return this.#provider.callback()(request, response)
    await this.#provider.interactionDetails(request, response)
    const accountId = /subject=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]
    await this.#provider.interactionFinished(request, response, { login: { accountId } })
  }

  /**
   * The library writes its answer at once; before that its ID token is replaced by one that says by the clock of the
   * site when the person signed in, and what is forged.
   */
  #changeAnswer(response: ServerResponse) {
    const end = response.end.bind(response) as (body: string) => ServerResponse
    response.end = ((body: string | Buffer) => {
      void (async () => {
        const answer = JSON.parse(body.toString()) as { id_token?: string }
        if (!answer.id_token) return end(body.toString())
        const given = this.#atSite(decodeJwt(answer.id_token))
        const { claims = given, by = this.#keys, token } = this.forge?.(given, this.#keys) ?? {}
        const header = { alg: 'ES256', kid: by.jwk.kid ?? '' }
        const signed = new SignJWT(claims).setProtectedHeader(header)
        const text = JSON.stringify({ ...answer, id_token: token ?? (await signed.sign(by.privateKey)) })
        response.setHeader('content-length', Buffer.byteLength(text))
        return end(text)
      })()
      return response
    }) as typeof response.end
  }

  #atSite(claims: JWTPayload): JWTPayload {
    const at = claims['auth_time']
    const ahead = Math.floor((this.#siteNow().getTime() - Date.now()) / 1000)
    return typeof at === 'number' ? { ...claims, auth_time: at + ahead } : claims
  }
}

function padAnswer(response: ServerResponse, padding: number) {
  const end = response.end.bind(response) as (body: string) => ServerResponse
  response.end = ((body: string | Buffer = '') => {
    const text = body.toString() + ' '.repeat(padding)
    response.setHeader('content-length', Buffer.byteLength(text))
    return end(text)
  }) as typeof response.end
}

let keyNumber = 0

export async function makeKeys() {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), kid: `key-${++keyNumber}`, alg: 'ES256', use: 'sig' }
  return { privateKey, jwk }
}
