import { beginDraft } from '#features/forms/drafts/drafts.server.ts'
import { draftCookieName } from '#routes/request/draft-cookies.server.ts'
import { beginEntry } from '#features/content/entry/operations.server.ts'
import { makeFilledDraft } from '#test/makers/cases.ts'
import { newsEdition } from '#test/makers/content.ts'
import { aLetter, browser, browserAt } from '#test/makers/enquiries.ts'
import { makePdf } from '#test/hostile/made-files.ts'
import { runningOrigin } from '#test/harness/running-server.ts'
import type { SimulatedUsers } from './simulated-users.ts'

/**
 * What one person does, once for each call, and again if they do not know whether it was done. Returns whether the site
 * acknowledged it.
 */
type Person = () => Promise<boolean>

export type UserAct = 'write' | 'nominate' | 'attach' | 'upload' | 'publish'

const fellow = '/fellowship/fellow-nomination-form'
const library = '/editor/media/upload'
const pdf = makePdf(1)

export const acts: Record<UserAct, (users: SimulatedUsers) => Person> = {
  write,
  nominate,
  attach,
  upload,
  publish,
}

/** A message to the office. The same message again is the same message, whatever happened to the first. */
function write(users: SimulatedUsers): Person {
  let number = users.next()
  return async () => {
    const { name, email, subject, message, from = '' } = aLetter(number)
    const form = { name, email, subject, message, from, homepage: '' }
    const headers = { 'x-forwarded-for': browserAt(number).address, 'user-agent': browser }
    const { status, text } = await users.post('/contact-us', { form, headers })
    const [reference] = /\bEQ-[\w-]+/.exec(text) ?? []
    if (status !== 200 || !reference) return false
    users.ledger.messages.set(number, reference)
    number = users.next()
    return true
  }
}

/** A nomination with its files, and a letter to the proposer. */
function nominate(users: SimulatedUsers): Person {
  let form: { number: number; cookie: string } | undefined
  return async () => {
    form ??= await fillIn(users)
    const { status, text } = await users.post(`${fellow}/check`, { cookie: form.cookie, form: {} })
    const isSentBefore = status === 404 && text.includes('it was sent')
    if (status !== 302 && !isSentBefore) return false
    users.ledger.nominations.add(form.number)
    form = undefined
    return true
  }
}

async function fillIn(users: SimulatedUsers) {
  const { privateFiles } = users.testSite
  const number = users.next()
  const people = { email: `n${number}@example.org`, proposerEmail: `p${number}@example.org` }
  const changes = { ...people, seconderEmail: `s${number}@example.org` }
  const token = await users.look((db) => makeFilledDraft(db, 'fellow', new Date(), changes, privateFiles))
  return { number, cookie: `${draftCookieName('fellow', runningOrigin)}=${token}` }
}

/** A file for a started form; there is room for one. */
function attach(users: SimulatedUsers): Person {
  let started: { token: string; bytes: Buffer } | undefined
  return async () => {
    started ??= {
      token: await users.look((db) => beginDraft(db, 'fellow', new Date())),
      bytes: await uniquePdf(users.next()),
    }
    const { status, text } = await users.post(`${fellow}/upload?question=vitae`, {
      bytes: started.bytes,
      cookie: `${draftCookieName('fellow', runningOrigin)}=${started.token}`,
      headers: { 'x-file-name': 'vitae.pdf' },
    })
    const isThere = status === 400 && text.includes('Remove one first.')
    if (status !== 200 && !isThere) return false
    users.ledger.attachments.set(started.token, started.bytes)
    started = undefined
    return true
  }
}

async function uniquePdf(number: number): Promise<Buffer> {
  // Large enough to be written in several chunks.
  return Buffer.concat([await pdf, Buffer.from(`\n%${number}\n`.padEnd(100_000, '%'))])
}

/** A file for the library, in two chunks. An interrupted one is discarded and started again. */
function upload(users: SimulatedUsers): Person {
  const { cookie } = users.testSite.admin
  let openId: string | undefined
  const piece = (id: string, offset: number, bytes: Buffer) =>
    users.post(`${library}?do=chunk&id=${id}&offset=${offset}`, { cookie, bytes })
  return async () => {
    if (openId) await users.post(`${library}?do=cancel`, { cookie, form: { id: openId } })
    openId = undefined
    const bytes = await uniquePdf(users.next())
    const form = { name: 'Report.pdf', bytes: String(bytes.length) }
    const started = await users.post(`${library}?do=begin`, { cookie, form })
    if (started.status !== 200) return false
    const { id } = JSON.parse(started.text) as { id: string }
    openId = id
    const half = bytes.length >> 1
    for (const [offset, part] of [
      [0, bytes.subarray(0, half)] as const,
      [half, bytes.subarray(half)] as const,
    ])
      if ((await piece(id, offset, part)).status !== 200) return false
    const finished = await users.post(`${library}?do=finish`, { cookie, form: { id } })
    if (finished.status !== 200) return false
    openId = undefined
    users.ledger.files.set((JSON.parse(finished.text) as { file: { id: string } }).file.id, bytes)
    return true
  }
}

/** A report that is rewritten and published, edition after edition. */
function publish(users: SimulatedUsers): Person {
  const { admin } = users.testSite
  let entry: { id: string } | undefined
  return async () => {
    entry ??= await beginReport(users)
    const { id } = entry
    const { head_version: base } = await users.look((db) =>
      db.selectFrom('entry').select('head_version').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    const saved = await users.post(`/editor/entries/${id}/save`, {
      cookie: admin.cookie,
      form: { base: String(base), data: JSON.stringify(newsEdition(base + 1)) },
    })
    if (saved.status !== 200) return false
    const version = String(base + 1)
    const form = { move: 'publish', version }
    const moved = await users.post(`/editor/entries/${id}?do=move`, { cookie: admin.cookie, form })
    if (moved.status !== 302) return false
    users.ledger.editions.set(id, base + 1)
    return true
  }
}

async function beginReport(users: SimulatedUsers) {
  const { actor } = users.testSite.admin
  const title = 'A report in editions'
  const started = await users.look((db) => beginEntry(db, actor, { kind: 'news', title }, new Date()))
  if (!started.ok) throw new Error(started.reason)
  return started
}
