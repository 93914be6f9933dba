import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { system } from '#features/audit/actor.ts'
import { issueCertificate } from '#features/certificates/operations.server.ts'
import { listCertificatesOf } from '#features/certificates/queries.server.ts'
import { checkImport } from '#features/people/import/check.server.ts'
import { guessMapping, importFields, usualDefaults } from '#features/people/import/fields.ts'
import { beginImport, mapColumns, startImport } from '#features/people/import/operations.server.ts'
import { runSome } from '#features/people/import/run.server.ts'
import { movePeople } from '#features/people/editing.server.ts'
import { enrolPeople } from '#features/people/operations.server.ts'
import { toValues } from '#features/people/person-fields.ts'
import type { NewPerson } from '#features/people/register.ts'
import { makeLink } from '#features/staff/joining/links.server.ts'
import { beginTotp } from '#features/staff/factors/factors.server.ts'
import { readSessionToken } from '#features/staff/session/cookies.ts'
import { findSession } from '#features/staff/session/sessions.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { toTyped } from '#features/settings/groups.ts'
import { applyChange, menuOf, rowsOf, type MenuChange, type MenuRow } from '#features/menu/menu.ts'
import { markOfMenus, readMenus } from '#features/menu/queries.server.ts'
import { markOf } from '#server/input/mark.server.ts'
import { copyFile } from '#features/site-copy/operations.server.ts'
import { storeDownload } from '#features/media/operations.server.ts'
import { beginUpload } from '#features/media/uploads.server.ts'
import { setDraftToken } from '#features/forms/cookies.ts'
import { beginDraft } from '#features/forms/drafts/drafts.server.ts'
import { newId } from '#db/engine/id.ts'
import type { CaseTypeName } from '#db/schema/tables.ts'
import { moveEnquiry } from '#features/enquiries/casework.server.ts'
import { sendNewsletterLetter } from '#features/newsletter/operations.server.ts'
import { holdCase, type Staff } from '#features/casework/casework.server.ts'
import { setLinesAside } from '#features/payments/operations.server.ts'
import { bringLines, makeConfirmationRequest, makeCase, makePaying } from '#test/makers/casework.ts'
import { holdMail } from '#server/mail/mail-hold.server.ts'
import { queueLetter } from '#server/mail/mail.server.ts'
import { submitApplication } from '#features/memberships/operations.server.ts'
import { submitNomination } from '#features/nominations/operations.server.ts'
import { makeFilledDraft, passerBy, tokenMailedTo } from '#test/makers/cases.ts'
import { aLetter, sendOne } from '#test/makers/enquiries.ts'
import { autumn, origin, type TestSite } from '#test/harness/site.ts'
import { caseTypes } from '#features/casework/case-types.ts'
import { actorFor, otherPassword, rightPassword } from '#test/makers/staff.ts'
import { addSubscribers, makeIssue } from '#test/makers/newsletters.ts'
import { lampData, makeDraft } from '#test/makers/content.ts'
import { checkedCopy } from '#test/harness/route-table.ts'
import { codeFor, makeCaller, signInAgain, type Caller } from '#test/harness/visitors.ts'
import { openLetters } from '#test/makers/letters.ts'

/**
 * Everything that can be done by sending a form: an address, who sends it, and fields that are accepted as they are.
 */
export interface Act {
  name: string
  /** The id of the route whose action it is. */
  route: string
  path: string
  form: Record<string, string>
  /** It only asks, or is refused because of its content. */
  changesNothing?: true
  /** The text of a file that is sent with it, in a field of that name. */
  file?: string
  by: Caller
  /** The status of the accepted form; 302 by default. */
  status?: number
}

const visitor: Caller = { id: '', email: '', cookie: '' }
const reason = 'As the council decided.'

/** In an order in which all can be done one after the other, each by a different person. */
export async function prepareActs(testSite: TestSite): Promise<Act[]> {
  return [
    ...(await waysIn(testSite)),
    ...(await mailedLinks(testSite)),
    ...(await formActs(testSite)),
    ...(await ownAccount(testSite)),
    ...(await otherAccounts(testSite)),
    ...(await registerActs(testSite)),
    ...(await mediaActs(testSite)),
    ...(await contentAffairs(testSite)),
    ...(await importAffairs(testSite)),
    ...(await caseAffairs(testSite)),
    ...(await enquiryAffairs(testSite)),
    ...(await officeAffairs(testSite)),
    ...(await siteAffairs(testSite)),
  ]
}

async function waysIn(testSite: TestSite): Promise<Act[]> {
  const known = await makeCaller(testSite, { role: 'editor' })
  const half = await makeCaller(testSite, { role: 'admin', hasApp: true })
  const signIn = { route: 'routes/staff/sign-in/sign-in', path: '/admin/admin-editor-login', by: visitor }
  const forgotten = { route: 'routes/staff/sign-in/forgotten-password', by: visitor, status: 200 }
  const passkey = { route: 'routes/staff/sign-in/passkey-sign-in', by: visitor }
  return [
    { ...signIn, name: 'sign in', form: { email: known.email, password: rightPassword } },
    {
      ...signIn,
      name: 'sign up',
      path: `${signIn.path}?do=sign-up`,
      form: {
        name: 'Tara Nair',
        email: `${newId()}@example.org`,
        phone: '+91 532 246 0000',
        password: otherPassword,
        role: 'admin',
      },
    },
    {
      name: 'pass the second factor',
      route: 'routes/staff/sign-in/second-factor',
      path: '/admin/second-factor',
      by: await signInAgain(testSite, half, null),
      form: { code: await codeFor(testSite, half.id, 1) },
    },
    {
      ...forgotten,
      name: 'ask for a new password',
      path: '/admin/forgotten-password',
      form: { email: known.email },
    },
    {
      ...forgotten,
      name: 'ask for a sign-in link',
      path: '/admin/forgotten-password?do=sign-in-link',
      form: { email: half.email },
    },
    { ...passkey, name: 'begin with a passkey', path: '/admin/passkey?do=options', form: {}, status: 200 },
    { ...passkey, name: 'use a passkey', path: '/admin/passkey', form: { response: '{}' }, status: 401 },
  ]
}

async function mailedLinks(testSite: TestSite): Promise<Act[]> {
  const admin = await makeCaller(testSite, { role: 'admin' })
  const person = await makeCaller(testSite, { role: 'editor' })
  const { db } = testSite.site
  const token = async (link: Parameters<typeof makeLink>[2]) =>
    (await makeLink(db, testSite.config.origin, link, autumn)).split('token=')[1] ?? ''
  const own = { email: person.email, userId: person.id }
  const unproved = await makeCaller(testSite, { role: 'editor', state: 'pending' })
  await db.updateTable('staff_user').set({ email_verified_at: null }).where('id', '=', unproved.id).execute()
  const newOwner = { email: unproved.email, userId: unproved.id }
  const shared = { route: 'routes/staff/sign-in/follow-link', by: visitor }
  const invited = {
    purpose: 'invite',
    email: `${newId()}@example.org`,
    role: 'editor',
    madeBy: admin.id,
  } as const
  const newcomer = { name: 'Tara Nair', phone: '+91 532 246 0000', password: otherPassword }
  const firstToken = await token({ purpose: 'first-admin', email: '', role: 'admin' })
  return [
    {
      ...shared,
      name: 'confirm an address',
      path: '/admin/link/verify',
      form: { token: await token({ purpose: 'verify', ...newOwner }), password: otherPassword },
    },
    {
      ...shared,
      name: 'unlock a browser',
      path: '/admin/link/sign-in',
      form: { token: await token({ purpose: 'sign-in', ...own }) },
    },
    {
      ...shared,
      name: 'set a new password',
      path: '/admin/link/reset',
      form: { token: await token({ purpose: 'reset', ...own }), password: otherPassword },
      status: 200,
    },
    {
      ...shared,
      name: 'take up an invitation',
      path: '/admin/link/invite',
      form: { token: await token(invited), ...newcomer },
    },
    {
      ...shared,
      name: 'become the first administrator when there is one',
      path: '/admin/link/first-admin',
      form: { token: firstToken, email: `${newId()}@example.org`, ...newcomer },
      status: 409,
    },
  ]
}

/** What people without an account do with a form, each with their own. */
async function formActs(testSite: TestSite): Promise<Act[]> {
  const { db } = testSite.site
  const { origin } = testSite.config
  const someone = async (name: CaseTypeName) => {
    const token = await beginDraft(db, name, autumn)
    const [cookie = ''] = setDraftToken(name, token, origin).split(';')
    return { token, by: { id: '', email: '', cookie } }
  }
  const acts = Object.values(caseTypes).map(async ({ name, href }): Promise<Act[]> => {
    const route = (page: string) => `forms/${page}${href}`
    const part = name === 'membership' ? 'membership' : 'seconder'
    const field: Record<string, string> =
      name === 'membership' ? { category: 'life', go: 'list' } : { seconderName: 'Asha', go: 'list' }
    const { token } = await someone(name)
    return [
      { name: `begin a form: ${name}`, route: route('start'), path: href, by: visitor, form: {} },
      {
        name: `save a part: ${name}`,
        route: route('part'),
        path: `${href}/${part}`,
        ...{ by: (await someone(name)).by, form: field },
      },
      {
        name: `mail a link: ${name}`,
        route: route('tasks'),
        path: `${href}/tasks`,
        ...{ by: (await someone(name)).by, form: { email: `${newId()}@example.org` } },
      },
      {
        name: `throw away: ${name}`,
        route: route('tasks'),
        path: `${href}/tasks?do=throw-away`,
        ...{ by: (await someone(name)).by, form: {} },
      },
      {
        name: `send an empty form: ${name}`,
        route: route('check'),
        path: `${href}/check`,
        ...{ by: (await someone(name)).by, form: {}, status: 409, changesNothing: true },
      },
      {
        name: `take up a form: ${name}`,
        route: route('resume'),
        path: `${href}/resume`,
        ...{ by: visitor, form: { token } },
      },
      {
        name: `send no file: ${name}`,
        route: route('upload'),
        path: `${href}/upload?question=photograph`,
        ...{ by: (await someone(name)).by, form: {}, status: 400, changesNothing: true },
      },
    ]
  })
  return (await Promise.all(acts)).flat()
}

async function ownAccount(testSite: TestSite): Promise<Act[]> {
  const someone = () => makeCaller(testSite, { role: 'editor' })
  const withApp = () => makeCaller(testSite, { role: 'editor', hasApp: true })
  const withTwo = await someone()
  await signInAgain(testSite, withTwo, null)
  const factors = { route: 'routes/staff/account/factors' }
  const unproven = await someone()
  const { db } = testSite.site
  await db.updateTable('staff_user').set({ email_verified_at: null }).where('id', '=', unproven.id).execute()
  const begun = await someone()
  await beginApp(testSite, begun)
  return [
    {
      name: 'change the profile',
      route: 'routes/staff/account/profile',
      path: '/account/profile',
      by: await someone(),
      form: { name: 'Meera R. Rao', phone: '+91 532 246 0001' },
    },
    {
      name: 'ask to confirm the address',
      route: 'routes/staff/account/profile',
      path: '/account/profile?do=verify',
      by: unproven,
      form: {},
    },
    {
      name: 'change the password',
      route: 'routes/staff/account/password',
      path: '/account/password',
      by: await someone(),
      form: { current: rightPassword, password: otherPassword },
    },
    {
      ...factors,
      name: 'begin an app',
      path: '/account/factors?do=begin-app',
      by: await someone(),
      form: {},
    },
    {
      ...factors,
      name: 'confirm an app',
      path: '/account/factors?do=confirm-app',
      by: begun,
      form: { code: await codeFor(testSite, begun.id) },
      status: 200,
    },
    {
      ...factors,
      name: 'make new codes',
      path: '/account/factors?do=new-codes',
      by: await withApp(),
      form: {},
      status: 200,
    },
    {
      ...factors,
      name: 'remove the app',
      path: '/account/factors?do=remove-app',
      by: await withApp(),
      form: {},
    },
    {
      ...factors,
      name: 'remove a passkey',
      path: '/account/factors?do=remove-passkey',
      by: await withPasskey(testSite),
      form: { id: 'passkey-of-a-test' },
    },
    {
      name: 'begin to add a passkey',
      route: 'routes/staff/account/passkey-add',
      path: '/account/passkey?do=options',
      // The library reads the clock itself to check whether the session is fresh.
      by: await signInAgain(testSite, await someone(), null, new Date()),
      form: {},
      status: 200,
    },
    {
      name: 'confirm who one is',
      route: 'routes/staff/sign-in/confirm',
      path: '/account/confirm?next=/account/profile',
      by: await someone(),
      form: { password: rightPassword },
    },
    {
      name: 'end another session',
      route: 'routes/staff/account/sessions',
      path: '/account/sessions',
      by: withTwo,
      form: { id: await otherSession(testSite, withTwo) },
    },
    {
      name: 'sign out everywhere',
      route: 'routes/staff/account/sessions',
      path: '/account/sessions?do=everywhere',
      by: await someone(),
      form: {},
    },
    {
      name: 'sign out',
      route: 'routes/staff/sign-in/sign-out',
      path: '/admin/sign-out',
      by: await someone(),
      form: {},
    },
  ]
}

async function otherAccounts(testSite: TestSite): Promise<Act[]> {
  const by = await makeCaller(testSite, { role: 'admin', hasApp: true })
  const invite = { email: `${newId()}@example.org`, role: 'editor', reason }
  const move = (name: string, { id }: Caller, form: Record<string, string>): Act => ({
    name,
    route: 'routes/staff/accounts/staff-account',
    path: `/admin/staff/${id}?do=${name}`,
    by,
    form,
  })
  const withdrawn = `${newId()}@example.org`
  const invitation = { purpose: 'invite', email: withdrawn, role: 'editor', madeBy: by.id } as const
  await makeLink(testSite.site.db, testSite.config.origin, invitation, autumn)
  return [
    { name: 'invite', route: 'routes/staff/accounts/staff-accounts', path: '/admin/staff', by, form: invite },
    {
      name: 'withdraw an invitation',
      route: 'routes/staff/accounts/staff-accounts',
      path: '/admin/staff?do=withdraw',
      by,
      form: { email: withdrawn },
    },
    move('approve', await makeCaller(testSite, { role: 'admin', state: 'pending' }), {
      role: 'editor',
      reason,
    }),
    move('change-role', await makeCaller(testSite, { role: 'editor' }), { role: 'admin', reason }),
    move('disable', await makeCaller(testSite, { role: 'editor' }), { reason }),
    move('enable', await makeCaller(testSite, { role: 'editor', state: 'disabled' }), { reason }),
    move('reset-factors', await makeCaller(testSite, { role: 'editor', hasApp: true }), { reason }),
  ]
}

/** What editors do with entries: each action has its own entry. */
async function contentAffairs(testSite: TestSite): Promise<Act[]> {
  const by = await makeCaller(testSite, { role: 'editor' })
  const { db } = testSite.site
  const actor = actorFor({ id: by.id, role: 'editor' })
  const draft = (title: string) => makeDraft(db, actor, autumn, { ...lampData, title })
  const [saved, autosaved, moved, placed, restored, shared, listed] = await Promise.all(
    ['Saved', 'Kept', 'Moved', 'Placed', 'Restored', 'Shared', 'Listed'].map((title) => draft(title)),
  )
  const data = JSON.stringify({ ...lampData, summary: 'For all to see.' })
  const page = 'routes/staff/content/entry-page'
  const at = (draft: { id: string } | undefined, more = '') => `/editor/entries/${draft?.id}${more}`
  return [
    {
      name: 'begin an entry',
      route: 'routes/staff/content/begin-entry',
      path: '/editor/content/award/new',
      by,
      form: { title: 'A new lamp' },
    },
    {
      name: 'save an entry',
      route: 'routes/staff/content/save-entry',
      path: at(saved, '/save'),
      by,
      form: { base: '2', data, seen: 'none', revision: 'a', page: 'one', conflicts: '' },
      status: 200,
    },
    {
      name: 'store what is typed',
      route: 'routes/staff/content/working-copy',
      path: at(autosaved, '/working-copy'),
      by,
      form: {
        ...{ do: 'store', base: '2', data, seen: 'none', revision: 'a', page: 'one' },
        ...{ conflicts: '', settled: '' },
      },
      status: 200,
    },
    {
      name: 'move an entry',
      route: page,
      path: at(moved, '?do=move'),
      by,
      form: { move: 'submit', version: '2' },
    },
    {
      name: 'place an entry',
      route: page,
      path: at(placed, '?do=place'),
      by,
      form: { slug: 'well-placed', position: '4', until: '' },
    },
    {
      name: 'restore a version',
      route: 'routes/staff/content/entry-versions',
      path: at(restored, '/versions'),
      by,
      form: { base: '2', number: '1' },
    },
    {
      name: 'share a preview',
      route: 'routes/staff/content/share-preview',
      path: at(shared, '/share'),
      by,
      form: { act: 'make' },
      status: 200,
    },
    {
      name: 'move several entries',
      route: 'routes/staff/content/entry-list',
      path: '/editor/content/award?move=bin',
      by,
      form: { [`row-${listed?.id}_2`]: 'on' },
    },
  ]
}

async function registerActs(testSite: TestSite): Promise<Act[]> {
  const by = await makeCaller(testSite, { role: 'editor' })
  const admin = await makeCaller(testSite, { role: 'admin', hasApp: true })
  const people = Array.from({ length: 5 }, () => ({ ...somebody, memberNo: `T-${newId().slice(-12)}` }))
  const [changed, listed, unlisted, binned, restored] = await enrolPeople(
    testSite.site.db,
    people.map((person, index) => ({ ...person, listed: index !== 1 })),
    autumn,
  )
  await movePeople(testSite.site.db, system, 'bin', [restored ?? ''], autumn)
  const path = '/editor/people'
  const move = (name: string, id = ''): Act => ({
    name: `${name} people`,
    route: 'routes/staff/people/people',
    path: `${path}?do=${name}`,
    by,
    form: { [`row-${id}`]: 'on' },
  })
  const values = toValues(people[0] ?? somebody)
  return [
    {
      name: 'add somebody',
      route: 'routes/staff/people/person-new',
      path: `${path}/new`,
      by,
      form: { ...values, memberNo: `T-${newId().slice(-12)}` },
    },
    {
      name: 'change somebody',
      route: 'routes/staff/people/person',
      path: `${path}/${changed}`,
      by,
      form: { ...values, city: 'Pune', version: '1' },
    },
    {
      name: 'bin somebody',
      route: 'routes/staff/people/person',
      path: `${path}/${changed}?do=bin`,
      by,
      form: {},
    },
    move('list', listed),
    move('unlist', unlisted),
    move('bin', binned),
    move('restore', restored),
    ...(await certificateActs(testSite, unlisted ?? '', admin)),
    {
      name: 'export the trail',
      route: 'routes/staff/audit/audit-export',
      path: '/admin/audit/export?action=staff',
      by: admin,
      form: { format: 'json', reason },
      status: 200,
    },
    {
      name: 'export the staff',
      route: 'routes/staff/accounts/staff-export',
      path: '/admin/staff/export?role=admin',
      by: admin,
      form: { format: 'xlsx', reason },
      status: 200,
    },
    {
      name: 'export letters',
      route: 'routes/staff/mail/mail-export',
      path: '/admin/mail/export',
      by: admin,
      form: { format: 'csv', reason },
      status: 200,
    },
    {
      name: 'export a list of content',
      route: 'routes/staff/content/entries-export',
      path: '/editor/content/award/export?state=published',
      by,
      form: { format: 'csv' },
      status: 200,
    },
    {
      name: 'export the list of files',
      route: 'routes/staff/media/media-export',
      path: '/editor/media/export?kind=picture',
      by,
      form: { format: 'xlsx' },
      status: 200,
    },
    {
      name: 'export the broken links',
      route: 'routes/staff/settings/links-export',
      path: '/editor/links/export?of=broken',
      by,
      form: { format: 'json' },
      status: 200,
    },
    {
      name: 'export the redirects',
      route: 'routes/staff/settings/links-export',
      path: '/editor/links/export?of=redirects',
      by,
      form: { format: 'csv' },
      status: 200,
    },
    {
      name: 'export people',
      route: 'routes/staff/people/people-export',
      path: `${path}/export?q=T`,
      by: admin,
      form: { format: 'csv', reason },
      status: 200,
    },
  ]
}

async function certificateActs({ site: { db } }: TestSite, personId: string, by: Caller): Promise<Act[]> {
  await issueCertificate(db, system, personId, { kind: 'membership' }, autumn)
  const [issued] = await listCertificatesOf(db, personId, autumn)
  const page = { route: 'routes/staff/people/person-certificates', by }
  const path = `/editor/people/${personId}/certificates`
  return [
    {
      ...page,
      name: 'revoke a certificate',
      path: `${path}?do=revoke`,
      form: { id: issued?.id ?? '', reason },
    },
    {
      ...page,
      name: 'issue a certificate',
      path: `${path}?do=issue`,
      form: { kind: 'membership', name: 'Tara Nair' },
    },
  ]
}

async function importAffairs(testSite: TestSite): Promise<Act[]> {
  const by = await makeCaller(testSite, { role: 'editor' })
  const shared = { route: 'routes/staff/people-import/people-import', by }
  const act = (name: string, id: string, form: Record<string, string>): Act => {
    return { ...shared, name: `${name} an import`, path: `/editor/people/import/${id}?do=${name}`, form }
  }
  const checked = await bringFile(testSite, 'checked')
  const columns = Object.keys(importFields).map((field) => [`column-${field}`, ''])
  const defaults = Object.entries(usualDefaults).map(([field, value]) => [`default-${field}`, value])
  return [
    {
      name: 'bring a file',
      route: 'routes/staff/people-import/people-imports',
      path: '/editor/people/import',
      by,
      form: { sheet: '' },
      file: 'No,Name\nT-9,Tara Nair\n',
    },
    act('map', await bringFile(testSite, 'mapping'), {
      ...Object.fromEntries([...columns, ...defaults]),
      'column-memberNo': '0',
      'column-name': '1',
    }),
    act('decide', checked, { 'row-1': 'skip' }),
    act('decide-all', checked, { kind: 'number', decision: 'update' }),
    act('start', checked, {}),
    act('undo', await bringFile(testSite, 'done'), {}),
    act('discard', await bringFile(testSite, 'checked'), {}),
  ]
}

/** A file of one row, about someone in the register. */
async function bringFile({ site: { db } }: TestSite, state: 'mapping' | 'checked' | 'done'): Promise<string> {
  const memberNo = `T-${newId().slice(-12)}`
  await enrolPeople(db, [{ ...somebody, memberNo }], autumn)
  const bytes = Buffer.from(`No,Name,Year\n${memberNo},Tara Menon,1999\n`)
  const begun = await beginImport(db, system, { name: 'people.csv', bytes, sheet: '' }, autumn)
  if (!begun.ok) throw new Error(begun.sentence)
  if (state === 'mapping') return begun.id
  await mapColumns(db, system, begun.id, guessMapping(['No', 'Name', 'Year']), autumn)
  await checkImport(db, begun.id, autumn)
  if (state === 'checked') return begun.id
  await startImport(db, system, begun.id, autumn)
  await runSome(db, begun.id, autumn)
  return begun.id
}

const somebody: NewPerson = {
  memberNo: '',
  givenName: 'Tara',
  familyName: 'Nair',
  category: 'life',
  since: 1998,
  discipline: 'Physics',
  country: 'India',
  listed: true,
}

/** Files are uploaded in chunks, which are not forms; the other actions on them are. */
async function mediaActs(testSite: TestSite): Promise<Act[]> {
  const { db, files } = testSite.site
  const by = await makeCaller(testSite, { role: 'editor' })
  const actor = actorFor({ id: by.id, role: 'editor' })
  const begun = async () => {
    const upload = await beginUpload(db, actor, { name: 'a.pdf', bytes: 9 }, autumn)
    return upload.ok ? upload.id : ''
  }
  const given = { name: 'a.pdf', mediaType: 'application/pdf' }
  const file = () => storeDownload(db, files, Buffer.from(`%PDF- ${newId()}`), given, autumn)
  const upload = { route: 'routes/staff/media/media-upload', by }
  const page = { route: 'routes/staff/media/media-file', by }
  const words = { alt: 'A page', caption: '', credit: 'Sample' }
  const replaced = await file()
  const earlier = newId()
  const bytes = { sha256: await files.put(Buffer.from('%PDF- earlier')), bytes: 13 }
  const old = { ...bytes, name: 'old.pdf', media_type: 'application/pdf', replaced_at: autumn.getTime() }
  await db
    .insertInto('earlier_file')
    .values({ id: earlier, file_id: replaced, ...old })
    .execute()
  const binned = await file()
  await db.updateTable('file').set({ removed_at: autumn.getTime() }).where('id', '=', binned).execute()
  const to = (what: string) => `/editor/media/upload?do=${what}`
  return [
    {
      ...upload,
      name: 'begin to send a file',
      path: to('begin'),
      form: { name: 'b.pdf', bytes: '9' },
      status: 200,
    },
    {
      ...upload,
      name: 'ask how much is there',
      path: to('state'),
      form: { id: await begun() },
      status: 200,
      changesNothing: true,
    },
    {
      ...upload,
      name: 'finish too early',
      path: to('finish'),
      form: { id: await begun() },
      status: 400,
      changesNothing: true,
    },
    { ...upload, name: 'cancel a file', path: to('cancel'), form: { id: await begun() }, status: 200 },
    {
      ...upload,
      name: 'draw a cover of nothing',
      path: to('cover'),
      form: { id: newId() },
      status: 404,
      changesNothing: true,
    },
    {
      name: 'send a file of a kind that is not accepted',
      route: 'routes/staff/media/media-library',
      path: '/editor/media',
      by,
      form: {},
      file: 'neither a picture nor a document',
      status: 400,
      changesNothing: true,
    },
    { ...page, name: 'describe a file', path: `/editor/media/${await file()}`, form: words },
    {
      ...page,
      name: 'put an earlier file back',
      path: `/editor/media/${replaced}?do=put-back`,
      form: { earlier },
    },
    { ...page, name: 'remove a file', path: `/editor/media/${await file()}?do=remove`, form: {} },
    { ...page, name: 'restore a file', path: `/editor/media/${binned}?do=restore`, form: {} },
  ]
}

/** What people without an account do by mailed links, and what the letters say. */
async function caseAffairs(testSite: TestSite): Promise<Act[]> {
  const link = { route: 'routes/site/confirm/confirm', by: visitor, status: 200 }
  const admin = await makeCaller(testSite, { role: 'admin', hasApp: true })
  const wording = { route: 'routes/staff/letters/letter-wording', by: admin }
  const status = { reference: 'FN-2026-9999', email: 'nobody@example.org' }
  return [
    {
      ...link,
      name: 'consent to a nomination',
      path: '/confirm/consent',
      form: { ...(await mailedLink(testSite, 'consent')), willing: 'yes', dataUse: 'yes' },
    },
    {
      ...link,
      name: 'second a nomination',
      path: '/confirm/second',
      form: {
        ...(await mailedLink(testSite, 'second')),
        remarks: 'A fine mind.',
        'conflicts-none': 'yes',
        declares: 'yes',
        signature: 'Chitra Sample',
      },
    },
    {
      ...link,
      name: 'confirm the address of an application',
      path: '/confirm/verify',
      form: await mailedLink(testSite, 'verify'),
    },
    {
      name: 'request the status of a case',
      route: 'routes/site/confirm/case-status',
      path: '/case-status',
      by: visitor,
      form: status,
      status: 200,
      changesNothing: true,
    },
    {
      ...wording,
      name: 'change a letter',
      path: '/admin/letters/case.status',
      form: { subject: 'About {reference}', body: 'It stands.' },
    },
    ...(await privacyActs(testSite, admin)),
    { ...wording, name: 'reset a letter', path: '/admin/letters/case.status?do=reset', form: {} },
  ]
}

async function privacyActs(testSite: TestSite, by: Caller): Promise<Act[]> {
  const email = `${newId()}@example.org`
  const { db, privateFiles } = testSite.site
  const token = await makeFilledDraft(db, 'membership', autumn, { email }, privateFiles)
  await submitApplication(db, passerBy, origin, token, autumn)
  await db
    .updateTable('dossier')
    .set({ state: 'lapsed', ended_at: autumn.getTime() })
    .where('subject_key', '=', email)
    .execute()
  const page = { route: 'routes/staff/privacy/privacy', by, status: 200 }
  return [
    {
      ...page,
      name: 'look up a person',
      path: '/admin/privacy?do=find',
      form: { email },
      changesNothing: true,
    },
    {
      name: 'take out the data of a person',
      route: 'routes/staff/privacy/person-data-export',
      path: '/admin/privacy/export',
      by,
      form: { email, reason },
      status: 200,
      changesNothing: true,
    },
    { ...page, name: 'erase a person', path: '/admin/privacy?do=erase', form: { email, reason } },
  ]
}

/** What staff do with cases, each with its own. */
async function officeAffairs(testSite: TestSite): Promise<Act[]> {
  const { db } = testSite.site
  const by = await makeCaller(testSite, { role: 'editor' })
  const admin = await makeCaller(testSite, { role: 'admin', hasApp: true })
  const made = (state = 'complete') => makeCase(db, autumn, { state, cycle: '2026' })
  const page = { route: 'routes/staff/cases/case-page', by }
  const list = { route: 'routes/staff/cases/case-list', by }
  const row = async (state?: string) => ({ [`row-${await made(state)}_1`]: 'on' })
  const at = async (act: string) => `/editor/cases/${await made()}?do=${act}`
  const held = await made()
  const confirmation = await makeConfirmationRequest(db, autumn)
  await holdCase(db, actorFor({ id: admin.id, role: 'admin' }) as Staff, held, true, reason, autumn)
  return [
    {
      ...page,
      name: 'move a case',
      path: await at('move-refer'),
      form: { seen: '1', 'refer-section': 'Physics', 'refer-referees': '' },
    },
    { ...page, name: 'write a note on a case', path: await at('note'), form: { note: 'A thought.' } },
    { ...page, name: 'assign a case', path: await at('assign'), form: { staff: by.id } },
    {
      ...page,
      name: 'send a fresh link',
      path: `/editor/cases/${confirmation.reference}?do=send-link`,
      form: { question: confirmation.question },
    },
    { ...page, by: admin, name: 'hold a case', path: await at('hold'), form: { reason } },
    {
      ...page,
      by: admin,
      name: 'release a case',
      path: `/editor/cases/${held}?do=release`,
      form: { reason },
    },
    { ...list, name: 'take a case on', path: '/editor/cases?do=assign-me', form: await row() },
    { ...list, name: 'give a case up', path: '/editor/cases?do=assign-nobody', form: await row() },
    {
      ...list,
      by: admin,
      name: 'move several cases',
      path: '/editor/cases?state=ineligible_proposed&do=move-keep-eligible',
      form: await row('ineligible_proposed'),
    },
    {
      name: 'export figures',
      route: 'routes/staff/cases/statistics-export',
      path: '/editor/cases/statistics/export?process=fellow&cycle=2026',
      by: admin,
      form: { format: 'csv', reason },
      status: 200,
    },
    ...(await paymentAffairs(testSite, by)),
  ]
}

async function paymentAffairs({ site: { db } }: TestSite, by: Caller): Promise<Act[]> {
  const actor = actorFor({ id: by.id, role: 'editor' }) as Staff
  const page = { route: 'routes/staff/payments/payment-statement', by }
  const bring = async () => {
    const payNumber = `UTR${newId().replaceAll('-', '').slice(12)}`.toUpperCase()
    const reference = await makePaying(db, autumn, { payNumber })
    const id = await bringLines(db, actor, [`2026-11-02,500,${payNumber},${newId()}`], autumn)
    const line = await db
      .selectFrom('payment_line')
      .select('id')
      .where('import_id', '=', id)
      .executeTakeFirstOrThrow()
    return {
      path: `/editor/payments/${id}`,
      id,
      reference,
      chosen: { [`row-${line.id}`]: 'on' },
      lineId: line.id,
    }
  }
  const [chosen, certain, byHand, aside, back, other] = [
    await bring(),
    await bring(),
    await bring(),
    await bring(),
    await bring(),
    await bring(),
  ]
  await setLinesAside(db, actor, back.id, [back.lineId], true, autumn)
  const columns = { day: '0', amount: '1', number: '2', payer: '3' }
  return [
    {
      name: 'bring a statement',
      route: 'routes/staff/payments/payment-list',
      path: '/editor/payments',
      by,
      form: {},
      file: 'Date,Credit,UTR\n2026-11-02,500,UTR00000009\n',
    },
    {
      ...page,
      name: 'choose the columns of a statement',
      path: `${other.path}?do=map`,
      form: Object.fromEntries(Object.entries(columns).map(([name, at]) => [`column-${name}`, at])),
    },
    { ...page, name: 'confirm a payment', path: `${chosen.path}?do=confirm`, form: chosen.chosen },
    { ...page, name: 'confirm certain payments', path: `${certain.path}?do=confirm-certain`, form: {} },
    {
      ...page,
      name: 'match a payment by hand',
      path: `${byHand.path}?do=match`,
      form: { line: '1', reference: byHand.reference },
    },
    { ...page, name: 'set a payment aside', path: `${aside.path}?do=set-aside`, form: aside.chosen },
    { ...page, name: 'bring a payment back', path: `${back.path}?do=take-back`, form: back.chosen },
    { ...page, name: 'throw a statement away', path: `${other.path}?do=undo`, form: {} },
  ]
}

/** A link as mailed for a separate case, with what its page sends. */
async function mailedLink({ site }: TestSite, purpose: 'consent' | 'second' | 'verify') {
  const { db } = site
  const kind = purpose === 'verify' ? 'membership' : 'fellow'
  const people = { email: `${newId()}@example.org`, proposerEmail: `${newId()}@example.org` }
  const named = purpose === 'verify' ? people : { ...people, seconderEmail: `${newId()}@example.org` }
  const token = await makeFilledDraft(db, kind, autumn, named, site.privateFiles)
  const sent =
    purpose === 'verify'
      ? await submitApplication(db, passerBy, origin, token, autumn)
      : await submitNomination(db, passerBy, origin, 'fellow', token, autumn)
  if (!sent.ok) throw new Error(`The case for ${purpose} was refused: ${sent.reason}.`)
  const to = purpose === 'second' && 'seconderEmail' in named ? named.seconderEmail : named.email
  const { answers_hash } = await db
    .selectFrom('dossier')
    .select('answers_hash')
    .where('reference', '=', sent.reference)
    .executeTakeFirstOrThrow()
  return { token: await tokenMailedTo(db, to), shown: answers_hash }
}

/** What visitors send to the office, and what staff do about it: each action has its own message. */
async function enquiryAffairs(testSite: TestSite): Promise<Act[]> {
  const { db } = testSite.site
  const by = await makeCaller(testSite, { role: 'editor' })
  const admin = await makeCaller(testSite, { role: 'admin', hasApp: true })
  const inbox = { route: 'routes/staff/enquiries/inbox', by }
  const page = { route: 'routes/staff/enquiries/enquiry', by }
  const message = async (changes: { homepage?: string } = {}) => (await sendOne(db, autumn, changes)).id
  const links = await requestNewsletter(testSite)
  const { homepage: _homepage, ...letter } = aLetter(999)
  const act = async (name: string, form: Record<string, string>, changes = {}): Promise<Act> => {
    const path = `/editor/enquiries/${await message(changes)}?do=${name}`
    return { ...page, name: `${name} an enquiry`, path, form }
  }
  const closed = await act('reopen', { version: '2' })
  const [, , , id = ''] = closed.path.split('?')[0]!.split('/')
  const clerk = actorFor({ id: by.id, role: 'editor' })
  if (clerk.kind === 'staff') await moveEnquiry(db, clerk, id, { move: 'close', version: 1 }, autumn)
  return [
    {
      name: 'write to the office',
      route: 'routes/site/contact/contact-us',
      path: '/contact-us',
      by: visitor,
      form: { ...letter, from: letter.from ?? '' },
      status: 200,
    },
    {
      name: 'ask for the newsletter',
      route: 'routes/site/newsletter/newsletters',
      path: '/newsletter',
      by: visitor,
      form: { email: `${newId()}@example.org` },
      status: 200,
    },
    {
      name: 'confirm the newsletter',
      route: 'newsletter-link/confirm',
      path: '/newsletter/confirm',
      by: visitor,
      form: { token: links.confirm },
      status: 200,
    },
    {
      name: 'leave the newsletter',
      route: 'newsletter-link/leave',
      path: '/newsletter/leave',
      by: visitor,
      form: { token: links.leave },
      status: 200,
    },
    await act('reply', { reply: 'In May.', version: '1' }),
    await act('note', { note: 'A friend of the Academy.' }),
    await act('assign', { to: by.id }),
    await act('clear', { version: '1' }, { homepage: 'x' }),
    await act('spam', { version: '1' }),
    await act('close', { version: '1' }),
    closed,
    {
      ...inbox,
      name: 'take enquiries on',
      path: '/editor/enquiries?do=take',
      form: { [`row-${await message()}`]: 'on' },
    },
    {
      ...inbox,
      name: 'close several enquiries',
      path: '/editor/enquiries?do=close',
      form: { [`row-${await message()}`]: 'on' },
    },
    {
      name: 'remove a newsletter subscriber',
      route: 'routes/staff/enquiries/subscribers',
      path: '/editor/subscribers',
      by,
      form: { [`row-${await subscriberOf(testSite)}`]: 'on' },
    },
    {
      name: 'export the newsletter list',
      route: 'routes/staff/enquiries/subscribers-export',
      path: '/editor/subscribers/export',
      by: admin,
      form: { format: 'csv', reason },
      status: 200,
    },
  ]
}

/** The links of a letter to someone who signed up for the newsletter. */
async function requestNewsletter({ site: { db } }: TestSite) {
  const email = `${newId()}@example.org`
  await sendNewsletterLetter(db, origin, { email }, autumn)
  const { body_text } = (await openLetters(db)).findLast(({ recipient }) => recipient === email)!
  const token = (purpose: string) => new RegExp(`/${purpose}\\?token=([\\w-]{43})`).exec(body_text)?.[1] ?? ''
  return { email, confirm: token('confirm'), leave: token('leave') }
}

async function subscriberOf(testSite: TestSite): Promise<string> {
  const { email } = await requestNewsletter(testSite)
  const subscriber = testSite.site.db.selectFrom('subscriber').select('id').where('email', '=', email)
  return (await subscriber.executeTakeFirstOrThrow()).id
}

async function inRestoredCopy({ site: { db } }: TestSite, by: Caller): Promise<Caller> {
  await holdMail(db, autumn)
  return by
}

async function siteAffairs(testSite: TestSite): Promise<Act[]> {
  const { db } = testSite.site
  const by = await makeCaller(testSite, { role: 'admin', hasApp: true })
  const settings = await readSettings(db)
  return [
    {
      name: 'change the settings',
      route: 'routes/staff/settings/settings',
      path: '/admin/settings',
      by,
      form: { ...toTyped(settings), phone: '+91 532 246 9999', mark: markOf(settings) },
    },
    {
      name: 'send letters again',
      route: 'routes/staff/mail/mail',
      path: '/admin/mail',
      by,
      form: { [`row-${await failedLetter(testSite)}`]: 'on' },
    },
    ...(await bounceActs(testSite, by)),
    ...(await mailingActs(testSite, by)),
    ...(await menuActs(testSite, by)),
    ...redirectActs(by),
    {
      name: 'make a copy of the site',
      route: 'routes/staff/site-copy/site-copy',
      path: '/admin/site-copy',
      by,
      form: { kind: 'archive' },
    },
    {
      name: 'fetch a copy of the site',
      route: 'routes/staff/site-copy/site-copy-file',
      path: `/admin/site-copy/${await readyCopy(testSite)}`,
      by,
      form: {},
      status: 200,
    },
    ...(await copyActs(testSite, by)),
    {
      name: 'let a restored copy send letters',
      route: 'routes/staff/settings/system',
      path: '/admin/system',
      by: await inRestoredCopy(testSite, by),
      form: {},
    },
    {
      name: 'remove the samples',
      route: 'routes/staff/settings/samples',
      path: '/admin/samples',
      by,
      form: {},
    },
  ]
}

/** The site of these tests is full of what people did, so no copy can be imported. */
async function copyActs({ site: { db } }: TestSite, by: Caller): Promise<Act[]> {
  const actor = actorFor({ id: by.id, role: 'admin' })
  const begun = await beginUpload(db, actor, { name: 'a.zip', bytes: 9 }, autumn)
  const form = { id: begun.ok ? begun.id : '' }
  const upload = { route: 'routes/staff/site-copy/site-copy-upload', by, status: 200 }
  const to = (what: string) => `/admin/site-copy/upload?do=${what}`
  const page = { route: 'routes/staff/site-copy/site-import', by }
  return [
    { ...upload, name: 'begin to send a copy', path: to('begin'), form: { name: 'b.zip', bytes: '9' } },
    { ...upload, name: 'ask how much of a copy is there', path: to('state'), form, changesNothing: true },
    {
      ...upload,
      name: 'finish a copy too early',
      path: to('finish'),
      form,
      status: 400,
      changesNothing: true,
    },
    { ...upload, name: 'cancel a copy', path: to('cancel'), form },
    {
      ...page,
      name: 'bring a copy in',
      path: `/admin/site-copy/import/${await checkedCopy(db)}`,
      form: { bring: 'in' },
      status: 409,
      changesNothing: true,
    },
    {
      ...page,
      name: 'throw a copy away',
      path: `/admin/site-copy/import/${await checkedCopy(db)}?do=discard`,
      form: {},
    },
  ]
}

async function readyCopy({ site, dataDir }: TestSite): Promise<string> {
  const id = newId()
  const at = autumn.getTime()
  const row = { id, kind: 'static', state: 'done', done_count: 1, total_count: 1, bytes: 4 } as const
  await site.db
    .insertInto('site_copy')
    .values({ ...row, created_at: at, updated_at: at, ended_at: at })
    .execute()
  mkdirSync(dirname(copyFile(dataDir, id)), { recursive: true })
  writeFileSync(copyFile(dataDir, id), 'copy')
  return id
}

/** Each with the mark that the previous one leaves. An added entry gets an unpredictable id, so it comes last. */
async function menuActs({ site: { db } }: TestSite, by: Caller): Promise<Act[]> {
  const act = (name: string, { now, before }: Menus, form: Record<string, string> = {}): Act => ({
    name: `${name} in the menu`,
    route: 'routes/staff/settings/menu-page',
    path: `/admin/menu?do=${name}`,
    by,
    form: { ...form, mark: markOfMenus(now, before) },
  })
  const after = ({ now }: Menus, change: MenuChange): Menus => {
    const changed = applyChange(menuOf(now), change)
    return { now: changed.ok ? rowsOf(changed.menu) : [], before: now }
  }
  const item = '/iaps'
  const label = 'The Academy'
  const first = await readMenus(db)
  const down = after(first, { do: 'down', item })
  const up = after(down, { do: 'up', item })
  const renamed = after(up, { do: 'rename', item, label })
  const reset = after(renamed, { do: 'reset' })
  return [
    act('down', first, { item }),
    act('up', down, { item }),
    act('rename', up, { item, label }),
    act('reset', renamed),
    act('undo', reset),
    act('add', { now: reset.before, before: reset.now }, { group: 'about', label: 'News', href: '/news' }),
  ]
}

interface Menus {
  now: MenuRow[]
  before: MenuRow[]
}

function redirectActs(by: Caller): Act[] {
  const shared = { route: 'routes/staff/settings/links-page', by }
  const from = `/old-${newId()}`
  return [
    { ...shared, name: 'add a redirect', path: '/editor/links?do=add', form: { from, to: '/news' } },
    { ...shared, name: 'remove a redirect', path: '/editor/links?do=remove', form: { from } },
  ]
}

async function beginApp({ site, config }: TestSite, { cookie }: Caller) {
  const session = await findSession(site.db, readSessionToken(cookie, config.origin), autumn)
  if (session) await beginTotp(site.db, config, session)
}

/** As it would be stored after a ceremony; nobody can sign in with it. */
async function withPasskey(testSite: TestSite): Promise<Caller> {
  const caller = await makeCaller(testSite, { role: 'editor' })
  const key = {
    id: 'passkey-of-a-test',
    name: 'A key',
    public_key: 'none',
    credential_id: newId(),
    counter: 0,
  }
  await testSite.site.db
    .insertInto('staff_passkey')
    .values({ ...key, user_id: caller.id, device_type: 'singleDevice', created_at: autumn.getTime() })
    .execute()
  return signInAgain(testSite, caller, autumn)
}

async function otherSession({ site, config }: TestSite, { id, cookie }: Caller): Promise<string> {
  const here = await findSession(site.db, readSessionToken(cookie, config.origin), autumn)
  const other = await site.db
    .selectFrom('staff_session')
    .select('id')
    .where('user_id', '=', id)
    .where('id', '<>', here?.id ?? '')
    .executeTakeFirstOrThrow()
  return other.id
}

async function mailingActs({ site: { db } }: TestSite, by: Caller): Promise<Act[]> {
  const { id, version } = await makeIssue(db, actorFor({ id: by.id, role: 'admin' }), autumn)
  await addSubscribers(db, 1, autumn)
  const page = { route: 'routes/staff/enquiries/newsletter-mailing', by }
  const path = `/admin/newsletters/${id}`
  return [
    { ...page, name: 'send an issue of the newsletter', path, form: { version: String(version) } },
    { ...page, name: 'stop sending an issue', path: `${path}?do=stop`, form: {} },
  ]
}

async function bounceActs({ site: { db } }: TestSite, by: Caller): Promise<Act[]> {
  const words = { subject: 'A letter', text: 'Hello.', html: '<p>Hello.</p>' }
  const id = await queueLetter(db, { kind: 'test', to: 'asha@example.org', ...words }, autumn)
  await db.updateTable('mail').set({ sent_at: autumn.getTime() }).where('id', '=', id).execute()
  const page = { route: 'routes/staff/letters/letter', by }
  return [
    {
      ...page,
      name: 'note that a letter came back',
      path: `/admin/mail/${id}`,
      form: { note: 'No such mailbox.' },
    },
    {
      ...page,
      name: 'take back that a letter came back',
      path: `/admin/mail/${id}?do=take-back`,
      form: {},
    },
  ]
}

async function failedLetter({ site: { db } }: TestSite): Promise<string> {
  const words = { subject: 'A letter', text: 'Hello.', html: '<p>Hello.</p>' }
  const id = await queueLetter(db, { kind: 'test', to: 'asha@example.org', ...words }, autumn)
  const at = autumn.getTime()
  await db.updateTable('mail').set({ failed_at: at, error: 'No.' }).where('id', '=', id).execute()
  await db.updateTable('job').set({ failed_at: at }).where('payload', 'like', `%${id}%`).execute()
  return id
}
