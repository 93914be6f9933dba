import { expect } from 'vitest'
import { enquiryLetters } from '#features/enquiries/letters.ts'
import { listTemplates } from '#features/content/entry/templates.server.ts'
import { saveEntry } from '#features/content/entry/operations.server.ts'
import { findForStaff } from '#features/content/reading/staff-queries.server.ts'
import { listGrants } from '#features/bodies/capabilities.server.ts'
import { findBody } from '#features/bodies/queries.server.ts'
import { findLibraryFile } from '#features/media/library.server.ts'
import { replaceFile } from '#features/media/replace-operations.server.ts'
import { enrolPerson } from '#features/people/operations.server.ts'
import { toValues } from '#features/people/person-fields.ts'
import { findRecord } from '#features/people/register-queries.server.ts'
import { findRemoval } from '#features/people/removing/queries.server.ts'
import { toTyped } from '#features/settings/declared.ts'
import { shownHashOfPage } from '#features/settings/operations.server.ts'
import { onPage } from '#features/settings/pages.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { findDraft, listRules } from '#features/rulebook/queries.server.ts'
import { makeBody } from '#test/makers/bodies.ts'
import { makeCase } from '#test/makers/casework.ts'
import { lampData, makeDraft, makePublished } from '#test/makers/content.ts'
import { sendOne } from '#test/makers/enquiries.ts'
import { add, store } from '#test/makers/library.ts'
import { ageRule, makeRulebook } from '#test/makers/rulebooks.ts'
import { actorFor, makeStaff } from '#test/makers/staff.ts'
import { changedSince } from '#routes/request/answers.server.ts'
import { queueLetter } from '#server/mail/mail.server.ts'
import { readUndo, withFlash } from '#test/harness/http.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { test as base } from '#test/harness/visitors.ts'

/** What the buttons Undo of the messages do: each restores the former status, unless someone else has changed it since. */

type FormFields = Record<string, string>

interface Acted {
  text: string
  undo: () => Promise<void>
  undoIsRefused: () => Promise<void>
}

const test = base.extend<{ act: (path: string, form: FormFields) => Promise<Acted> }>({
  act: async ({ visit, callers }, use) => {
    const { cookie } = callers.admin
    const send = async (path: string, form: FormFields, status = 302) => {
      const answer = await visit(path, { form, headers: { origin, cookie } })
      expect([path, answer.status]).toEqual([path, status])
      return answer
    }
    await use(async (path, form) => {
      const answer = await send(path, form)
      const [page = ''] = (answer.headers.get('location') ?? '').split('#')
      const shown = await visit(page, {
        headers: { cookie: withFlash(cookie, answer.headers.getSetCookie()) },
      })
      const text = await shown.text()
      const { action, form: undoing } = readUndo(text)
      return {
        text,
        undo: async () => void (await send(action, undoing)),
        undoIsRefused: async () => {
          const refused = await send(action, undoing, 409)
          expect(await refused.text()).toContain(changedSince)
        },
      }
    })
  },
})

test('Undo restores address, order and version, and deletes a copy', async ({ act, site, callers }) => {
  const { id } = callers.admin
  const draft = await makeDraft(site.db, actorFor({ id, role: 'admin' }), autumn)
  const page = `/editor/entries/${draft.id}`
  const before = await findForStaff(site.db, draft.id)
  const moved = await act(`${page}?do=place`, { slug: 'the-lamp', position: '7', until: '2030-01-31T09:00' })
  await moved.undo()
  expect(await findForStaff(site.db, draft.id)).toMatchObject({
    ...{ slug: before?.slug, position: before?.position, unpublish_at: null },
  })

  const restored = await act(`${page}/versions`, { base: '2', number: '1' })
  expect(restored.text).toContain('Version 1 restored as a new version.')
  await restored.undo()
  const after = await findForStaff(site.db, draft.id)
  expect([after?.head_version, after?.data]).toEqual([4, before?.data])

  const copied = await act(`${page}?do=duplicate`, {})
  await copied.undo()
  const binned = await site.db.selectFrom('entry').select('id').where('state', '=', 'binned').execute()
  expect(binned).toHaveLength(1)
})

test('Undo of Discard restores the draft, and of a publication what visitors saw before', async ({
  act,
  site,
  callers,
}) => {
  const admin = actorFor({ id: callers.admin.id, role: 'admin' })
  const { id } = await makePublished(site.db, admin, autumn)
  const page = `/editor/entries/${id}`
  const read = () => findForStaff(site.db, id)
  const data = { ...lampData, summary: 'For more light.' }
  await saveEntry(site.db, admin, { id, base: 2, data }, autumn)

  const discarded = await act(`${page}?do=move`, { move: 'discard', version: '3' })
  expect(discarded.text).toContain('Changes discarded.')
  expect(await read()).toMatchObject({ state: 'published', head_version: 4, live_version: 4, data: lampData })
  await discarded.undo()
  const draft = { state: 'draft', head_version: 5, live_version: 4, data }
  expect(await read()).toMatchObject(draft)

  const published = await act(`${page}?do=move`, { move: 'publish', version: '5' })
  expect(await read()).toMatchObject({ state: 'published', live_version: 5 })
  await published.undo()
  expect(await read()).toMatchObject(draft)
})

test('Undo reverses a saved, renamed and deleted template', async ({ act, site, callers }) => {
  const draft = await makeDraft(site.db, actorFor({ id: callers.editor.id, role: 'editor' }), autumn)
  const names = async () => (await listTemplates(site.db, 'award')).map(({ name }) => name)
  const page = '/editor/content/award/templates'
  const saved = await act(`/editor/entries/${draft.id}?do=template`, {})
  expect(await names()).toEqual(['Golden Lamp'])
  await saved.undo()
  expect(await names()).toEqual([])

  await act(`/editor/entries/${draft.id}?do=template`, {})
  const template = (await listTemplates(site.db, 'award'))[0]?.id ?? ''
  const renamed = await act(`${page}?do=rename`, { template, name: 'Lamps' })
  expect(await names()).toEqual(['Lamps'])
  await renamed.undo()
  expect(await names()).toEqual(['Golden Lamp'])
  const deleted = await act(`${page}?do=remove`, { template })
  expect(await names()).toEqual([])
  await deleted.undo()
  expect(await names()).toEqual(['Golden Lamp'])
})

test('Undo restores who reviews an entry', async ({ act, site, callers }) => {
  const { id } = await makeDraft(site.db, actorFor({ id: callers.editor.id, role: 'editor' }), autumn)
  await act(`/editor/entries/${id}?do=move`, { move: 'submit', version: '2' })
  const reviewer = await makeStaff(site.db, autumn, { role: 'admin', name: 'Ila Bose' })
  const assigned = await act(`/editor/entries/${id}?do=assign`, { reviewer: reviewer.id })
  expect(assigned.text).toContain('Assigned to Ila Bose.')
  await assigned.undo()
  const rows = site.db.selectFrom('entry_review').select('reviewer_id').where('entry_id', '=', id)
  expect(await rows.executeTakeFirst()).toEqual({ reviewer_id: null })
})

test('Undo reverses a hold on a case, its release, and cases closed as spam', async ({ act, site }) => {
  const [one, two] = [await makeCase(site.db, autumn), await makeCase(site.db, autumn)]
  const read = (reference: string) =>
    site.db
      .selectFrom('dossier')
      .select(['state', 'hold_reason', 'version'])
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
  const page = `/editor/cases/${one}`
  const held = await act(`${page}?do=hold`, { reason: 'A court asked for it.' })
  await held.undo()
  expect((await read(one)).hold_reason).toBe(null)
  await act(`${page}?do=hold`, { reason: 'A court asked for it.' })
  const released = await act(`${page}?do=release`, { reason: 'The court has ruled.' })
  await released.undo()
  expect((await read(one)).hold_reason).toBe('A court asked for it.')

  const { version } = await read(one)
  const closed = await act(`${page}?do=move-close-as-spam`, { seen: String(version) })
  expect(closed.text).toContain('We did not email anyone.')
  await closed.undo()
  expect((await read(one)).state).toBe('submitted')

  const rows = [one, two].map(async (reference) => [
    `row-${reference}_${(await read(reference)).version}`,
    'on',
  ])
  const chosen = Object.fromEntries(await Promise.all(rows)) as FormFields
  const both = await act('/editor/cases?do=move-close-as-spam', { ...chosen, confirmed: 'yes' })
  expect([(await read(one)).state, (await read(two)).state]).toEqual(['spam', 'spam'])
  await both.undo()
  expect([(await read(one)).state, (await read(two)).state]).toEqual(['submitted', 'submitted'])
})

test('Undo closes a reopened enquiry, and restores the text of an email', async ({ act, site }) => {
  const { id } = await sendOne(site.db, autumn)
  await act(`/editor/enquiries/${id}?do=close`, { version: '1' })
  const reopened = await act(`/editor/enquiries/${id}?do=reopen`, { version: '2' })
  await reopened.undo()
  const enquiry = site.db.selectFrom('enquiry').select('state').where('id', '=', id)
  expect(await enquiry.executeTakeFirst()).toEqual({ state: 'closed' })

  const [letter] = Object.values(enquiryLetters)
  const page = `/admin/letters/${letter?.key}`
  const wording = () => site.db.selectFrom('letter_wording').select(['subject', 'body']).execute()
  const text = (words: string) => ({ subject: words, body: `${letter?.body}\n\n${words}` })
  const first = await act(page, text('First'))
  await first.undo()
  expect(await wording()).toEqual([])
  await act(page, text('First'))
  const saved = await wording()
  const second = await act(page, text('Second'))
  await second.undo()
  expect(await wording()).toEqual(saved)
  const reset = await act(`${page}?do=reset`, {})
  await reset.undo()
  expect(await wording()).toEqual(saved)
  const long = await act(page, { ...text('Long'), body: `${letter?.body}\n\n${'word '.repeat(800)}` })
  expect(readUndo(long.text).action).toBe(page)
  const after = await act(page, text('After a long text'))
  expect(readUndo(after.text).action).toBe('')
})

test('Undo reverses changes to the rights and members of a body, and to rules', async ({ act, site }) => {
  const { id } = await makeBody(site.db, autumn)
  const page = `/admin/bodies/${id}`
  await act(`${page}?do=grants`, { 'may-office': 'yes', cases: 'fellow' })
  const before = await listGrants(site.db, id)
  const changed = await act(`${page}?do=grants`, { 'may-council': 'yes', cases: '' })
  await changed.undo()
  expect(await listGrants(site.db, id)).toEqual(before)

  const term = { memberNo: '', name: 'Asima Chatterjee', post: 'member', office: '', institution: '' }
  const added = await act(`${page}?do=add`, {
    ...term,
    email: '',
    account: '',
    startsOn: '2020-01-01',
    endsOn: '',
  })
  await added.undo()
  const terms = await site.db
    .selectFrom('body_term')
    .select('withdrawn_at')
    .where('name', '=', term.name)
    .execute()
  expect(terms).toEqual([{ withdrawn_at: autumn.getTime() }])

  const rules = [ageRule, { ...ageRule, clause: '99' }]
  const rulebook = await makeRulebook(site.db, autumn, { name: 'Rules to undo', subject: null, rules })
  const book = `/admin/rulebooks/${rulebook.id}`
  const started = await act(`${book}?do=start`, {})
  const draft = await findDraft(site.db, rulebook.id)
  const order = await listRules(site.db, draft?.id ?? '')
  const up = await act(`${book}?do=up`, { rule: order[1]?.id ?? '' })
  await up.undo()
  expect(await listRules(site.db, draft?.id ?? '')).toEqual(order)
  const removed = await act(`${book}?do=remove`, { rule: order[0]?.id ?? '' })
  expect(await listRules(site.db, draft?.id ?? '')).toEqual(order.slice(1))
  await removed.undo()
  expect(await listRules(site.db, draft?.id ?? '')).toEqual(order)
  await started.undo()
  expect(await findDraft(site.db, rulebook.id)).toBeUndefined()
})

test('Undo restores the role of an account and whether it is disabled', async ({ act, site }) => {
  const { id } = await makeStaff(site.db, autumn, { role: 'editor', name: 'Tanvi Shah' })
  const read = () =>
    site.db.selectFrom('staff_user').select(['role', 'state']).where('id', '=', id).executeTakeFirst()
  const promoted = await act(`/admin/staff/${id}?do=change-role`, {
    role: 'admin',
    reason: 'She joins the office.',
  })
  expect(promoted.text).toContain('Role changed.')
  await promoted.undo()
  const disabled = await act(`/admin/staff/${id}?do=disable`, { reason: 'She left the Academy.' })
  expect(disabled.text).toContain('Account disabled.')
  await disabled.undo()
  expect(await read()).toEqual({ role: 'editor', state: 'active' })
})

test('Undo restores the address of a person, and withdraws a proposed removal', async ({ act, site }) => {
  const person = { memberNo: 'UNDO-1', givenName: 'Tara', familyName: 'Nair', category: 'regular' } as const
  const listed = {
    since: 1998,
    discipline: 'Physics',
    country: 'India',
    listed: true,
    grade: 'fellow',
  } as const
  const id = await enrolPerson(site.db, { ...person, ...listed }, autumn)
  const page = `/editor/people/${id}`
  const before = await findRecord(site.db, id)
  const moved = await act(`${page}?do=address`, { slug: 'tara-of-kochi' })
  expect((await findRecord(site.db, id))?.slug).toBe('tara-of-kochi')
  await moved.undo()
  expect((await findRecord(site.db, id))?.slug).toBe(before?.slug)

  const proposed = await act(`${page}?do=propose-removal`, { removalReason: 'Entered twice by mistake.' })
  expect(await findRemoval(site.db, id)).toBeDefined()
  await proposed.undo()
  expect(await findRemoval(site.db, id)).toBeUndefined()
})

test('Undo withdraws a recorded decision', async ({ act, site }) => {
  const reference = await makeCase(site.db, autumn, { state: 'ineligible_proposed', cycle: '2026' })
  const decisions = () =>
    site.db
      .selectFrom('case_decision')
      .innerJoin('dossier', 'dossier.id', 'dossier_id')
      .select('move')
      .where('reference', '=', reference)
      .execute()
  const page = `/editor/cases/${reference}/decision?move=confirm-ineligible&do=record`
  const recorded = await act(page, { seen: '1' })
  expect(await decisions()).toEqual([{ move: 'confirm-ineligible' }])
  await recorded.undo()
  expect(await decisions()).toEqual([])
})

test('Undo reverses the return to an earlier version of a file', async ({ act, site, callers }) => {
  const actor = { kind: 'staff', id: callers.admin.id, role: 'admin', address: '' } as const
  const id = await add(site.db, site.files, actor, 60, 40)
  await replaceFile(site.db, site.files, actor, id, await store(site.files, 80, 50), autumn)
  const read = async () => {
    const file = await findLibraryFile(site.db, id)
    return { width: file?.width, earlier: file?.earlier[0]?.id ?? '' }
  }
  const back = await act(`/editor/media/${id}?do=put-back`, { earlier: (await read()).earlier })
  expect((await read()).width).toBe(60)
  await back.undo()
  expect((await read()).width).toBe(80)
})

test('Undo is refused with a sentence once someone else has replaced the file', async ({
  act,
  site,
  callers,
}) => {
  const actor = { kind: 'staff', id: callers.admin.id, role: 'admin', address: '' } as const
  const id = await add(site.db, site.files, actor, 60, 40)
  await replaceFile(site.db, site.files, actor, id, await store(site.files, 80, 50), autumn)
  const [first] = (await findLibraryFile(site.db, id))?.earlier ?? []
  const mine = await act(`/editor/media/${id}?do=put-back`, { earlier: first?.id ?? '' })
  await replaceFile(site.db, site.files, actor, id, await store(site.files, 90, 30), autumn)

  await mine.undoIsRefused()
  expect(await findLibraryFile(site.db, id)).toMatchObject({ width: 90 })
})

test('Undo reverses a bounce that someone recorded, and its removal', async ({ act, site }) => {
  const words = { subject: 'A letter', text: 'Hello.', html: '<p>Hello.</p>' }
  const id = await queueLetter(site.db, { kind: 'test', to: 'tara@example.org', ...words }, autumn)
  await site.db.updateTable('mail').set({ sent_at: autumn.getTime() }).where('id', '=', id).execute()
  const bounce = () =>
    site.db
      .selectFrom('mail')
      .select(['bounced_at', 'bounce_note'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const noted = await act(`/admin/mail/${id}`, { note: 'No such mailbox.' })
  await noted.undo()
  expect(await bounce()).toMatchObject({ bounced_at: null })
  await act(`/admin/mail/${id}`, { note: 'No such mailbox.' })
  const taken = await act(`/admin/mail/${id}?do=take-back`, {})
  expect(await bounce()).toMatchObject({ bounced_at: null })
  await taken.undo()
  expect(await bounce()).toEqual({ bounced_at: autumn.getTime(), bounce_note: 'No such mailbox.' })
})

test('Undo deletes an added example of a rule, and adds a deleted one again', async ({ act, site }) => {
  const { id } = await makeRulebook(site.db, autumn, {
    name: 'Rules with examples',
    subject: null,
    publish: false,
  })
  const draft = await findDraft(site.db, id)
  const stored = async () => (await listRules(site.db, draft?.id ?? ''))[0]?.examples ?? []
  const examples = async () => (await stored()).map(({ name }) => name)
  const [rule] = await listRules(site.db, draft?.id ?? '')
  const facts = { 'fact-nominee-birthDay': '1995-01-01', 'fact-cycleYear': '2027' }
  const example = { name: 'middle', expect: 'met', ...facts }
  const added = await act(`/admin/rulebooks/${id}/rules/${rule?.id}?do=example`, example)
  expect(await examples()).toEqual(['young', 'old', 'middle'])
  await added.undo()
  expect(await examples()).toEqual(['young', 'old'])

  const removed = await act(`/admin/rulebooks/${id}/rules/${rule?.id}?do=remove-example`, { name: 'old' })
  expect(await examples()).toEqual(['young'])
  await removed.undo()
  expect(await stored()).toEqual(ageRule.examples)
})

test('Undo restores the settings of a page', async ({ act, site }) => {
  const before = await readSettings(site.db)
  const form = onPage('academy', toTyped(before)) as FormFields
  const changes = {
    phone: '+91 532 1',
    postalAddress: 'Line 1\r\nLine 2',
    shownHash: shownHashOfPage('academy', before),
  }
  const saved = await act('/admin/settings/academy', { ...form, ...changes })
  expect((await readSettings(site.db)).phone).toBe('+91 532 1')
  await saved.undo()
  expect(await readSettings(site.db)).toEqual(before)
})

test('Undo restores what the register says about a person, the grade too', async ({ act, site }) => {
  const person = { givenName: 'Tara', familyName: 'Undosample', since: 1999, discipline: 'Physics' }
  const enrolled = {
    ...person,
    memberNo: 'LM-777',
    category: 'life' as const,
    country: 'India',
    listed: true,
  }
  const id = await enrolPerson(site.db, enrolled, autumn)
  const before = await findRecord(site.db, id)
  if (!before) throw new Error('Nobody was added.')
  const change = { familyName: 'Sample', grade: 'fellow', fellowNo: 'F-777', gradeReason: 'Elected in 1998.' }
  const form = { ...toValues(before), version: String(before.version), ...change }
  const saved = await act(`/editor/people/${id}`, form)
  expect(await findRecord(site.db, id)).toMatchObject({ familyName: 'Sample', grade: 'fellow' })
  await saved.undo()
  expect(toValues((await findRecord(site.db, id)) ?? before)).toEqual(toValues(before))
})

test('Undo restores the details of a body, and hides its page again', async ({ act, site }) => {
  const { id } = await makeBody(site.db, autumn, { name: 'Committee of undoing' })
  const before = await findBody(site.db, id)
  const form = { name: 'Another name', kind: 'committee', purpose: 'New.', quorum: 'more than 1/2' }
  const saved = await act(`/admin/bodies/${id}`, {
    ...{ ...form, version: String(before?.version) },
    ...(!before?.isPublic && { 'public-page': 'yes' }),
  })
  expect(await findBody(site.db, id)).toMatchObject({ name: 'Another name', quorum: '>1/2' })
  await saved.undo()
  expect(await findBody(site.db, id)).toMatchObject({ ...before, version: Number(before?.version) + 2 })
})

test('Undo restores the description of a file', async ({ act, site, callers }) => {
  const actor = { kind: 'staff', id: callers.admin.id, role: 'admin', address: '' } as const
  const id = await add(site.db, site.files, actor, 50, 40)
  await act(`/editor/media/${id}`, { alt: 'A lamp', caption: '', credit: '' })
  const saved = await act(`/editor/media/${id}`, { alt: 'A brighter lamp', caption: 'Light', credit: 'Me' })
  expect(await findLibraryFile(site.db, id)).toMatchObject({ alt: 'A brighter lamp' })
  await saved.undo()
  expect(await findLibraryFile(site.db, id)).toMatchObject({ alt: 'A lamp', caption: '', credit: '' })
})

test('Undo is refused with a sentence once someone else has changed an entry or a template', async ({
  act,
  site,
  callers,
}) => {
  const draft = await makeDraft(site.db, actorFor({ id: callers.admin.id, role: 'admin' }), autumn)
  const page = `/editor/entries/${draft.id}`
  const location = { slug: 'other-lamp', position: '0', until: '' }
  const moved = await act(`${page}?do=place`, location)
  await act(`${page}?do=place`, { ...location, position: '7' })
  await moved.undoIsRefused()
  expect(await findForStaff(site.db, draft.id)).toMatchObject({ slug: 'other-lamp', position: 7 })

  const [ila, uma] = [
    await makeStaff(site.db, autumn, { role: 'admin', name: 'Ila Bose' }),
    await makeStaff(site.db, autumn, { role: 'admin', name: 'Uma Sen' }),
  ]
  const version = String(draft.version)
  const submitted = await act(`${page}?do=move`, { move: 'submit', version })
  const assigned = await act(`${page}?do=assign`, { reviewer: ila.id })
  await act(`${page}?do=assign`, { reviewer: uma.id })
  await assigned.undoIsRefused()
  await act(`${page}?do=move`, { move: 'schedule', version, at: '2030-01-31T09:00' })
  await submitted.undoIsRefused()
  expect(await findForStaff(site.db, draft.id)).toMatchObject({ state: 'scheduled' })

  const saved = await act(`${page}?do=template`, {})
  const { template = '' } = readUndo(saved.text).form
  const rename = (name: string) => act('/editor/content/award/templates?do=rename', { template, name })
  const renamed = await rename('Mine')
  await rename('Theirs')
  await saved.undoIsRefused()
  await renamed.undoIsRefused()
  const names = (await listTemplates(site.db, 'award')).map(({ name }) => name)
  expect(names).toContain('Theirs')
})

test('Undo for several leaves the entries that someone else has moved since, and says so', async ({
  act,
  site,
  callers,
}) => {
  const actor = actorFor({ id: callers.admin.id, role: 'admin' })
  const [one, two] = [
    await makeDraft(site.db, actor, autumn),
    await makeDraft(site.db, actor, autumn, { ...lampData, title: 'Silver Lamp' }),
  ]
  const chosen = Object.fromEntries([one, two].map(({ id, version }) => [`row-${id}_${version}`, 'on']))
  const list = '/editor/content/award?state=draft'
  const submitted = await act(`${list}&move=submit`, chosen)
  const move = { move: 'schedule', version: String(two.version), at: '2030-01-31T09:00' }
  await act(`/editor/entries/${two.id}?do=move`, move)

  const { action, form } = readUndo(submitted.text)
  const undone = await act(action, form)
  expect(undone.text).toContain('“Silver Lamp”: someone changed it since.')
  expect(await findForStaff(site.db, one.id)).toMatchObject({ state: 'draft' })
  expect(await findForStaff(site.db, two.id)).toMatchObject({ state: 'scheduled' })
})

test('Undo for several leaves the enquiries that someone else has moved since, and says so', async ({
  act,
  site,
}) => {
  const [one, two] = [await sendOne(site.db, autumn), await sendOne(site.db, autumn)]
  const closed = await act('/editor/enquiries?do=close', { [`row-${one.id}`]: 'on', [`row-${two.id}`]: 'on' })
  await act(`/editor/enquiries/${two.id}?do=reopen`, { version: '2' })
  await act(`/editor/enquiries/${two.id}?do=spam`, { version: '3' })

  const { action, form } = readUndo(closed.text)
  const undone = await act(action, form)
  expect(undone.text).toContain('1 enquiry reopened. We left 1 enquiry as it is')
})

test('Undo is refused with a sentence once someone else has changed a case, person or email', async ({
  act,
  site,
}) => {
  const [held, decided] = [
    await makeCase(site.db, autumn),
    await makeCase(site.db, autumn, { state: 'ineligible_proposed', cycle: '2026' }),
  ]
  const hold = await act(`/editor/cases/${held}?do=hold`, { reason: 'A court asked for it.' })
  await act(`/editor/cases/${held}?do=release`, { reason: 'The court has ruled.' })
  await act(`/editor/cases/${held}?do=hold`, { reason: 'An audit asked for it.' })
  await hold.undoIsRefused()
  const again = await act(`/editor/cases/${held}?do=hold`, { reason: 'A court asked for it.' })
  expect(readUndo(again.text).action).toBe('')

  const decision = `/editor/cases/${decided}/decision`
  const record = () => act(`${decision}?move=confirm-ineligible&do=record`, { seen: '1' })
  const recorded = await record()
  await act(`${decision}?do=withdraw`, {})
  await record()
  await site.db.updateTable('case_decision').set({ decided_at: 1 }).execute()
  await recorded.undoIsRefused()

  const person = { memberNo: 'UNDO-2', givenName: 'Tara', familyName: 'Nair', category: 'regular' } as const
  const details = { since: 1998, discipline: 'Physics', country: 'India', listed: true } as const
  const page = `/editor/people/${await enrolPerson(site.db, { ...person, ...details }, autumn)}`
  const proposed = await act(`${page}?do=propose-removal`, { removalReason: 'Entered twice by mistake.' })
  await act(`${page}?do=withdraw-removal`, {})
  await act(`${page}?do=propose-removal`, { removalReason: 'At their own request.' })
  await proposed.undoIsRefused()

  const words = { subject: 'A letter', text: 'Hello.', html: '<p>Hello.</p>' }
  const id = await queueLetter(site.db, { kind: 'test', to: 'tara@example.org', ...words }, autumn)
  await site.db.updateTable('mail').set({ sent_at: autumn.getTime() }).where('id', '=', id).execute()
  const noted = await act(`/admin/mail/${id}`, { note: 'No such mailbox.' })
  await act(`/admin/mail/${id}?do=take-back`, {})
  await act(`/admin/mail/${id}`, { note: 'The mailbox is full.' })
  await noted.undoIsRefused()
})

test('Undo is refused with a sentence once someone else has changed a redirect, body or rulebook', async ({
  act,
  site,
}) => {
  const from = '/undo-of-old.html'
  const redirected = await act('/editor/links?do=add', { from, to: '/news' })
  await act('/editor/links?do=remove', { from })
  await act('/editor/links?do=add', { from, to: '/awards' })
  await redirected.undoIsRefused()

  const { id } = await makeBody(site.db, autumn, { name: 'Committee of Undo' })
  const body = `/admin/bodies/${id}`
  const term = { memberNo: '', name: 'Asima Chatterjee', post: 'member', office: '', institution: '' }
  const since = { startsOn: '2020-01-01', endsOn: '' }
  const added = await act(`${body}?do=add`, { ...term, ...since, email: '', account: '' })
  const { term: termId = '' } = readUndo(added.text).form
  await act(`${body}?do=end`, { term: termId, lastDay: '2030-12-31' })
  await added.undoIsRefused()

  const rules = ['1', '2', '3'].map((clause) => ({ ...ageRule, clause }))
  const rulebook = await makeRulebook(site.db, autumn, { name: 'Rules to change', subject: null, rules })
  const book = `/admin/rulebooks/${rulebook.id}`
  const started = await act(`${book}?do=start`, {})
  const [, , last] = await listRules(site.db, (await findDraft(site.db, rulebook.id))?.id ?? '')
  const rule = last?.id ?? ''
  const up = await act(`${book}?do=up`, { rule })
  await act(`${book}?do=up`, { rule })
  await up.undoIsRefused()
  await started.undoIsRefused()
  await act(`${book}?do=remove`, { rule })
  const restored = await act(`${book}?do=restore`, { rule })
  const facts = { 'fact-nominee-birthDay': '1995-01-01', 'fact-cycleYear': '2027' }
  const example = { name: 'middle', expect: 'met', ...facts }
  const exampleAdded = await act(`${book}/rules/${rule}?do=example`, example)
  await restored.undoIsRefused()
  await act(`${book}/rules/${rule}?do=remove-example`, { name: 'middle' })
  const other = { ...example, 'fact-nominee-birthDay': '1996-01-01' }
  await act(`${book}/rules/${rule}?do=example`, other)
  await exampleAdded.undoIsRefused()
})
