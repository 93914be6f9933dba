import { BlockList } from 'node:net'
import { linkLetterJob, type LinkLetter } from '#features/staff/joining/jobs.ts'
import { sendLinkLetter } from '#features/staff/joining/recovery.server.ts'
import { runDueJobs } from '#server/jobs/jobs.server.ts'
import { gentleCloser } from '#server/http/stop.server.ts'
import { ask, listen, type HttpAnswer } from '#test/harness/http.ts'
import { autumn, importBuild, type TestSite } from '#test/harness/site.ts'
import { cookieHeader, listLetters, makeStaff } from '#test/makers/staff.ts'

/**
 * A stranger who tries to lock one administrator out, by whole requests over HTTP to a site whose clock the test
 * advances. Each try comes from another network, through a proxy that the site trusts.
 */

const signIn = '/admin/admin-editor-login'
const networks = 1000
const secondsToType = 15

export async function openAttackedSite(testSite: TestSite, secondsBetweenTries: number) {
  const trustedProxies = new BlockList()
  trustedProxies.addAddress('127.0.0.1')
  const config = { ...testSite.config, trustedProxies }
  let now = autumn
  const site = await (await importBuild()).openSite(config, () => now)
  const close = gentleCloser(site.http)
  const port = await listen(site.http)
  const admin = await makeStaff(site.db, autumn, { role: 'admin' })
  const right = { email: admin.email, password: admin.password }
  const attack = { tries: 0, looked: 0, refused: 0, lettersRequested: 0, maxMs: 0 }

  const post = (path: string, form: Record<string, string>, from: string, cookie = '') =>
    ask(port, path, {
      method: 'POST',
      origin: config.origin,
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': from,
      ...(cookie && { cookie }),
      body: new URLSearchParams(form).toString(),
    })

  const sendLetters = () =>
    runDueJobs(
      site.db,
      { [linkLetterJob]: (letter: LinkLetter) => sendLinkLetter(site.db, config, letter, now) },
      () => now,
    )

  /** One wrong password after the other, and every minute letters of both kinds. */
  const attackFor = async (seconds: number) => {
    for (let second = 0; second < seconds; second += secondsBetweenTries) {
      now = new Date(now.getTime() + secondsBetweenTries * 1000)
      const from = `2001:db8:${(attack.tries % networks).toString(16)}::1`
      const begin = performance.now()
      const { status } = await post(signIn, { ...right, password: `guess number ${attack.tries}` }, from)
      attack.maxMs = Math.max(attack.maxMs, performance.now() - begin)
      attack.tries++
      if (status === 401) attack.looked++
      if (status === 429) attack.refused++
      if ((attack.tries * secondsBetweenTries) % 60 >= secondsBetweenTries) continue
      for (const path of ['/admin/forgotten-password', '/admin/forgotten-password?do=sign-in-link']) {
        await post(path, { email: admin.email }, from)
        attack.lettersRequested++
      }
      await sendLetters()
    }
  }

  /** From a browser in which the administrator has signed in before. */
  const enterByDevice = async (cookie: string) => {
    const begin = now.getTime()
    await attackFor(secondsToType)
    return { answer: await post(signIn, right, '203.0.113.5', cookie), seconds: secondsSince(begin) }
  }

  /** From a new browser: requests a link, opens the newest letter, presses its button and signs in. */
  const enterByLetter = async () => {
    const begin = now.getTime()
    const requested = await post(
      '/admin/forgotten-password?do=sign-in-link',
      { email: admin.email },
      '203.0.113.9',
    )
    await sendLetters()
    await attackFor(secondsToType)
    const letters = (await listLetters(site.db)).filter(
      ({ kind, recipient }) => kind === 'staff.sign-in-link' && recipient === admin.email,
    )
    const token = /\?token=([\w-]{43})/.exec(letters.at(-1)?.body_text ?? '')?.[1] ?? ''
    const page = await ask(port, `/admin/link/sign-in?token=${token}`)
    await attackFor(secondsToType)
    const known = await post('/admin/link/sign-in', { token }, '203.0.113.9')
    await attackFor(secondsToType)
    const answer = await post(signIn, right, '203.0.113.9', cookieOf(known))
    return { requested, page, answer, letters: letters.length, seconds: secondsSince(begin) }
  }

  const secondsSince = (begin: number) => (now.getTime() - begin) / 1000

  return {
    attack,
    attackFor,
    enterByDevice,
    enterByLetter,
    /** Signs in before the attack, and keeps only the cookie of a known browser. */
    async knownBrowser() {
      const cookies = cookieOf(await post(signIn, right, '203.0.113.5')).split('; ')
      return cookies.filter((cookie) => cookie.includes('device')).join('; ')
    },
    enterAsStranger: () => post(signIn, right, '203.0.113.77'),
    async close() {
      await close()
      await site.close()
    },
  }
}

export function isSignedIn({ status, headers }: HttpAnswer): boolean {
  return status === 302 && headers.location === '/admin/dashboard' && headers['set-cookie'] !== undefined
}

function cookieOf({ headers }: HttpAnswer): string {
  return cookieHeader(headers['set-cookie'])
}
