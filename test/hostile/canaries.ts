import { newId } from '#db/engine/id.ts'
import { toJson } from '#db/engine/json.ts'
import type { Db, CaseTypeName } from '#db/schema/tables.ts'
import { system, type StaffActor } from '#features/audit/actor.ts'
import { caseTypes } from '#features/casework/case-types.ts'
import { caseStatuses } from '#features/casework/queues.ts'
import { addNote } from '#features/cases/operations.server.ts'
import { noteOnEnquiry, replyToEnquiry } from '#features/enquiries/casework.server.ts'
import { beginDraft, savePart } from '#features/forms/drafts/drafts.server.ts'
import type { Answers, PlainQuestion, Question } from '#features/forms/questions.ts'
import { saveContact } from '#features/people/contacts/operations.server.ts'
import { addPerson, movePeople } from '#features/people/editing.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { askForNewsletter, sendNewsletterLetter } from '#features/newsletter/operations.server.ts'
import { passerBy, rightAnswers } from '#test/makers/cases.ts'
import { bringLines, makeCase, makeCaseworker } from '#test/makers/casework.ts'
import { findEnquiryOf, sendOne } from '#test/makers/enquiries.ts'
import type { Site } from '#site.ts'

/**
 * People whose every word is a canary: a unique value that identifies them. Wherever one appears, something about them
 * does. The second word is there to be searched for, so that the search itself is no canary.
 */
export const canary = /canary/i
export const soughtWord = 'zebrafinch'

/** The marks of the cases whose words are in a text: `fellow-elected`. */
export function caseMarksIn(text: string): string[] {
  const word =
    /canary(?: zebrafinch| note on| decision| remarks| reason| meeting| hold| bytes of|-second)?[ -]/
  const mark = /((?:associate-fellow|fellow|award|membership)-[a-z_]+)/
  const found = text.matchAll(new RegExp(word.source + mark.source, 'gi'))
  return [...new Set([...found].map(([, one = '']) => one.toLowerCase()))]
}

/** Everything a form of this kind may contain, in every text question, with every file it accepts. */
async function canaryAnswers(db: Db, caseType: CaseTypeName, mark: string): Promise<Answers> {
  const form = caseTypes[caseType].formFor(await readSettings(db), rightAnswers[caseType])
  const questions = form.parts.flatMap((part) => part.questions)
  const answers: Answers = { ...rightAnswers[caseType] }
  for (const question of questions) {
    const answer = answerTo(question, mark)
    if (answer !== undefined) answers[question.name] = answer
  }
  return answers
}

function answerTo(question: Question, mark: string): Answers[string] | undefined {
  if (question.kind === 'file' || question.kind === 'ticks') return undefined
  if (question.kind !== 'repeat') return wordsTo(question, mark)
  const row = question.questions.map((one) => [one.name, wordsTo(one, mark) ?? '1990'])
  return [Object.fromEntries(row) as Record<string, string>]
}

function wordsTo({ kind, name, ...question }: PlainQuestion, mark: string): string | undefined {
  if (kind !== 'line' && kind !== 'words') return undefined
  const isMail = 'format' in question && question.format === 'email'
  return isMail
    ? `canary-${mark}-${name}@${soughtWord}.example`.toLowerCase()
    : `Canary ${soughtWord} ${mark} ${name}`
}

async function filesOf({ db, privateFiles: store }: Site, caseType: CaseTypeName, mark: string) {
  const form = caseTypes[caseType].formFor(await readSettings(db), rightAnswers[caseType])
  const requested = form.parts.flatMap((part) => part.questions).filter(({ kind }) => kind === 'file')
  return [...requested.map(({ name }) => name), 'acceptedPhotograph'].map((question) => ({
    question,
    name: `canary-${mark}-${question}.pdf`,
    mediaType: 'application/pdf',
    bytes: Buffer.from(`Canary bytes of ${mark} ${question}`),
    store,
  }))
}

/** A case of every case type in every state, with notes, decisions, letters and answers by mailed links. */
async function releaseCases(site: Site, staff: StaffActor, now: Date) {
  const references: string[] = []
  for (const { process: caseType, state } of caseStatuses) {
    references.push(
      await releaseCase(site, staff, { process: caseType, state, mark: `${caseType}-${state}` }, now),
    )
  }
  return references
}

interface NewCanary {
  process: CaseTypeName
  state: string
  mark: string
  discipline?: string
}

/** A case whose every word has the mark. */
export async function releaseCase(
  site: Site,
  staff: StaffActor,
  { process: caseType, state, mark, discipline }: NewCanary,
  now: Date,
): Promise<string> {
  const changes = { ...(await canaryAnswers(site.db, caseType, mark)), ...(discipline && { discipline }) }
  const files = await filesOf(site, caseType, mark)
  const made = { process: caseType, state, changes, cycle: '2026', files }
  const reference = await makeCase(site.db, now, made)
  await addNote(site.db, staff, reference, `Canary note on ${mark}`, now)
  await addRecords(site.db, reference, mark, now)
  return reference
}

async function addRecords(db: Db, reference: string, mark: string, now: Date) {
  const at = now.getTime()
  const { id } = await db
    .selectFrom('dossier')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  const facts = toJson({
    citation: `Canary decision ${mark}`,
    reason: `Canary reason ${mark}`,
    meeting: `Canary meeting ${mark}`,
  })
  await db
    .updateTable('dossier')
    .set({ facts, hold_reason: `Canary hold ${mark}`, hold_at: at })
    .where('id', '=', id)
    .execute()
  await db
    .insertInto('confirmation')
    .values({
      ...{ id: newId(), dossier_id: id, purpose: 'second', name: 'Canary Seconder', token_hash: newId() },
      ...{ email: `canary-second-${mark}@example.org`, asked_at: at, expires_at: at + 1, answered_at: at },
      ...{ answer: toJson({ remarks: `Canary remarks ${mark}` }), wording: 'Canary', confirmed_hash: 'x' },
    })
    .execute()
}

async function releaseMessages({ db }: Site, staff: StaffActor, now: Date) {
  const said = { name: 'Canary Zebrafinch', subject: 'Canary zebrafinch subject' }
  for (const at of [1, 2, 3]) {
    const email = `canary-writer-${at}@example.org`
    const { id, reference } = await sendOne(db, now, {
      ...said,
      email,
      message: `Canary message ${at}, please.`,
    })
    await noteOnEnquiry(db, staff, id, 'Canary note', now)
    const version = (await findEnquiryOf(db, reference))?.version ?? 1
    if (at > 1) await replyToEnquiry(db, staff, id, { reply: 'Canary reply', version }, now)
  }
  const reader = 'canary-reader@example.org'
  await askForNewsletter(db, passerBy as never, reader, now)
  await sendNewsletterLetter(db, 'http://localhost:3000', { email: reader }, now)
}

/** In the register without having agreed to be listed, with and without a grade; and deleted. */
async function releasePeople({ db }: Site, now: Date) {
  const words = {
    discipline: 'Physics',
    specialisation: 'Canary zebrafinch field',
    institution: 'Canary Zebrafinch Institute',
  }
  const location = {
    city: 'Canary Zebrafinchville',
    state: 'Canary Zebrafinch State',
    country: 'Canary Zebrafinch Islands',
    citation: 'Canary zebrafinch cited',
  }
  const person = {
    ...words,
    ...location,
    category: 'life',
    since: 2001,
    title: 'Dr',
    electedYear: 2019,
  } as const
  for (const [at, grade] of [null, 'fellow', 'honorary-fellow', 'associate-fellow'].entries())
    for (const isBinned of [false, true]) {
      const number = `${at}${isBinned ? 1 : 0}`
      const named = {
        givenName: `Canary${number}`,
        familyName: 'Zebrafinch',
        grade: grade as 'fellow' | null,
      }
      const numbers = { memberNo: `ZEBRA-${number}`, fellowNo: `FINCH-${number}` }
      const added = await addPerson(db, system, { ...person, ...named, ...numbers, listed: isBinned }, now)
      const contact = {
        email: `canary-contact-${number}@example.org`,
        phone: '+91 11 0000 0000',
        postalAddress: `Canary Contact Street ${number}`,
      }
      if (added.ok) await saveContact(db, system, { personId: added.id, ...contact, version: 0 }, now)
      if (added.ok && isBinned) await movePeople(db, system, 'bin', [added.id], now)
    }
}

async function releaseDrafts({ db }: Site, now: Date) {
  for (const caseType of Object.keys(caseTypes) as CaseTypeName[]) {
    const token = await beginDraft(db, caseType, now)
    const answers = await canaryAnswers(db, caseType, 'draft')
    await savePart(db, caseType, token, { part: 'all', answers, isDone: true }, now)
  }
}

/** Creates them all; returns the references of the cases. */
export async function releaseCanaries(site: Site, now: Date): Promise<{ references: string[] }> {
  const named = { name: 'Canary Clerk', email: 'canary-clerk@example.org' }
  const staff = await makeCaseworker(site.db, now, { role: 'editor', ...named })
  await releasePeople(site, now)
  await releaseMessages(site, staff, now)
  await releaseDrafts(site, now)
  await bringLines(site.db, staff, ['2026-11-02,500,CANARYUTR1,Canary Payer'], now)
  return { references: await releaseCases(site, staff, now) }
}
