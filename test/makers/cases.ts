import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Db, CaseTypeName } from '#db/schema/tables.ts'
import { system, type Actor } from '#features/audit/actor.ts'
import { attachFile } from '#features/forms/drafts/draft-files.server.ts'
import { beginDraft, findDraft, savePart } from '#features/forms/drafts/drafts.server.ts'
import { caseTypeOf, caseTypes } from '#features/casework/case-types.ts'
import { reopenForm, type FormPurpose } from '#features/cases/reopening.server.ts'
import { isApplicable, type Answers, type FileQuestion } from '#features/forms/questions.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { openFileStore, type FileStore } from '#server/files/files.server.ts'
import { lettersSecret, openLetters } from './letters.ts'

/** Cases for tests, made the way people make them. */

export const caseOrigin = 'https://iaps.example'
export const passerBy: Actor = { kind: 'visitor', address: '192.0.2.9' }

const wordy = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ')

const person: Answers = {
  title: 'dr',
  firstName: 'Asha',
  lastName: 'Sample',
  birthDay: '1950-03-01',
  nationality: 'Indian',
  department: 'Physics',
  institution: 'Sample Institute',
  city: 'Sampleton',
  country: 'India',
  email: 'asha@example.org',
  discipline: 'Physics',
}

const said: Answers = {
  remarks: 'A fine mind.',
  knowsWork: 'yes',
  conflicts: ['none'],
  declares: 'yes',
  signature: 'Prof. Ben Sample',
}

const nomination: Answers = {
  ...person,
  ...said,
  isMember: 'yes',
  memberNo: 'LM-12',
  position: 'Reader',
  officeAddress: '1 Sample Road, 211001',
  specialisation: 'Optics',
  degrees: [{ degree: 'PhD', subject: 'Physics', university: 'Sample University', year: '1980' }],
  positions: [{ post: 'Reader', institution: 'Sample Institute', from: '1985' }],
  citation: 'For light.',
  proposerName: 'Prof. Ben Sample',
  proposerFellowNo: 'F-7',
  proposerInstitution: 'Other Institute',
  proposerEmail: 'ben@example.org',
  proposerPhone: '+91 532 1234567',
  seconderName: 'Prof. Chitra Sample',
  seconderFellowNo: 'F-8',
  seconderInstitution: 'Third Institute',
  seconderEmail: 'chitra@example.org',
}

const expert = (name: string) => ({
  name,
  institution: 'Far Institute',
  email: `${name.toLowerCase()}@far.example`,
  field: 'Optics',
  relation: 'None',
})

/** What a form for the sample award starts with. */
export const ofSampleCall: Answers = {
  ...{
    call: 'sample-call',
    closesOn: '',
    award: 'sample-award',
    awardTitle: 'Sample Award',
    panel: '',
    rulebook: '',
  },
  callParts: ['career', 'publications', 'files', 'seconder'],
  callStages: ['panel', 'acceptance'],
}

export const rightAnswers: Record<CaseTypeName, Answers> = {
  fellow: {
    ...nomination,
    statement: 'She sees what others overlook.',
    analysis: wordy(200),
    publications: [
      { authors: 'A. Sample', year: '1990', title: 'On light', journal: 'J. Sample', doi: '10.1000/182' },
    ],
    experts: [expert('Dev'), expert('Esha')],
  },
  'associate-fellow': {
    ...nomination,
    thesis: 'On light',
    doctorateUniversity: 'Sample University',
    doctorateYear: '1980',
    supervisor: 'Prof. Sample',
    research: 'Light.',
    publications: [
      { authors: 'A. Sample', year: '1990', title: 'On light', journal: 'J. Sample', ownPart: 'All of it.' },
    ],
    contribution: wordy(50),
    experts: [expert('Dev')],
    proposesAs: 'fellow',
  },
  award: {
    ...nomination,
    ...ofSampleCall,
    statement: 'She sees what others overlook.',
    publications: [{ authors: 'A. Sample', year: '1990', title: 'On light', journal: 'J. Sample' }],
  },
  membership: {
    ...person,
    category: 'life',
    reason: 'new',
    band: 'india',
    occupation: 'Teacher',
    designation: 'Lecturer',
    officeAddress: '1 Sample Road, 211001',
    postTo: 'office',
    phone: '+91 532 1234567',
    degree: 'MSc',
    degreeSubject: 'Physics',
    university: 'Sample University',
    degreeYear: '1975',
    declares: 'yes',
    agrees: 'yes',
    signature: 'Asha Sample',
  },
}

export function makeStore(): FileStore {
  const folder = mkdtempSync(join(tmpdir(), 'private-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return openFileStore(folder)
}

/** Opens both calls from a day before to a month after. */
export async function openCalls(db: Db, now: Date): Promise<void> {
  const day = 86_400_000
  const [opens, closes] = [now.getTime() - day, now.getTime() + 30 * day].map((at) =>
    new Date(at).toISOString().slice(0, 16).replace('T', ' '),
  ) as [string, string]
  const cycles = { fellowOpensAt: opens, associateFellowOpensAt: opens }
  await changeSettings(
    db,
    system,
    { ...cycles, fellowClosesAt: closes, associateFellowClosesAt: closes },
    now,
  )
}

/** A form with everything it needs; returns its token. */
export async function makeFilledDraft(
  db: Db,
  name: CaseTypeName,
  now: Date,
  changes: Answers = {},
  store = makeStore(),
): Promise<string> {
  const token = await beginDraft(db, name, now)
  const answers = { ...rightAnswers[name], ...changes }
  await savePart(db, name, token, { part: 'all', answers, isDone: true }, now)
  await attachNeeded(db, store, name, token, now)
  return token
}

/** A sample for each file that a draft needs and does not have. */
export async function attachNeeded(db: Db, store: FileStore, name: CaseTypeName, token: string, now: Date) {
  const { answers, files } = await draftOf(db, name, token, now)
  const form = caseTypes[name].formFor(await readSettings(db), answers)
  const needed = form.parts.flatMap(({ questions }) => questions).filter((one) => one.kind === 'file')
  for (const question of needed.filter((one) => !one.optional && isApplicable(one, answers)))
    if (!files.some((file) => file.question === question.name))
      await attachSample(db, store, name, token, question, now)
}

async function attachSample(
  db: Db,
  store: FileStore,
  name: CaseTypeName,
  token: string,
  question: FileQuestion,
  now: Date,
) {
  const isPdf = question.types.includes('pdf')
  const file = {
    question,
    name: isPdf ? `${question.name}.pdf` : `${question.name}.jpg`,
    mediaType: isPdf ? 'application/pdf' : 'image/jpeg',
    bytes: Buffer.from(`the bytes of ${question.name}`),
  }
  const outcome = await attachFile(db, store, name, token, file, now)
  if (!outcome.ok) throw new Error(`The sample for ${question.name} was refused: ${outcome.reason}.`)
}

/** Overwrites answers like a page that shows the newest. */
export async function changeAnswers(db: Db, name: CaseTypeName, token: string, answers: Answers, now: Date) {
  const { answers: base } = await draftOf(db, name, token, now)
  const outcome = await savePart(db, name, token, { part: 'all', answers, base, isDone: true }, now)
  if (!outcome.ok) throw new Error(`The draft was not saved: ${outcome.reason}.`)
}

export async function draftOf(db: Db, name: CaseTypeName, token: string, now: Date) {
  const draft = await findDraft(db, name, token, now)
  if (!draft) throw new Error('The draft is gone.')
  return draft
}

/** The token of the newest link that was mailed to an address. */
export async function tokenMailedTo(db: Db, recipient: string): Promise<string> {
  const letters = await openLetters(db, recipient)
  // Ids rise with the time at which they were made, whatever the letter's own clock said.
  const { body_text } = letters
    .filter(({ body_text }) => body_text.includes('?token='))
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))[0]!
  return /\?token=([\w-]{43})/.exec(body_text)?.[1] ?? ''
}

/** Opens the form of a case that was sent back, in a browser that has no form yet. */
export function reopen(db: Db, purpose: FormPurpose, link: string, now: Date, own?: string) {
  const browser = { network: '192.0.2.7', secret: lettersSecret, draftOf: () => own }
  return reopenForm(db, purpose, { link, ...browser, caseTypeOf }, now)
}
