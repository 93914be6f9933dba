import { expect } from 'vitest'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { system, type Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { moveEntry } from '#features/content/entry/moves.server.ts'
import { personFields } from '#features/people/person-fields.ts'
import { publicSettings, settingsSchema } from '#features/settings/settings.ts'
import { prepareActs, type Act } from '#test/models/acts.ts'
import { makeDraft } from '#test/makers/content.ts'
import { ask } from '#test/harness/http.ts'
import { takeDownLog } from '#test/harness/log.ts'
import { isTaken } from '#test/harness/scale.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { actorFor } from '#test/makers/staff.ts'
import { readTurbo } from '#test/harness/turbo-data.ts'
import { dumpActs, test as base, type Caller } from '#test/harness/visitors.ts'
import type { Site } from '#site.ts'

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
    const taken = acts.filter((_, row) => isTaken(row, extras.indexOf(extra), 4))
    await expectRefused(port, site, taken, (form) => [...Object.entries(form), extra])
  },
)

test('a role field makes every form be refused that has none', async ({ port, site, acts }) => {
  const without = acts.filter(({ form }) => !('role' in form))
  await expectRefused(port, site, without, (form) => [...Object.entries(form), ['role', 'admin']])
})

test('a field sent twice makes every form be refused', async ({ port, site, acts }) => {
  for (const at of [0, 1, 2, 3, 4]) {
    const long = acts.filter(({ form }, row) => Object.keys(form).length > at && isTaken(row, at, 3))
    await expectRefused(port, site, long, (form) => [...Object.entries(form), Object.entries(form)[at]!])
  }
})

test('a pending account gains nothing by any of these either', async ({ port, site, acts, callers }) => {
  const open = acts.filter(({ by }) => by.cookie === '')
  const asPending = open.map((act) => ({ ...act, by: callers.pending }))
  for (const [column, extra] of extras.entries()) {
    const taken = asPending.filter((_, row) => isTaken(row, column, 4))
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
  const logged = takeDownLog()
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

/** What each page of the staff area sends, by name; `*` stands for every entry of a list. */
const person = ['email', 'emailVerified', 'id', 'name', 'phone', 'requestedRole', 'role', 'state']
const staffLine = [...person, 'createdAt', 'hasFactor', 'lastSeenAt']
const auditLine = ['at', 'changes', 'reason', 'sentence', 'seq']
const libraryFile = [
  'addedAt',
  'alt',
  'bytes',
  'caption',
  'credit',
  'height',
  'id',
  'isRemoved',
  'isSample',
  'mediaType',
  'name',
  'pages',
  'thumb',
  'width',
]
const certificateLine = [
  ...['code', 'id', 'issuedAt', 'kind', 'name', 'number', 'rank', 'revokedAt', 'revokedBecause', 'status'],
]
const deskLine = ['id', 'kind', 'publishAt', 'title', 'updatedAt']
const deskLines = {
  'desk.drafts.lines.*': deskLine,
  'desk.inReview.lines.*': deskLine,
  'desk.scheduled.lines.*': deskLine,
}
const sharedDesk = [
  'calls',
  'cases',
  'changes',
  'drafts',
  'enquiries',
  'inReview',
  'mayPublish',
  'published',
  'samples',
  'scheduled',
]
const fields: Record<string, Record<string, string[]>> = {
  '/editor/content/:kind': {
    '': ['awards', 'kind', 'query', 'counts', 'publishes', 'entries', 'total', 'pageSize', 'pages'],
    'entries.*': [
      ...['id', 'slug', 'title', 'state', 'version', 'isLive', 'sample', 'parentTitle', 'day'],
      ...['publishAt', 'updatedAt', 'updatedBy'],
    ],
  },
  '/editor/content/:kind/new': { '': ['kind', 'awards'] },
  '/editor/entries/:id': {
    '': [
      ...['entry', 'status', 'address', 'moves', 'maySave', 'mayRelocate', 'advice'],
      ...['mayMail', 'me', 'copy', 'conflict', 'entries', 'files', 'staffPath'],
    ],
    entry: [
      ...['id', 'kind', 'slug', 'position', 'state', 'live_version', 'head_version', 'publish_at'],
      ...['unpublish_at', 'published_at', 'updated_at', 'sample_at', 'binned_at', 'title'],
      ...['data', 'updatedBy'],
    ],
  },
  '/editor/entries/:id/versions': {
    '': [
      ...['id', 'title', 'head_version', 'live_version', 'from', 'to', 'page', 'versions', 'total'],
      ...['pageSize', 'pages', 'differences', 'history', 'snapshots'],
    ],
    'versions.*': ['number', 'title', 'note', 'savedAt', 'savedBy'],
  },
  '/editor/entries/:id/share': { '': ['id', 'title', 'open'] },
  '/admin/dashboard': {
    '': ['alarms', 'desk'],
    'alarms.*': ['name', 'sentence'],
    desk: [...sharedDesk, 'bouncedMail', 'failedJobs', 'failedMail', 'pending', 'signIns'],
    'desk.pending': ['count', 'oldestAt'],
    ...deskLines,
  },
  '/editor/dashboard': { desk: sharedDesk, ...deskLines },
  '/editor/cases': {
    '': [
      ...['query', 'cases', 'total', 'pages', 'pageSize', 'queues', 'cycles', 'disciplines', 'moves'],
      'now',
    ],
    'cases.*': [
      ...['reference', 'version', 'process', 'state', 'category', 'discipline', 'cycle', 'name'],
      ...['receivedAt', 'stateAt', 'dueAt', 'holdAt', 'sampleAt', 'assignedTo'],
    ],
    'queues.*': ['process', 'state', 'count', 'oldestAt'],
  },
  '/editor/cases/:reference': {
    '': ['role', 'ownId', 'case', 'vacancies'],
    case: [
      ...['reference', 'title', 'process', 'version', 'name', 'state', 'publicState', 'waits', 'cycle'],
      ...['receivedAt', 'stateAt', 'dueAt', 'formVersion', 'isSample', 'isErased', 'hold', 'assignedTo'],
      ...['personId', 'isUnchanged', 'parts', 'moves', 'confirmations', 'history', 'notes'],
      ...['letters', 'conflicts', 'doubts', 'staff'],
    ],
    'case.staff.*': ['id', 'name'],
  },
  '/editor/cases/statistics': {
    '': ['process', 'cycle', 'cycles', 'statistics', 'mayExport'],
    statistics: ['received', 'spam', 'decided', 'medianDays', 'states', 'disciplines', 'genders', 'months'],
  },
  '/editor/payments': {
    '': ['statements'],
    'statements.*': ['id', 'fileName', 'createdAt', 'by', 'lines', 'matched', 'isMapped'],
  },
  '/editor/payments/:id': {
    '': ['statement', 'choosing', 'lines'],
    statement: ['id', 'fileName', 'headings', 'createdAt'],
    'lines.rows.*': [
      ...['id', 'number', 'paidOn', 'amount', 'payNumber', 'payer', 'problem', 'settledAt', 'reference'],
      ...['settledBy', 'proposal'],
    ],
  },
  '/editor/people': {
    '': ['countries', 'disciplines', 'mayExport', 'pageSize', 'pages', 'people', 'query', 'total'],
    'people.*': [
      'category',
      'country',
      'diedYear',
      'grade',
      'id',
      'institution',
      'listedAt',
      'memberNo',
      'name',
      'sampleAt',
      'since',
      'updatedAt',
    ],
  },
  '/editor/enquiries': {
    '': [...['counts', 'enquiries', 'floods', 'pageSize', 'pages', 'query', 'total']],
    'enquiries.*': [
      ...['assignedTo', 'id', 'isSpam', 'name', 'receivedAt', 'reference', 'signs', 'state', 'subject'],
    ],
  },
  '/editor/enquiries/:id': {
    '': ['colleagues', 'enquiry'],
    'colleagues.*': ['id', 'name'],
    enquiry: [
      ...['assignedTo', 'body', 'email', 'events', 'id', 'isSpam', 'name', 'receivedAt', 'reference'],
      ...['score', 'signs', 'state', 'subject', 'version'],
    ],
    'enquiry.events.*': ['body', 'by', 'kind', 'madeAt', 'number'],
  },
  '/editor/subscribers': {
    '': ['mayExport', 'pageSize', 'pages', 'query', 'subscribers', 'total'],
    'subscribers.*': ['requestedAt', 'confirmedAt', 'email', 'id', 'source'],
  },
  '/editor/people/new': { '': [] },
  '/editor/people/import': {
    '': ['imports'],
    'imports.*': ['by', 'createdAt', 'fileName', 'id', 'rowCount', 'state'],
  },
  '/editor/people/import/:id': {
    '': ['columns', 'file', 'plan', 'report'],
    columns: ['first', 'guess'],
  },
  '/editor/people/:id': {
    '': [
      ...['binnedAt', 'certificates', 'certificatesPage', 'history', 'isSample', 'name', 'pictureFile'],
      'publicPage',
      ...['values', 'version'],
    ],
    values: Object.keys(personFields),
    'certificates.*': certificateLine,
  },
  '/editor/people/:id/certificates': {
    '': ['certificates', 'id', 'kinds', 'name'],
    'certificates.*': certificateLine,
  },
  '/admin/staff': {
    '': ['invites', 'mayExport', 'pageSize', 'pages', 'people', 'query', 'total'],
    'people.*': staffLine,
    'invites.*': ['createdAt', 'email', 'madeBy', 'role'],
  },
  '/admin/staff/:id': { '': ['history', 'open', 'person'], person: staffLine, 'history.*': auditLine },
  '/admin/settings': { '': ['mark', 'settings'], settings: Object.keys(settingsSchema.shape) },
  '/admin/menu': { '': ['canUndo', 'isSpecified', 'mark', 'menu', 'pages'] },
  '/admin/site-copy/import/:id': {
    '': ['copy', 'obstacles'],
    copy: ['bytes', 'createdAt', 'done', 'holds', 'id', 'name', 'problem', 'state', 'total'],
    'obstacles.*': ['lastAt', 'times', 'what'],
  },
  '/admin/site-copy': {
    '': ['copies', 'imports'],
    'imports.*': ['bytes', 'createdAt', 'id', 'name', 'state'],
    'copies.*': ['bytes', 'createdAt', 'done', 'id', 'kind', 'problem', 'state', 'total'],
  },
  '/admin/samples': { '': ['samples'], samples: ['entries', 'files', 'people'] },
  '/admin/privacy': { '': ['due', 'dueMessages'] },
  '/admin/newsletters/:id': {
    '': ['isSending', 'issue', 'mailing', 'preview'],
    issue: ['id', 'isSample', 'title', 'version'],
    preview: ['subject', 'text'],
    mailing: ['last', 'leftOut', 'letters', 'waiting'],
    'mailing.letters': ['bounced', 'failed', 'sent', 'written'],
  },
  '/admin/letters': {
    '': ['groups'],
    'groups.*': ['letters', 'title'],
    'groups.*.letters.*': ['changed', 'key', 'subject', 'when'],
  },
  '/admin/letters/:kind': {
    '': ['body', 'isChanged', 'placeholders', 'preview', 'subject', 'title', 'when'],
    'placeholders.*': ['means', 'name'],
    preview: ['subject', 'text'],
  },
  '/admin/mail': {
    '': [...['isSending', 'mails', 'mayExport', 'page', 'pageSize', 'pages', 'query', 'total']],
    'mails.*': ['canResend', 'error', 'id', 'kind', 'queuedAt', 'sentAt', 'state', 'subject', 'to'],
  },
  '/admin/mail/:id': {
    '': ['id', 'mail'],
    mail: [
      ...['bounceNote', 'bouncedAt', 'date', 'error', 'link', 'sentAt', 'state', 'subject', 'text', 'to'],
    ],
  },
  '/editor/media': {
    '': ['files', 'pageSize', 'pages', 'query', 'total'],
    'files.*': libraryFile,
  },
  '/editor/media/:id': {
    '': ['file', 'mayChange', 'usages'],
    file: [...libraryFile, 'coverId', 'crop', 'earlier', 'focusX', 'focusY', 'href', 'master'],
  },
  '/admin/audit': {
    '': ['actions', 'entries', 'isCut', 'mayExport', 'pageSize', 'pages', 'query', 'total'],
    'entries.*': auditLine,
  },
  '/admin/system': {
    '': ['system'],
    system: [
      'audit',
      'backups',
      'casesWithoutAdministrator',
      'disk',
      'engine',
      'jobs',
      'mail',
      'node',
      'now',
      'version',
    ],
    'system.backups': ['drill', 'heldSince', 'lastMadeAt', 'latest'],
  },
  '/account/profile': { '': ['user'], user: person },
  '/account/confirm': { '': ['hasPasskey', 'next'] },
  '/account/password': { '': ['hasFactor'] },
  '/account/factors': {
    '': ['factors', 'isProved', 'needed', 'open', 'passkeys'],
    factors: ['passkeys', 'recoveryCodesLeft', 'totpSince'],
  },
  '/account/sessions': {
    '': ['here', 'sessions'],
    'sessions.*': ['address', 'createdAt', 'id', 'lastSeenAt', 'userAgent'],
  },
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
  const framed = table.filter(
    ({ pattern, isLayout }) => !isLayout && /^\/(admin|editor|account)\//.test(pattern),
  )
  const pages = framed.filter(
    ({ id, pattern }) =>
      !/case-file|site-copy-file|passkey|sign|second|forgotten|link|export|rows|import-report|upload|choices|find|whole|save|working|preview-entry/.test(
        (id.split('/').at(-1) ?? '') + pattern,
      ),
  )
  expect(pages.map(({ pattern }) => pattern).toSorted()).toEqual(Object.keys(fields).toSorted())

  for (const { id, path, pattern } of pages) {
    const { bytes } = await ask(port, `${path}.data`, { cookie: callers.admin.cookie })
    const sent = (await readTurbo(bytes)) as Record<string, { data: unknown }>
    expect(Object.keys(sent).toSorted()).toEqual(['root', 'routes/staff/shared/frame', id].toSorted())
    expect(Object.keys(sent['routes/staff/shared/frame']?.data ?? {}).toSorted()).toEqual([
      'closed',
      'flash',
      'isSilent',
      'name',
      'visitor',
    ])
    for (const [testSite, names] of Object.entries(fields[pattern] ?? {}))
      for (const part of partsAt(sent[id]?.data, testSite)) {
        const declared = names.filter((name) => name in part || !optional.has(name))
        expect(Object.keys(part).toSorted(), `${pattern} ${testSite}`).toEqual(declared.toSorted())
      }
  }
})

/** One text in each place that a dashboard shows. */
async function fillDesks(db: Site['db'], admin: Actor) {
  const at = new Date(autumn.getTime() + 86_400_000)
  await makeDraft(db, admin, autumn)
  for (const move of ['submit', 'schedule'] as const)
    await moveEntry(db, admin, { ...(await makeDraft(db, admin, autumn)), move, at }, autumn)
  await failBackup(db)
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
  expect(Object.keys(rest).toSorted()).toEqual(['isPreview', 'menu', 'origin', 'year'])
  expect(Object.keys(settings).toSorted()).toEqual(Object.keys(publicSettings.shape).toSorted())
  for (const kind of ['visitor', 'half', 'disabled', 'expired'] as const)
    expect((await rootFor(callers[kind].cookie)).user).toBeNull()
})

function partsAt(value: unknown, testSite: string): object[] {
  if (testSite === '') return [value as object]
  const [name = '', ...rest] = testSite.split('.')
  if (name === '*') {
    expect(value, testSite).not.toHaveLength(0)
    return (value as unknown[]).flatMap((one) => partsAt(one, rest.join('.')))
  }
  return partsAt((value as Record<string, unknown>)[name], rest.join('.'))
}
