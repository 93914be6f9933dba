import { expect } from 'vitest'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { system, type Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { moveEntry } from '#features/content/entry/moves.server.ts'
import { storeWorkingCopy } from '#features/content/entry/working-copies.server.ts'
import { publicNames } from '#features/settings/settings.ts'
import { nameHelperFor } from '#features/own-pages/helpers/operations.server.ts'
import { sendRequest } from '#features/own-pages/requests.server.ts'
import { addIdentity } from '#features/staff/providers/identities.server.ts'
import { makeReached } from '#test/makers/own-pages.ts'
import { prepareActs } from '#test/models/acts.ts'
import type { Act } from '#test/models/acts/act.ts'
import { lampData, makeDraft } from '#test/makers/content.ts'
import { ask } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { isTaken } from '#test/harness/scale.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { actorFor } from '#test/makers/staff.ts'
import { readTurbo } from '#test/harness/turbo-data.ts'
import { dumpActs } from '#test/harness/databases/dump-tables.ts'
import { test as base, type Caller } from '#test/harness/visitors.ts'
import type { Site } from '#site.ts'
import { fields } from '#test/models/page-fields.ts'

/** A field that a form does not have cannot be sent, and what a page does not show does not reach the browser. */

const test = base.extend<{ acts: Act[] }>({
  acts: [async ({ testSite }, use) => use(await prepareActs(testSite)), { scope: 'file' }],
})

const extras: [name: string, value: string][] = [
  ['isAdmin', 'true'],
  ['emailVerified', 'true'],
  ['email_verified_at', '1'],
  ['state', 'active'],
  ['requestedRole', 'admin'],
  ['userId', '1'],
  ['uid', '1'],
  ['__proto__', 'admin'],
  ['__proto__[role]', 'admin'],
  ['constructor', 'admin'],
  ['constructor[prototype][role]', 'admin'],
  ['toString', ''],
  ['user[role]', 'admin'],
  ['role[]', 'admin'],
  ['email[$ne]', ''],
  ['do', 'approve'],
  ['', 'admin'],
]

test.for(extras)(
  'the field “%s” makes every form be refused completely',
  async (extra, { port, site, acts }) => {
    const taken = acts.filter((_, row) => isTaken(row, extras.indexOf(extra), 16))
    await expectRefused(port, site, taken, (form) => [...Object.entries(form), extra])
  },
)

test('a role field makes every form be refused that has none', async ({ port, site, acts }) => {
  const without = acts.filter(({ form }) => !('role' in form))
  await expectRefused(port, site, without, (form) => [...Object.entries(form), ['role', 'admin']])
})

test('a field sent twice makes every form be refused', async ({ port, site, acts }) => {
  for (const at of [0, 1, 2, 3, 4]) {
    const long = acts.filter(({ form }, row) => Object.keys(form).length > at && isTaken(row, at, 5))
    await expectRefused(port, site, long, (form) => [...Object.entries(form), Object.entries(form)[at]!])
  }
})

test('a pending account gains nothing by any of these either', async ({ port, site, acts, callers }) => {
  const open = acts.filter(({ by }) => by.cookie === '')
  const asPending = open.map((act) => ({ ...act, by: callers.pending }))
  for (const [column, extra] of extras.entries()) {
    const taken = asPending.filter((_, row) => isTaken(row, column, 8))
    await expectRefused(port, site, taken, (form) => [...Object.entries(form), extra], '.data')
  }
})

async function expectRefused(
  port: number,
  { db }: Site,
  acts: Act[],
  change: (form: Record<string, string>) => [string, string][],
  suffix = '',
) {
  const logged = captureLog()
  const before = await dumpActs(db)
  const wrong: string[] = []
  for (const { name, path, form, by } of acts) {
    const [plain = '', query] = path.split('?')
    const address = `${plain}${suffix}${query === undefined ? '' : `?${query}`}`
    const { status, headers } = await post(port, address, by, change(form))
    if (status !== 400) wrong.push(`${name}: ${status}`)
    if (headers['set-cookie']) wrong.push(`${name} sets a cookie`)
  }

  expect(wrong).toEqual([])
  expect(await dumpActs(db)).toEqual(before)
  expect(logged.map(({ event }) => event)).toEqual(acts.map(() => 'request.refused'))
}

function post(port: number, path: string, { cookie }: Caller, fields: [string, string][]) {
  const body = new URLSearchParams(fields).toString()
  const headers = { origin, 'content-type': 'application/x-www-form-urlencoded', ...(cookie && { cookie }) }
  return ask(port, path, { method: 'POST', ...headers, body })
}

test('every page of the staff area sends exactly the fields it declares', async ({
  port,
  site,
  table,
  callers,
  acts,
}) => {
  expect(acts).not.toHaveLength(0)
  await inTransaction(site.db, (db) =>
    record(db, system, 'staff.profile-changed', `staff:${callers.editor.id}`, {}, autumn),
  )
  await fillDesks(site.db, actorFor({ id: callers.admin.id, role: 'admin' }))
  const elsewhere = { issuer: 'https://login.example', subject: 'x', email: 'x@example.org' }
  const identity = { ...elsewhere, isEmailVerified: true, provedMsAgo: 0 }
  await addIdentity(site.db, callers.editor.id, identity, autumn)
  const { path: personPage = '' } = table.find(({ pattern }) => pattern === '/editor/people/:id') ?? {}
  await nameSomeHelper(site.db, callers.admin.id, personPage.split('/').at(-1) ?? '')
  const framed = table.filter(
    ({ pattern, isLayout }) => !isLayout && /^\/(admin|editor|account)\//.test(pattern),
  )
  const pages = framed.filter(
    ({ id, pattern }) =>
      !/case-file|request-photograph|receipts|site-copy-file|passkey|leaving|provider-return|sign|second|forgotten|link|export|rows|import-report|upload|choices|find|whole|save|working|preview-entry|edit-page/.test(
        (id.split('/').at(-1) ?? '') + pattern,
      ),
  )
  expect(pages.map(({ pattern }) => pattern).toSorted()).toEqual(Object.keys(fields).toSorted())

  for (const { id, path, pattern } of pages) {
    const { bytes } = await ask(port, `${path}.data`, { cookie: callers.admin.cookie })
    const sent = (await readTurbo(bytes)) as Record<string, { data: unknown }>
    const isBare = id === 'routes/staff/cases/case-print'
    const layouts = isBare ? [] : ['routes/staff/shared/frame']
    expect(Object.keys(sent).toSorted()).toEqual(['root', ...layouts, id].toSorted())
    if (!isBare)
      expect(Object.keys(sent['routes/staff/shared/frame']?.data ?? {}).toSorted()).toEqual([
        'accessRole',
        'closed',
        'flash',
        'isSilent',
        'name',
        'waiting',
      ])
    for (const [testSite, names] of Object.entries(fields[pattern] ?? {}))
      for (const part of partsAt(sent[id]?.data, testSite, pattern)) {
        const declared = names.filter((name) => name in part || !optional.has(name))
        expect(Object.keys(part).toSorted(), `${pattern} ${testSite}`).toEqual(declared.toSorted())
      }
  }
})

/** One text in each place that a dashboard shows. */
async function fillDesks(db: Site['db'], admin: Actor) {
  const at = new Date(autumn.getTime() + 86_400_000)
  const { id, version: base } = await makeDraft(db, admin, autumn)
  const typed = { data: lampData, raw: {} }
  await storeWorkingCopy(db, admin, { id, base, seen: ['none'], revision: '1', page: 'tab', typed }, autumn)
  for (const move of ['submit', 'schedule'] as const)
    await moveEntry(db, admin, { ...(await makeDraft(db, admin, autumn)), move, at }, autumn)
  const personId = await makeReached(db, 'asks@example.org', autumn)
  const person = { kind: 'person', id: personId, address: '192.0.2.9' } as const
  await sendRequest(db, person, { kind: 'institution', proposed: { institution: 'Sample' } }, autumn)
  await failBackup(db)
}

async function nameSomeHelper(db: Site['db'], adminId: string, personId: string) {
  const helper = { name: 'Meera Helper', email: 'meera@example.org', reason: 'A letter of 3 November 2026.' }
  const admin = actorFor({ id: adminId, role: 'admin' })
  expect(await nameHelperFor(db, admin, origin, { ...helper, personId }, autumn)).toEqual({ ok: true })
}

async function failBackup(db: Site['db']) {
  const at = autumn.getTime()
  const backup = {
    id: 'failed',
    path: '/b',
    state: 'failed',
    made_by: 'command',
    problem: 'It was stopped.',
  } as const
  await db
    .insertInto('backup')
    .values({ ...backup, begun_at: at, ended_at: at })
    .execute()
}

/** May be missing if there is nothing to show. */
const optional = new Set(['reason'])

test('the browser knows the seven fields of the specification about the signed-in user, and nothing about others', async ({
  port,
  callers,
}) => {
  const rootFor = async (cookie: string) => {
    const { bytes } = await ask(port, '/_.data?_routes=root', cookie ? { cookie } : {})
    return ((await readTurbo(bytes)) as { root: { data: { user: object | null; settings: object } } }).root
      .data
  }
  const { user, settings, ...rest } = await rootFor(callers.editor.cookie)

  expect(Object.keys(user ?? {}).toSorted()).toEqual(
    ['uid', 'role', 'emailVerified', 'email', 'displayName', 'phoneNumber', 'photoURL'].toSorted(),
  )
  expect(user).toMatchObject({ uid: callers.editor.id, email: callers.editor.email, photoURL: null })
  expect(Object.keys(rest).toSorted()).toEqual([
    ...['build', 'isPreview', 'mayEdit', 'mayEditRecords', 'menu', 'origin', 'previewPicture', 'year'],
  ])
  expect(Object.keys(settings).toSorted()).toEqual(publicNames.toSorted())
  for (const kind of ['visitor', 'half', 'disabled', 'expired'] as const)
    expect((await rootFor(callers[kind].cookie)).user).toBeNull()
})

function partsAt(value: unknown, testSite: string, page: string): object[] {
  if (testSite === '') return [value as object]
  const [name = '', ...rest] = testSite.split('.')
  if (name === '*') {
    expect(value, `${page} ${testSite}`).not.toHaveLength(0)
    return (value as unknown[]).flatMap((one) => partsAt(one, rest.join('.'), page))
  }
  return partsAt((value as Record<string, unknown>)[name], rest.join('.'), `${page} ${name}`)
}
