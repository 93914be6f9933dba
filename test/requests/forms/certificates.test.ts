import { createPublicKey } from 'node:crypto'
import { expect } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { issueCertificate, revokeCertificate } from '#features/certificates/operations.server.ts'
import { listCertificatesOf } from '#features/certificates/queries.server.ts'
import { verifyFile } from '#features/certificates/signature.server.ts'
import { movePeople } from '#features/people/editing.server.ts'
import { enrolPerson } from '#features/people/operations.server.ts'
import type { NewPerson } from '#features/people/register.ts'
import { ask, type HttpAnswer } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn, origin, test } from '#test/harness/site.ts'
import { makeCaller } from '#test/harness/visitors.ts'
import type { Site } from '#site.ts'

/** The public page of a certificate: for anyone who has its code, and for nobody else. */

let count = 0

const person: NewPerson = {
  memberNo: '',
  title: 'Dr',
  givenName: 'Canary',
  familyName: 'Sparrow',
  category: 'life',
  since: 2026,
  discipline: 'Geophysics',
  specialisation: 'Hidden specialisation',
  institution: 'Hidden Institute',
  city: 'Hidden City',
  country: 'India',
  listed: false,
}

async function issue({ db }: Site, kind: 'fellowship' | 'membership' = 'membership', changes = {}) {
  const memberNo = `C-${++count}`
  const id = await enrolPerson(db, { ...person, memberNo, ...changes }, autumn)
  const issued = await issueCertificate(db, system, id, { kind }, autumn)
  if (!issued.ok) throw new Error(issued.reason)
  return { id, memberNo, ...issued, path: `/certificates/${issued.code}` }
}

test('the page shows what the certificate says and nothing else about the person, and is never cached', async ({
  site,
  visit,
}) => {
  const { number, memberNo, path } = await issue(site)
  const response = await visit(path)
  const html = await response.text()
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-robots-tag')).toBe('noindex')
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  for (const said of ['Valid', 'Dr Canary Sparrow', 'Life member', number, memberNo])
    expect(html).toContain(said)
  expect(html).not.toMatch(/Hidden|Geophysics/)
})

test('while many documents are requested, some are told to try again and the others are complete', async ({
  site,
  visit,
}) => {
  const { path } = await issue(site)
  const answers = await Promise.all(Array.from({ length: 20 }, () => visit(`${path}/certificate.pdf`)))
  const sent = answers.filter(({ status }) => status === 200)
  const later = answers.filter(({ status }) => status === 503)

  // One is drawn and ten wait, all of one network; while they are sent, others may come in.
  expect(sent.length).toBeGreaterThanOrEqual(11)
  expect(later.length).toBe(20 - sent.length)
  expect(later.length).toBeGreaterThan(0)
  for (const answer of later) expect(answer.headers.get('retry-after')).toBe('30')
  for (const answer of sent) {
    const { verdict } = verifyFile(Buffer.from(await answer.arrayBuffer()), await keyOf(visit))
    expect(verdict).toBe('valid')
  }
})

async function keyOf(visit: (path: string) => Promise<Response>) {
  return createPublicKey(await (await visit('/certificates/key')).text())
}

test('no list, search, sitemap or feed leads to it', async ({ site, visit }) => {
  const { code } = await issue(site)
  for (const address of [
    '/',
    '/sitemap.xml',
    '/search?q=Canary',
    '/feed.atom',
    '/membership/rules',
    '/certificates',
  ])
    expect(await (await visit(address)).text(), address).not.toMatch(new RegExp(`${code}|Sparrow`))
})

test('the file is signed by the key that the site offers, and each download is the same', async ({
  site,
  visit,
}) => {
  const { path, number } = await issue(site, 'fellowship', { grade: 'fellow', fellowNo: `F-C${count}` })
  const response = await visit(`${path}/certificate.pdf`)
  expect(response.headers.get('content-disposition')).toBe(`inline; filename="${number}.pdf"`)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const bytes = Buffer.from(await response.arrayBuffer())
  const again = Buffer.from(await (await visit(`${path}/certificate.pdf`)).arrayBuffer())
  expect(bytes.equals(again)).toBe(true)

  const pem = await (await visit('/certificates/key')).text()
  expect(pem).toMatch(/^-----BEGIN PUBLIC KEY-----/)
  expect(verifyFile(bytes, createPublicKey(pem))).toMatchObject({
    verdict: 'valid',
    sealed: { page: `${origin}${path}`, statement: { number, name: 'Dr Canary Sparrow' } },
  })
})

test('a revoked one says so immediately, without the reason, and has no file', async ({ site, visit }) => {
  const { id, path } = await issue(site)
  const [line] = await listCertificatesOf(site.db, id, autumn)
  const which = { id: line?.id ?? '', personId: id }
  await revokeCertificate(site.db, system, which, 'A secret reason.', autumn)
  captureLog()
  const html = await (await visit(path)).text()
  expect(html).toContain('Revoked')
  expect(html).not.toMatch(/secret reason|certificate\.pdf/)
  expect((await visit(`${path}/certificate.pdf`)).status).toBe(404)
})

test('a membership that ended is shown as expired', async ({ site, visit }) => {
  const { id } = await issue(site)
  await site.db.updateTable('person').set({ valid_to: '2026-11-14' }).where('id', '=', id).execute()
  const issued = await issueCertificate(site.db, system, id, { kind: 'membership' }, autumn)
  const response = await visit(`/certificates/${issued.ok && issued.code}`)
  expect(await response.text()).toContain('No longer valid')
})

test('all guesses get the same answer, also those near a real code and that of a deleted person', async ({
  site,
  port,
}) => {
  captureLog()
  const { code } = await issue(site)
  const binned = await issue(site)
  await movePeople(site.db, system, 'bin', [binned.id], autumn)
  for (const written of [code, code.toLowerCase()])
    expect((await ask(port, `/certificates/${written}`)).status).toBe(200)
  const swapped = code.startsWith('A') ? `B${code.slice(1)}` : `A${code.slice(1)}`
  const guesses = ['A'.repeat(26), swapped, binned.code, 'A'.repeat(22)]
  const odd = ['x', '__proto__', 'constructor', `${code}x`, '%27or%201=1--', '%00', code.slice(0, 21)]
  for (const suffix of ['', '.data', '/certificate.pdf']) {
    const first = await ask(port, `/certificates/${guesses[0]}${suffix}`)
    for (const guess of guesses.slice(1)) {
      const answer = await ask(port, `/certificates/${guess}${suffix}`)
      expect(plain(answer, guess), `${guess}${suffix}`).toEqual(plain(first, guesses[0]!))
    }
    expect(first.status).toBe(404)
    for (const guess of odd)
      expect([400, 404], guess + suffix).toContain(
        (await ask(port, `/certificates/${guess}${suffix}`)).status,
      )
  }
})

/** The answer to a guess, without what differs between any two requests. */
function plain({ status, headers, text }: HttpAnswer, guess: string) {
  const { date: _date, 'content-security-policy': _policy, ...rest } = headers
  const bare = text.replaceAll(guess, 'CODE').replaceAll(/[0-9A-Z]{4}-[0-9A-Z]{4}|nonce="[^"]*"/g, 'ID')
  return { status, headers: { ...rest, 'content-length': undefined }, bare }
}

test('a code is typed by hand, with spaces or with the whole address', async ({ site, visit }) => {
  const { code, path } = await issue(site)
  captureLog()
  for (const typed of [code, ` ${code.slice(0, 5)} ${code.slice(5)}`, code.toLowerCase(), origin + path]) {
    const response = await visit(`/certificates?code=${encodeURIComponent(typed)}`)
    expect([response.status, response.headers.get('location')]).toEqual([302, path])
  }
  const wrong = await visit('/certificates?code=%3Cb%3E')
  expect(wrong.status).toBe(400)
  expect(await wrong.text()).toContain('value="&lt;b&gt;"')
  expect((await visit('/certificates?other=x')).status).toBe(400)
  expect((await visit('/certificates')).status).toBe(200)
})

test('editors see certificates on the page of a person; only administrators issue and revoke', async ({
  testSite,
  site,
  port,
}) => {
  captureLog()
  const { id, number } = await issue(site)
  const editor = await makeCaller(testSite, { role: 'editor' })
  const admin = await makeCaller(testSite, { role: 'admin' })
  const page = `/editor/people/${id}`
  const seen = await ask(port, page, { cookie: editor.cookie })
  expect(seen.text).toContain(number)
  expect(seen.text).not.toContain('Issue or revoke certificates')
  expect((await ask(port, `${page}/certificates`, { cookie: editor.cookie })).status).toBe(403)

  const type = { 'content-type': 'application/x-www-form-urlencoded', origin }
  const post = (form: Record<string, string>, move: string) => {
    const body = new URLSearchParams(form).toString()
    return ask(port, `${page}/certificates?do=${move}`, {
      method: 'POST',
      ...type,
      cookie: admin.cookie,
      body,
    })
  }
  const refused = await post({ kind: 'membership', name: ' ' }, 'issue')
  expect([refused.status, refused.text.includes('Enter the name')]).toEqual([400, true])
  const unprintable = await post({ kind: 'membership', name: 'Canary ஆஷா' }, 'issue')
  expect(unprintable.status).toBe(400)
  expect(unprintable.text).toContain('our certificates cannot print “ஆ” and “ஷா”.')
  expect(unprintable.text).toContain('value="Canary ஆஷா"')
  expect((await post({ kind: 'fellowship', name: 'Dr Canary Sparrow' }, 'issue')).status).toBe(409)
  expect((await post({ kind: 'membership', name: 'Canary O. Sparrow' }, 'issue')).status).toBe(302)
  const [newest] = await listCertificatesOf(site.db, id, autumn)
  expect(newest).toMatchObject({ name: 'Canary O. Sparrow', status: 'valid' })
  const revoking = { id: newest?.id ?? '', reason: 'A wrong name.' }
  expect((await post({ ...revoking, reason: '' }, 'revoke')).status).toBe(400)
  expect((await post(revoking, 'revoke')).status).toBe(302)
  expect((await post(revoking, 'revoke')).status).toBe(409)
  expect((await post(revoking, 'delete')).status).toBe(400)
  const after = await ask(port, `${page}/certificates`, { cookie: admin.cookie })
  expect(after.text).toContain('Revoked: A wrong name.')
})
