import type { Db } from '#db/schema/tables.ts'
import { readStaffTokens } from '#routes/request/staff-cookies.server.ts'
import { linkLetterJob, type LinkLetter } from '#features/staff/joining/jobs.ts'
import { sendLinkLetter } from '#features/staff/joining/recovery.server.ts'
import { base32, codeAt, inFours, stepAt } from '#features/staff/factors/totp.ts'
import { seal, unseal } from '#features/staff/session/sealed-values.server.ts'
import { runDueJobs } from '#server/jobs/jobs.server.ts'
import { hashToken } from '#server/config/tokens.server.ts'
import type { Stage } from './account-life-stage.ts'
import { mailed, type personal, type AccountStep, type Who } from './account-life-steps.ts'
import { SoftKey } from '#test/harness/soft-key.ts'
import { listLetters } from '#test/makers/staff.ts'

/**
 * The life of one account, by whole requests: two people claim one address, only one of them reads its mail, and an
 * administrator decides. After every step: only the person who proved the address acts as the account, nothing that
 * needs fresh proof has happened without it, and the owner who requests a new password has a working link.
 */

const minute = 60_000
const ofStranger = 'uid-of-the-stranger'
const proofLasts = 15 * minute

/** What someone's browser and memory hold. */
class Person {
  readonly who: Who
  readonly address: string
  readonly jar = new Map<string, string>()
  readonly tokens: string[] = []
  password: string
  app: Buffer | undefined
  codes: string[] = []
  keys: SoftKey[] = []
  /** When the session last proved who is there, by the rules. */
  provedAt: number | null = null

  constructor(who: Who, number: number) {
    this.who = who
    this.address = `2001:db8:${(number % 65_536).toString(16)}:${who === 'owner' ? 1 : 2}::1`
    this.password = `${who} chose this long password`
  }

  get cookie(): string {
    return [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  take(lines: string[], origin: string) {
    for (const line of lines) {
      const [pair = ''] = line.split(';')
      const mark = pair.indexOf('=')
      const [name, value] = [pair.slice(0, mark), pair.slice(mark + 1)]
      if (value) this.jar.set(name, value)
      else this.jar.delete(name)
      const { session } = readStaffTokens(pair, origin)
      if (session) this.tokens.push(session)
    }
  }
}

let lifeNumber = 0

/** Plays it through; throws at the first step that violated a rule. Returns how far it came. */
export async function live(stage: Stage, steps: AccountStep[]): Promise<'nobody' | 'proved' | 'acting'> {
  stage.clock.now = new Date(stage.clock.now.getTime() + 3 * 60 * minute)
  const life = new Life(stage, ++lifeNumber)
  let seen = await life.look()
  for (const step of steps) {
    await life.take(step)
    seen = await life.check(step, seen)
  }
  await stage.site.db.deleteFrom('mail').execute()
  const { account } = seen
  if (!account?.email_verified_at) return 'nobody'
  return account.state === 'active' ? 'acting' : 'proved'
}

type AccountView = Awaited<ReturnType<Life['look']>>

class Life {
  readonly #stage: Stage
  readonly #email: string
  readonly #invited: string
  readonly #owner: Person
  readonly #stranger: Person
  #isOfOld = false

  constructor(stage: Stage, number: number) {
    this.#stage = stage
    this.#email = `claimed-${number}@example.org`
    this.#invited = `invited-${number}`
    this.#owner = new Person('owner', number)
    this.#stranger = new Person('stranger', number)
  }

  get #db(): Db {
    return this.#stage.site.db
  }

  get #now(): Date {
    return this.#stage.clock.now
  }

  async look() {
    const account = await this.#account()
    const id = account?.id ?? ''
    const apps = await this.#db
      .selectFrom('staff_totp')
      .select(['secret', 'confirmed_at'])
      .where('user_id', '=', id)
      .execute()
    const keys = await this.#db.selectFrom('staff_passkey').select('id').where('user_id', '=', id).execute()
    const codes = await this.#db
      .selectFrom('staff_recovery_code')
      .select('code_hash')
      .where('user_id', '=', id)
      .execute()
    const identities = await this.#db
      .selectFrom('staff_identity')
      .select('subject')
      .where('user_id', '=', id)
      .execute()
    const { invited } = await this.#db
      .selectFrom('staff_link')
      .select((eb) => eb.fn.countAll<number>().as('invited'))
      .where('email', 'like', `${this.#invited}-%`)
      .executeTakeFirstOrThrow()
    return {
      account,
      app: JSON.stringify(apps),
      keys: keys.map(({ id }) => id).join(),
      identities: identities.map(({ subject }) => subject).join(),
      codes: codes.map(({ code_hash }) => code_hash).toSorted(),
      invited,
    }
  }

  #account() {
    return this.#db
      .selectFrom('staff_user')
      .select(['id', 'state', 'role', 'email_verified_at'])
      .where('email', '=', this.#email)
      .executeTakeFirst()
  }

  /** Returns what it saw: nothing happens between two steps. */
  async check(step: AccountStep, before: AccountView): Promise<AccountView> {
    const after = await this.look()
    if ('who' in step) this.#checkProof(step, before, after)
    const { account } = after
    if (!account) return after
    if (account.email_verified_at === null) {
      if (account.state === 'active') throw new Error('An account with an unproved address acts.')
      if (!this.#isOfOld && (after.app !== '[]' || after.keys || after.codes.length || after.identities))
        throw new Error('There is a second factor before the address is proved.')
    } else await this.#checkStranger(account.id, after.identities)
    if ('who' in step) await this.#checkActing(this.#person(step.who), account)
    if ('who' in step && step.who === 'owner' && step.does === 'ask for a new password')
      await this.#checkWayIn(account.state)
    return after
  }

  /** Whatever the stranger requested before, the owner who asks has a letter with a working link. */
  async #checkWayIn(state: string): Promise<void> {
    if (state === 'disabled') return
    const letters = (await listLetters(this.#db)).filter(({ recipient }) => recipient === this.#email)
    const tokens = letters.flatMap(({ body_text }) => /\?token=([\w-]{43})/.exec(body_text)?.[1] ?? [])
    const live = await this.#db
      .selectFrom('staff_link')
      .select('token_hash')
      .where('token_hash', 'in', ['', ...tokens.map(hashToken)])
      .where('purpose', 'in', ['reset', 'verify'])
      .where('used_at', 'is', null)
      .where('expires_at', '>', this.#now.getTime())
      .execute()
    if (live.length === 0) throw new Error('The owner asked for a new password and has no working link.')
  }

  #isFresh({ provedAt }: Person): boolean {
    return provedAt !== null && this.#now.getTime() - provedAt < proofLasts
  }

  /** What a person's request changed must have been proved within the last 15 minutes. */
  #checkProof({ who, does }: AccountStep & { who: Who }, before: AccountView, after: AccountView) {
    const wereCodesMade = after.codes.some((code) => !before.codes.includes(code))
    const hasChanged =
      before.app !== after.app ||
      before.keys !== after.keys ||
      before.identities !== after.identities ||
      wereCodesMade ||
      before.invited !== after.invited
    if (hasChanged && !this.#isFresh(this.#person(who)) && before.account?.id === after.account?.id)
      throw new Error(`It was possible to ${does} without fresh proof.`)
  }

  /** Once the address is proved, nothing that the stranger ever had opens the account. */
  async #checkStranger(id: string, identities: string): Promise<void> {
    const hashes = this.#stranger.tokens.map(hashToken)
    const sessions = hashes.length
      ? await this.#db.selectFrom('staff_session').select('id').where('token_hash', 'in', hashes).execute()
      : []
    if (sessions.length) throw new Error('A session of the stranger outlives the proof of the address.')
    const device = [...this.#stranger.jar].find(([name]) => name.endsWith('_device'))?.[1]
    const devices = device
      ? await this.#db
          .selectFrom('staff_device')
          .select('user_id')
          .where('token_hash', '=', hashToken(device))
          .execute()
      : []
    if (devices.length) throw new Error('A browser of the stranger is still known.')
    if (identities.includes(this.#subjectOf(this.#stranger)) || identities.includes(ofStranger))
      throw new Error('A sign-in of the stranger is linked to the account.')
    if (!this.#stranger.app) return
    const app = await this.#secret(id)
    if (app?.equals(this.#stranger.app))
      throw new Error('The app of the stranger outlives the proof of the address.')
  }

  /** Only the owner can work, and only when the address is proved. */
  async #checkActing(
    person: Person,
    { email_verified_at }: { email_verified_at: number | null },
  ): Promise<void> {
    if (person.who === 'owner' && email_verified_at !== null) return
    const { status } = await this.#ask(person, '/editor/dashboard')
    if (status === 200)
      throw new Error(`The ${person.who} works in an account without having proved its address.`)
  }

  async take(step: AccountStep): Promise<void> {
    if (step.does === 'wait') {
      this.#stage.clock.now = new Date(this.#now.getTime() + step.minutes * minute)
    } else if (step.does === 'have an app of old') await this.#plantApp()
    else if (step.does === 'be taken at Firebase') this.#takeAtFirebase()
    else if ('who' in step) await this.#act(this.#person(step.who), step.does, step.withPassword ?? false)
    else if ((mailed as readonly string[]).includes(step.does)) await this.#followLink(step.does)
    else await this.#decide(step.does)
  }

  #takeAtFirebase() {
    const { people } = this.#stage.firebase ?? {}
    const user = { uid: `${ofStranger}-${lifeNumber}`, password: this.#stranger.password }
    if (!people?.has(this.#email)) people?.set(this.#email, user)
  }

  #person(who: Who): Person {
    return who === 'owner' ? this.#owner : this.#stranger
  }

  async #act(person: Person, does: (typeof personal)[number], withPassword: boolean): Promise<void> {
    const shared = { email: this.#email }
    const confirmation: Record<string, string> = withPassword ? { confirmation: person.password } : {}
    switch (does) {
      case 'sign up': {
        const details = {
          name: 'Tara Nair',
          phone: '+91 532 246 0000',
          role: 'admin',
          password: person.password,
        }
        await this.#prove(person, '/admin/admin-editor-login?do=sign-up', { ...shared, ...details })
        return
      }
      case 'sign in':
        await this.#prove(person, '/admin/admin-editor-login', {
          ...shared,
          password: person.password,
          next: '',
        })
        return
      case 'use an app code':
        if (person.app) await this.#prove(person, '/admin/second-factor', { code: this.#code(person.app) })
        return
      case 'use a recovery code': {
        const recoveryCode = person.codes.pop()
        const old = person.tokens.length
        if (recoveryCode) await this.#post(person, '/admin/second-factor?do=recovery', { recoveryCode })
        if (person.tokens.length > old) person.provedAt = null
        return
      }
      case 'sign in by passkey':
        return this.#signInByPasskey(person)
      case 'sign in by provider':
        return this.#signInByProvider(person)
      case 'link the provider': {
        const path = '/account/providers?do=link'
        const answer = await this.#guarded(person, path, { ...confirmation, provider: 'university' })
        await this.#goToProvider(person, answer)
        return
      }
      case 'unlink the provider': {
        const row = await this.#db
          .selectFrom('staff_identity')
          .innerJoin('staff_user', 'staff_user.id', 'user_id')
          .select('staff_identity.id')
          .where('staff_user.email', '=', this.#email)
          .executeTakeFirst()
        const form = { ...confirmation, id: row?.id ?? 'none' }
        await this.#guarded(person, '/account/providers?do=unlink', form)
        return
      }
      case 'confirm at the provider': {
        const path = '/account/confirm?do=provider'
        return this.#proveAtProvider(person, await this.#post(person, path, { provider: 'university' }))
      }
      case 'begin an app': {
        await this.#guarded(person, '/account/factors?do=begin-app', confirmation)
        person.app = (await this.#openSecret(person)) ?? person.app
        return
      }
      case 'confirm the app': {
        const code = person.app ? this.#code(person.app) : '000000'
        const answer = await this.#guarded(person, '/account/factors?do=confirm-app', {
          ...confirmation,
          code,
        })
        return this.#noteCodes(person, answer)
      }
      case 'remove the app':
        await this.#guarded(person, '/account/factors?do=remove-app', confirmation)
        return
      case 'add a passkey':
        return this.#addPasskey(person)
      case 'remove a passkey': {
        const key = await this.#db
          .selectFrom('staff_passkey')
          .innerJoin('staff_user', 'staff_user.id', 'user_id')
          .select('staff_passkey.id')
          .where('email', '=', this.#email)
          .executeTakeFirst()
        await this.#guarded(person, '/account/factors?do=remove-passkey', {
          ...confirmation,
          id: key?.id ?? 'none',
        })
        return
      }
      case 'make new codes':
        return this.#noteCodes(
          person,
          await this.#guarded(person, '/account/factors?do=new-codes', confirmation),
        )
      case 'change the password': {
        const password = `${person.password.slice(0, 40)} ${this.#now.getTime() % 9973}`
        const form = { current: person.password, password }
        if (await this.#prove(person, '/account/password', form)) person.password = password
        return
      }
      case 'confirm that it is me':
        await this.#prove(person, '/account/confirm', { password: person.password })
        return
      case 'sign out everywhere':
        await this.#post(person, '/account/sessions?do=everywhere', {})
        return
      case 'ask for a new password':
      case 'ask for a sign-in link': {
        const query = does === 'ask for a sign-in link' ? '?do=sign-in-link' : ''
        await this.#post(person, `/admin/forgotten-password${query}`, shared)
        return this.#sendLetters()
      }
      case 'ask to confirm the address':
        await this.#post(person, '/account/profile?do=verify', {})
        return
      case 'invite somebody': {
        const email = `${this.#invited}-${this.#now.getTime()}@example.org`
        await this.#guarded(person, '/admin/staff', {
          ...confirmation,
          email,
          role: 'editor',
          reason: 'Help',
        })
      }
    }
  }

  /** Only the owner reads the letters. */
  async #followLink(does: string): Promise<void> {
    const kinds = {
      'confirm by mail': { purpose: 'verify', kinds: ['staff.signed-up', 'staff.verify'] },
      'choose a password by mail': {
        purpose: 'reset',
        kinds: ['staff.reset', 'staff.factors-reset-password'],
      },
      'unlock by mail': { purpose: 'sign-in', kinds: ['staff.sign-in-link'] },
      'accept by mail': { purpose: 'invite', kinds: ['staff.invited'] },
      'accept by provider': { purpose: 'invite', kinds: ['staff.invited'] },
    }[does]!
    const letters = await listLetters(this.#db)
    const letter = letters.findLast(
      ({ kind, recipient }) => recipient === this.#email && kinds.kinds.includes(kind),
    )
    const token = /\?token=([\w-]{43})/.exec(letter?.body_text ?? '')?.[1]
    if (!token) return
    const path = `/admin/link/${kinds.purpose}`
    const { password } = this.#owner
    if (kinds.purpose === 'sign-in') await this.#post(this.#owner, path, { token })
    else if (does === 'accept by provider') await this.#acceptByProvider(token)
    else if (kinds.purpose === 'invite')
      await this.#prove(this.#owner, path, { token, password, name: 'Tara Nair', phone: '+91 532 246 0000' })
    else await this.#prove(this.#owner, path, { token, password })
  }

  async #decide(does: string): Promise<void> {
    const reason = 'As the Council decided'
    const account = await this.#account()
    const cookie = await this.#stage.admin()
    const post = (path: string, form: Record<string, string>) => this.#send(path, form, cookie, '2001:db8::1')
    if (does === 'be invited') await post('/admin/staff', { email: this.#email, role: 'editor', reason })
    if (!account) return
    const at = (move: string) => `/admin/staff/${account.id}?do=${move}`
    if (does === 'be approved as editor') await post(at('approve'), { role: 'editor', reason })
    if (does === 'be approved as administrator') await post(at('approve'), { role: 'admin', reason })
    if (does === 'be made editor') await post(at('change-role'), { role: 'editor', reason })
    if (does === 'be made administrator') await post(at('change-role'), { role: 'admin', reason })
    if (does === 'be disabled') await post(at('disable'), { reason })
    if (does === 'be enabled') await post(at('enable'), { reason })
    if (does === 'have factors reset') await post(at('reset-factors'), { reason })
  }

  /** A request that proves who is there, if it is answered with a new session. */
  async #prove(person: Person, path: string, form: Record<string, string>): Promise<boolean> {
    const old = person.tokens.length
    await this.#post(person, path, form)
    if (person.tokens.length === old) return false
    person.provedAt = this.#now.getTime()
    return true
  }

  /** A request that may contain the password: the right one is itself proof. */
  async #guarded(person: Person, path: string, form: Record<string, string>): Promise<Response> {
    const isFresh = this.#isFresh(person)
    const old = person.tokens.length
    const answer = await this.#post(person, path, form)
    if (!isFresh && form['confirmation'] !== undefined && person.tokens.length > old)
      person.provedAt = this.#now.getTime()
    return answer
  }

  async #noteCodes(person: Person, answer: Response): Promise<void> {
    const codes = (await answer.text()).match(/\b[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}\b/g)
    if (codes) person.codes = [...new Set(codes)]
  }

  #code(app: Buffer): string {
    return codeAt(app, stepAt(this.#now))
  }

  async #addPasskey(person: Person): Promise<void> {
    const started = (await (
      await this.#post(person, '/account/passkey?do=options', {})
    )
      .json()
      .catch(() => ({}))) as Offer
    if (!started.options) return
    const key = new SoftKey(this.#stage.config.origin)
    const response = JSON.stringify(key.register(started.options.challenge))
    const answer = await this.#post(person, '/account/passkey', { name: 'A key', response })
    if (!answer.ok) return
    const { recoveryCodes = [] } = (await answer.json()) as { recoveryCodes?: string[] }
    person.keys.push(key)
    if (recoveryCodes.length) person.codes = recoveryCodes
  }

  async #signInByPasskey(person: Person): Promise<void> {
    const key = person.keys.at(-1)
    if (!key) return
    const started = (await (await this.#post(person, '/admin/passkey?do=options', {})).json()) as Offer
    if (!started.options) return
    const response = JSON.stringify(key.sign(started.options.challenge))
    await this.#prove(person, '/admin/passkey', { response, next: '' })
  }

  async #signInByProvider(person: Person): Promise<void> {
    const form = { provider: 'university', next: '' }
    await this.#proveAtProvider(
      person,
      await this.#post(person, '/admin/admin-editor-login?do=provider', form),
    )
  }

  async #acceptByProvider(token: string): Promise<void> {
    const path = `/admin/link/invite?do=provider&token=${token}`
    const about = { token, name: 'Tara Nair', phone: '+91 532 246 0000', password: '' }
    const answer = await this.#post(this.#owner, path, { ...about, provider: 'university' })
    await this.#proveAtProvider(this.#owner, answer)
  }

  /** The person signs in there anew each time, so a new session proves who is there. */
  async #proveAtProvider(person: Person, answer: Response): Promise<void> {
    const old = person.tokens.length
    await this.#goToProvider(person, answer)
    if (person.tokens.length > old) person.provedAt = this.#now.getTime()
  }

  /** Follows the page that leads to the provider, signs in there and comes back. */
  async #goToProvider(person: Person, answer: Response): Promise<void> {
    if (answer.headers.get('location') !== '/admin/leaving') return
    const page = await (await this.#ask(person, '/admin/leaving')).text()
    const href = /<a href="([^"]+)" data-next=""/.exec(page)?.[1] ?? ''
    const { provider, config } = this.#stage
    const subject = this.#subjectOf(person)
    const email = person.who === 'owner' ? this.#email : `${subject}@example.org`
    provider.people.set(subject, { email, email_verified: true })
    const back = await this.#ask(person, await provider.visit(href.replaceAll('&amp;', '&'), subject))
    person.take(back.headers.getSetCookie(), config.origin)
  }

  #subjectOf({ who }: Person): string {
    return `${who}-${this.#invited}`
  }

  async #plantApp(): Promise<void> {
    const account = await this.#account()
    if (!account || account.email_verified_at !== null) return
    const app = Buffer.alloc(20, 3)
    const secret = seal(app, this.#stage.config.secret, account.id)
    const row = { user_id: account.id, secret, confirmed_at: this.#now.getTime(), last_used_step: 0 }
    await this.#db.insertInto('staff_totp').values(row).execute()
    this.#isOfOld = true
    this.#stranger.app = app
  }

  /** The unconfirmed key, if the page shows it to this person. */
  async #openSecret(person: Person): Promise<Buffer | undefined> {
    const page = await (await this.#ask(person, '/account/factors')).text()
    const account = await this.#account()
    const secret = account && (await this.#secret(account.id))
    if (!secret || !page.includes(inFours(base32(secret), ' '))) return undefined
    if (!this.#isFresh(person)) throw new Error('The key of an app was shown without fresh proof.')
    return secret
  }

  async #secret(id: string): Promise<Buffer | undefined> {
    const row = await this.#db
      .selectFrom('staff_totp')
      .select('secret')
      .where('user_id', '=', id)
      .executeTakeFirst()
    return row && unseal(row.secret, this.#stage.config.secret, id)
  }

  async #sendLetters(): Promise<void> {
    const { config } = this.#stage
    const send = (letter: LinkLetter) => sendLinkLetter(this.#db, config, letter, this.#now)
    await runDueJobs(this.#db, { [linkLetterJob]: send }, () => this.#now)
  }

  #ask(person: Person, path: string): Promise<Response> {
    const headers = { cookie: person.cookie }
    return this.#stage.site.respond(
      new Request(this.#stage.config.origin + path, { headers }),
      undefined,
      person.address,
    )
  }

  async #post(person: Person, path: string, form: Record<string, string>): Promise<Response> {
    const answer = await this.#send(path, form, person.cookie, person.address)
    person.take(answer.headers.getSetCookie(), this.#stage.config.origin)
    return answer
  }

  #send(path: string, form: Record<string, string>, cookie: string, address: string): Promise<Response> {
    const { origin } = this.#stage.config
    const init = { method: 'POST', body: new URLSearchParams(form), headers: { origin, cookie } }
    return this.#stage.site.respond(new Request(origin + path, init), undefined, address)
  }
}

interface Offer {
  options?: { challenge: string }
}
