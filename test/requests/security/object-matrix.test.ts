import { expect } from 'vitest'
import { newId } from '#db/engine/id.ts'
import type { Db } from '#db/schema/tables.ts'
import { entryFolders, pageAddresses } from '#features/content/addresses/addresses.ts'
import { moveEntry } from '#features/content/entry/moves.server.ts'
import { beginEntry } from '#features/content/entry/operations.server.ts'
import { endPreviewLinks, makePreviewLink } from '#features/content/reading/previews.server.ts'
import { emptyBin } from '#features/content/entry/schedule.server.ts'
import { removeFile, storeDownload } from '#features/media/operations.server.ts'
import { movePeople } from '#features/people/editing.server.ts'
import { prepareActs } from '#test/models/acts.ts'
import type { Act } from '#test/models/acts/act.ts'
import { makePublished } from '#test/makers/content.ts'
import { ask, type HttpAnswer } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn } from '#test/harness/site.ts'
import { actorFor } from '#test/makers/staff.ts'
import { dumpTables } from '#test/harness/databases/dump-tables.ts'
import { test as base, type Caller } from '#test/harness/visitors.ts'
import { post, withCookie } from '#test/makers/caller-post.ts'

/** Nobody who may not see something learns whether it exists, and a role does not help those who lack the right. */

const test = base.extend<{ acts: Act[] }>({
  acts: [async ({ testSite }, use) => use(await prepareActs(testSite)), { scope: 'file' }],
})

const reason = 'As the council decided.'

test('to those who may not see them, an account and a letter look as if they did not exist', async ({
  port,
  callers,
  table,
}) => {
  captureLog()
  for (const pattern of ['/admin/staff/:id', '/admin/mail/:id']) {
    const real = table.find((route) => route.pattern === pattern)?.path ?? ''
    for (const kind of [
      'visitor',
      'half',
      'unproved',
      'enrolling',
      'pending',
      'editor',
      'disabled',
      'expired',
    ] as const) {
      for (const other of [newId(), 'x', '1', '0', "'or 1=1--", '__proto__'].map(encodeURIComponent)) {
        for (const suffix of ['', '.data']) {
          const absent = pattern.replace(':id', other)
          const there = await ask(port, real + suffix, withCookie(callers[kind]))
          const notThere = await ask(port, absent + suffix, withCookie(callers[kind]))
          expect(withoutPath(there, real), `${kind} at ${absent}${suffix}`).toEqual(
            withoutPath(notThere, absent),
          )
        }
      }
    }
  }
})

test('an account and a letter that do not exist are not found, and no reading is recorded', async ({
  port,
  site,
  callers,
}) => {
  captureLog()
  const before = await dumpTables(site.db)
  for (const path of ['/admin/staff/', '/admin/mail/'])
    for (const id of [newId(), 'x', '0', '__proto__', 'constructor', '%27'])
      expect((await ask(port, path + id, withCookie(callers.admin))).status, path + id).toBe(404)

  expect(await dumpTables(site.db)).toEqual(before)
})

test.for(entryFolders)(
  'an entry of the kind %s that nobody may read yet, or any more, looks as if it did not exist',
  async ([kind, folder], { port, site, callers, table }) => {
    captureLog()
    const { db } = site
    const admin = actorFor({ id: callers.admin.id, role: 'admin' })
    // Of some kinds a new site has none that could be removed; the table provides a page.
    expect(table).not.toEqual([])
    if (kind === 'award') await makePublished(db, admin, autumn)
    const answer = async (path: string) => withoutPath(await ask(port, path), path)
    const draft = `${folder}quite-unlikely-zebra`
    const before = await answer(draft)
    await beginEntry(db, admin, { kind, title: 'Quite unlikely zebra' }, autumn)
    expect(await answer(draft), 'a draft').toEqual(before)

    const { id, slug, version } = await newestLive(db, kind)
    const path = folder + slug
    expect((await answer(path)).status).toBe(200)
    const gone: Awaited<ReturnType<typeof answer>>[] = []
    for (const move of ['archive', 'bin'] as const) {
      expect(await moveEntry(db, admin, { id, version, move }, autumn)).toMatchObject({ ok: true })
      await expect.poll(async () => (await ask(port, path)).status).toBe(404)
      gone.push(await answer(path))
    }
    await emptyBin(db, new Date(autumn.getTime() + 31 * 86_400_000))
    gone.push(await answer(path))

    expect(await db.selectFrom('entry').select('id').where('id', '=', id).execute()).toEqual([])
    expect(gone).toEqual(gone.map(() => gone.at(-1)))
  },
)

/** The newest that is live and has no address of the specification. */
function newestLive(db: Db, kind: string) {
  return db
    .selectFrom('entry')
    .select(['id', 'slug', 'head_version as version'])
    .where('kind', '=', kind)
    .where('live_version', 'is not', null)
    .where('slug', 'not in', Object.keys(pageAddresses))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
}

test('someone who is not listed, a removed file and a revoked preview look as if they did not exist', async ({
  port,
  site,
  callers,
  table,
}) => {
  captureLog()
  const { db } = site
  const pathOf = (pattern: string) => table.find((route) => route.pattern === pattern)?.path ?? ''
  const fellow = pathOf('/fellowship/fellows/:slug')
  const given = { name: 'a.pdf', mediaType: 'application/pdf' }
  const fileId = await storeDownload(db, site.files, Buffer.from('%PDF- zebra'), given, autumn)
  const file = `/files/${fileId}/a.pdf`
  const admin = actorFor({ id: callers.admin.id, role: 'admin' })
  const { id } = await newestLive(db, 'news')
  const made = await makePreviewLink(db, admin, id, autumn)
  const preview = `/draft/${made.ok ? made.token : ''}`
  for (const path of [fellow, file, preview]) expect((await ask(port, path)).status, path).toBe(200)

  const byId = `/fellowship/fellows/${await idAt(db, fellow)}`
  const former = '/fellowship/fellows/zzzzzz-zzzzzz'
  const [person_id, slug] = [byId, former].map((path) => path.split('/').at(-1) ?? '')
  await db
    .insertInto('former_person_slug')
    .values({ person_id: person_id!, slug: slug!, created_at: 0 })
    .execute()
  for (const path of [byId, former]) expect((await ask(port, path)).headers.location, path).toBe(fellow)

  await movePeople(db, admin, 'unlist', [person_id!], autumn)
  await removeFile(db, admin, fileId, autumn)
  await endPreviewLinks(db, admin, id, autumn)
  for (const [path, absent] of [
    ...[fellow, byId, former].map((path) => [path, `${path.slice(0, -3)}xyz`] as const),
    [file, `/files/${newId()}/a.pdf`],
    [preview, `${preview.slice(0, -4)}AAAA`],
  ] as const) {
    await expect.poll(async () => (await ask(port, path)).status).toBe(404)
    expect(withoutPath(await ask(port, path), path), path).toEqual(
      withoutPath(await ask(port, absent), absent),
    )
  }
})

async function idAt(db: Db, path: string): Promise<string> {
  const slug = path.split('/').at(-1) ?? ''
  const found = db.selectFrom('person').select('id').where('slug', '=', slug)
  return (await found.executeTakeFirstOrThrow()).id
}

test('someone else’s session, passkey or letter looks as if it did not exist', async ({
  port,
  site,
  callers,
}) => {
  captureLog()
  const { id: othersSession } = await site.db
    .selectFrom('staff_session')
    .select('id')
    .where('user_id', '=', callers.pending.id)
    .executeTakeFirstOrThrow()
  const othersKey = newId()
  await site.db
    .insertInto('staff_passkey')
    .values({
      id: othersKey,
      user_id: callers.half.id,
      name: 'Key',
      public_key: 'none',
      credential_id: newId(),
      counter: 0,
      device_type: 'singleDevice',
      created_at: autumn.getTime(),
    })
    .execute()
  const before = await dumpTables(site.db)
  for (const [path, others] of [
    ['/account/sessions', othersSession],
    ['/account/factors?do=remove-passkey', othersKey],
  ] as const) {
    const theirs = await post(port, path, callers.editor, { id: others })
    const nobodys = await post(port, path, callers.editor, { id: newId() })
    expect([theirs.status, theirs.headers.location, theirs.bytes.length]).toEqual([
      nobodys.status,
      nobodys.headers.location,
      nobodys.bytes.length,
    ])
  }

  expect(await dumpTables(site.db)).toEqual(before)
})

test('a used, expired, foreign or invented link gets the same answer', async ({ port, acts }) => {
  captureLog()
  const links = acts.filter(({ path }) => path.startsWith('/admin/link/'))
  for (const { path, form } of links.filter(({ status }) => status !== 409)) {
    const madeUp = { ...form, token: 'A'.repeat(43) }
    const others = links.find((link) => link.path !== path)?.form['token'] ?? ''
    const never = await post(port, path, nobody, madeUp)
    const foreign = await post(port, path, nobody, { ...form, token: others })
    expect([409, 410], path).toContain(never.status)
    expect([foreign.status, bare(foreign, others)], path).toEqual([never.status, bare(never, madeUp.token)])
  }
})

test.for(['constructor', '__proto__', 'toString', 'Verify', 'verify%20', 'x'])(
  'there is no mailed link of the kind %s',
  async (purpose, { port }) => {
    captureLog()
    const address = `/admin/link/${purpose}`
    expect((await ask(port, address)).status).toBe(404)
    expect((await post(port, address, nobody, { token: 'A'.repeat(43) })).status).toBe(404)
  },
)

test.for(['constructor', '__proto__', 'toString', 'invite', 'delete', ''])(
  'an account knows no action %s',
  async (move, { port, site, callers }) => {
    captureLog()
    const before = await dumpTables(site.db)
    const path = `/admin/staff/${callers.pending.id}?do=${move}`

    expect((await post(port, path, callers.admin, { reason })).status).toBe(400)
    expect((await post(port, path, callers.admin, { reason, role: 'admin' })).status).toBe(400)
    expect(await dumpTables(site.db)).toEqual(before)
  },
)

test.for(['visitor', 'half', 'unproved', 'enrolling', 'pending', 'editor', 'disabled', 'expired'] as const)(
  '%s can do nothing that only administrators may',
  async (kind, { port, site, acts, callers }) => {
    captureLog()
    const theirs = acts.filter(({ path }) => /^\/admin\/(staff|settings|samples|mail)/.test(path))
    expect(theirs.length).toBeGreaterThan(8)
    const before = await dumpTables(site.db)
    const opened: string[] = []
    for (const { name, path, form } of theirs) {
      const { status, headers } = await post(port, path, callers[kind], form)
      const isTurnedAway =
        status === 403 || /^\/(admin\/(admin-editor|second)|account\/factors$)/.test(headers.location ?? '')
      if (!isTurnedAway) opened.push(`${name}: ${status}`)
    }

    expect(opened).toEqual([])
    expect(await dumpTables(site.db)).toEqual(before)
  },
)

const nobody: Caller = { id: '', email: '', cookie: '' }

/** Everything that came back except what follows from the address itself. */
function withoutPath({ status, headers, text }: HttpAnswer, path: string) {
  const saved = Object.entries(headers).filter(
    ([name]) => !['date', 'content-length', 'content-security-policy'].includes(name),
  )
  const plain = (words: string) => words.replaceAll(path, '').replaceAll(encodeURIComponent(path), '')
  return {
    status,
    text: bareText(plain(text)),
    headers: saved.map(([name, value]) => [name, plain(String(value))]),
  }
}

function bare({ text }: HttpAnswer, token: string): string {
  return bareText(text.replaceAll(token, ''))
}

/** Nonces differ from page to page. */
function bareText(text: string): string {
  return text.replaceAll(/nonce="[^"]*"/g, '')
}
