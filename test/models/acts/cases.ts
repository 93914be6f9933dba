import { newId } from '#db/engine/id.ts'
import { holdCase } from '#features/casework/casework.server.ts'
import { previewReleases } from '#features/casework/releasing/releases.server.ts'
import { recordDecision } from '#features/casework/deciding/recording.server.ts'
import { makeConfirmationRequest, makeCase, readDecisionHash } from '#test/makers/casework.ts'
import { submitApplication } from '#features/memberships/operations.server.ts'
import { submitNomination } from '#features/nominations/operations.server.ts'
import { makeFilledDraft, passerBy, tokenMailedTo } from '#test/makers/cases.ts'
import { autumn, origin, type TestSite } from '#test/harness/site.ts'
import { answerAs, confirmAsProposer } from '#test/makers/proposers.ts'
import { actorFor } from '#test/makers/staff.ts'
import { makeCaller, type Caller } from '#test/harness/visitors.ts'
import { type Act, reason, visitor } from './act.ts'
import { paymentAffairs } from './payments.ts'

/** What people without an account do by mailed links, and what the letters say. */
export async function caseAffairs(testSite: TestSite): Promise<Act[]> {
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
      name: 'decline to second a nomination',
      path: '/confirm/second',
      form: { ...(await mailedLink(testSite, 'second')), declined: 'declines', declineReason: '' },
    },
    {
      ...link,
      name: 'say that a nomination reached the wrong person',
      path: '/confirm/consent',
      form: { ...(await mailedLink(testSite, 'consent')), willing: 'not-me', declineReason: '' },
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
    {
      ...page,
      name: 'erase a person',
      path: '/admin/privacy?do=erase',
      form: { email, reason },
      status: 302,
    },
  ]
}

/** What staff do with cases, each with its own. */
export async function officeAffairs(testSite: TestSite): Promise<Act[]> {
  const { db } = testSite.site
  const by = await makeCaller(testSite, { role: 'editor', isOffice: true })
  const admin = await makeCaller(testSite, { role: 'admin', hasApp: true })
  const made = (state = 'complete') => makeCase(db, autumn, { state, cycle: '2026' })
  const page = { route: 'routes/staff/cases/case-page', by }
  const records = { route: 'routes/staff/cases/case-records', by }
  const decision = { route: 'routes/staff/cases/case-decision', by: admin }
  const decided = async () => {
    const reference = await made('ineligible_proposed')
    const officer = actorFor({ id: admin.id, role: 'admin' })
    const moving = { reference, move: 'confirm-ineligible', typed: {} }
    await recordDecision(db, officer, origin, moving, autumn)
    return reference
  }
  const decidedRow = async () => {
    const reference = await decided()
    const officer = actorFor({ id: by.id, role: 'editor' })
    const [preview] = await previewReleases(db, officer, origin, [reference], autumn)
    return { [`row-${reference}_${preview?.shownHash}`]: 'on' }
  }
  const toRelease = await decided()
  const list = { route: 'routes/staff/cases/case-list', by }
  const row = async (state?: string) => ({ [`row-${await made(state)}_1`]: 'on' })
  const at = async (act: string) => `/editor/cases/${await made()}?do=${act}`
  const held = await made()
  const confirmation = await makeConfirmationRequest(db, autumn)
  await holdCase(db, actorFor({ id: admin.id, role: 'admin' }), held, { hold: true, reason }, autumn)
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
      route: 'routes/staff/cases/case-rules',
      by,
      name: 'enter a fact for the rules',
      path: `/editor/cases/${await made()}/rules?do=enter-nominee.duesPaidOn`,
      form: { 'fact-nominee-duesPaidOn': '2026-04-01', 'source-nominee-duesPaidOn': 'The ledger.' },
    },
    {
      ...records,
      name: 'send a new link',
      path: `/editor/cases/${confirmation.reference}/records?do=send-link`,
      form: { question: confirmation.question },
    },
    {
      ...records,
      name: 'correct an address',
      path: `/editor/cases/${await makeCase(db, autumn, { cycle: '2026' })}/records?do=correct-address`,
      form: { whose: 'seconder', address: 'right@example.org' },
    },
    {
      ...decision,
      name: 'record a decision',
      path: `/editor/cases/${await made('ineligible_proposed')}/decision?move=confirm-ineligible&do=record`,
      form: { seen: '1' },
    },
    {
      ...decision,
      name: 'release a decision',
      by,
      path: `/editor/cases/${toRelease}/decision?do=release`,
      form: { shownHash: await readDecisionHash(db, toRelease) },
    },
    {
      ...decision,
      name: 'withdraw a decision',
      path: `/editor/cases/${await decided()}/decision?do=withdraw`,
      form: {},
    },
    {
      ...list,
      name: 'release several decisions',
      path: '/editor/cases?release=waiting&do=release',
      form: { ...(await decidedRow()), confirmed: 'yes' },
    },
    {
      name: 'print a case',
      route: 'routes/staff/cases/case-print',
      path: `/editor/cases/${await made()}/print`,
      by,
      form: {},
      status: 200,
    },
    {
      name: 'save a case as a PDF',
      route: 'routes/staff/cases/case-pdf',
      path: `/editor/cases/${await made()}/export`,
      by,
      form: {},
      status: 200,
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
      form: { ...(await row('ineligible_proposed')), confirmed: 'yes' },
    },
    {
      name: 'export a list of cases',
      route: 'routes/staff/cases/cases-export',
      path: '/editor/cases/export?process=fellow',
      by,
      form: { format: 'csv', reason },
      status: 200,
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
  if (purpose !== 'verify') await confirmAsProposer(db, named.proposerEmail, autumn)
  if (purpose === 'second') await answerAs(db, 'consent', named.email, autumn)
  const to = purpose === 'second' && 'seconderEmail' in named ? named.seconderEmail : named.email
  const { answers_hash } = await db
    .selectFrom('dossier')
    .select('answers_hash')
    .where('reference', '=', sent.reference)
    .executeTakeFirstOrThrow()
  return { token: await tokenMailedTo(db, to), shown: answers_hash }
}
