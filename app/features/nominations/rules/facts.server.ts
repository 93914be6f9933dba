import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { callFor, callForAward } from '#features/calls/call.ts'
import { listCalls } from '#features/calls/queries.server.ts'
import { enteredFacts } from '#features/cases/rules/entered-facts.server.ts'
import { factsAboutPerson, findNamed } from '#features/cases/rules/register-facts.server.ts'
import type { RuledCase } from '#features/cases/rules/ruled-case.server.ts'
import { countWords } from '#features/forms/count-words.ts'
import { isDay } from '#features/forms/days.ts'
import { listFilesOfCase } from '#features/forms/personal-data.server.ts'
import { fullTitle } from '#features/forms/pieces.ts'
import { rowsOf, textOf, type Answers } from '#features/forms/questions.ts'
import { countHolders } from '#features/nominations/admission.server.ts'
import { gradeOf } from '#features/nominations/case-types.ts'
import { countByProposer } from '#features/nominations/cycles.server.ts'
import { lacksDetails } from '#features/nominations/details/details.ts'
import { key, type NominationKind } from '#features/nominations/form.ts'
import { membershipOfNominee } from '#features/nominations/nominee/queries.server.ts'
import { listReachedAt } from '#features/people/contacts/queries.server.ts'
import type { RuleFacts } from '#features/rulebook/facts.ts'
import {
  factsAbout,
  factsFrom,
  joinFacts,
  type PossibleFacts,
  type SourcedFacts,
} from '#features/rulebook/sourced-facts.ts'
import { officeDay } from '#office-time.ts'

/** What the rules can know about a nomination. What nobody has said is left out, and the rules answer “not known”. */

type OwnFacts = Omit<RuledCase, 'reference' | 'facts' | 'fee' | 'rules_at'>

/** What the form itself says: nothing from the register, so that a proposer learns nothing from an answer. */
export async function factsFromForm(db: Db, one: OwnFacts, now: Date): Promise<SourcedFacts> {
  const kind = one.process as NominationKind
  const answers = fromJson<Answers>(one.answers)
  return joinFacts(
    factsFrom('this case', {
      today: officeDay(now),
      receivedOn: officeDay(one.received_at),
      cycleYear: Number(one.cycle),
      cyclesUsed: (await countDeferrals(db, one.id)) + 1,
      consents: one.subject_confirmed_at === null ? undefined : true,
    }),
    factsFrom('the call', { closingDay: await closingDayOf(db, kind, one, now) }),
    factsFrom('the form', {
      proposedGrade: gradeOf(kind, answers),
      'nominee.birthDay': dayOf(textOf(answers, 'birthDay')),
      'nominee.institution': textOf(answers, 'institution'),
      'nominee.discipline': textOf(answers, 'discipline'),
      'nominee.country': textOf(answers, 'country'),
      'proposer.institution': textOf(answers, 'proposerInstitution'),
      'seconder.institution': textOf(answers, 'seconderInstitution'),
      ...lengths(answers),
      refereesNamed: rowsOf(answers, 'experts').length,
      ...(await fileFacts(db, one.id)),
      ...listedFacts(answers),
      supporters: hasSeconder(answers) ? 2 : 1,
      supporterInstitutions: supporterTexts(answers, 'Institution'),
      isSelfNominated: key(textOf(answers, 'email')) === key(textOf(answers, 'proposerEmail')),
    }),
    factsFrom('other cases', { byProposer: await earlierByProposer(db, kind, one) }),
  )
}

/** The same for its proposer, with what the register says about them: they have proved the address it has of them. */
export async function factsForProposer(db: Db, one: OwnFacts, now: Date): Promise<SourcedFacts> {
  const supporter = supporterIn(fromJson<Answers>(one.answers), 'proposer')
  const id = await findNamed(db, supporter)
  const isOwn = id !== undefined && (await listReachedAt(db, one.sender_email)).includes(id)
  const register = await factsAboutPerson(db, 'proposer', isOwn ? id : undefined, officeDay(now))
  return joinFacts(register, await factsFromForm(db, one, now))
}

/** Everything that the site knows, and what the office has entered. */
export async function factsOfNomination(db: Db, one: RuledCase, now: Date): Promise<SourcedFacts> {
  const answers = fromJson<Answers>(one.answers)
  const day = officeDay(now)
  const membership = await membershipOfNominee(db, answers, day)
  // Without a grade, nobody of that number and name is in the register.
  const isFound = membership.grade !== undefined
  const named = { name: fullTitle(answers), memberNo: textOf(answers, 'memberNo') }
  const nominee = isFound ? await findNamed(db, named) : undefined
  return joinFacts(
    await factsAboutPerson(db, 'nominee', nominee, day),
    factsAbout('nominee', isFound ? 'the register' : 'the form', membership),
    await supporterFacts(db, answers, day),
    await factsFromForm(db, one, now),
    factsFrom('the form and the seconder’s answer', {
      supportersWithKnowledge: await countWithKnowledge(db, one.id, answers),
    }),
    await countedFacts(db, one, now),
    await enteredFacts(db, one.id),
  )
}

const supporterRoles = ['proposer', 'seconder'] as const

function supporterIn(answers: Answers, role: (typeof supporterRoles)[number]) {
  return { name: textOf(answers, `${role}Name`), fellowNo: textOf(answers, `${role}FellowNo`) }
}

function hasSeconder(answers: Answers): boolean {
  return textOf(answers, 'seconderEmail') !== ''
}

async function supporterFacts(db: Db, answers: Answers, day: string): Promise<SourcedFacts> {
  const found: SourcedFacts[] = []
  for (const role of supporterRoles) {
    const id = await findNamed(db, supporterIn(answers, role))
    found.push(await factsAboutPerson(db, role, id, day))
  }
  const all = joinFacts(...found)
  const { 'proposer.grade': first, 'seconder.grade': second } = all.facts
  const { 'proposer.country': here, 'seconder.country': there } = all.facts
  return joinFacts(
    all,
    factsFrom('the register', {
      supporterGrades: allKnown(hasSeconder(answers) ? [first, second] : [first]),
      supporterCountries: allKnown(hasSeconder(answers) ? [here, there] : [here]),
    }),
  )
}

/** Undefined if one of them is not known. */
function allKnown(texts: readonly (string | undefined)[]): string[] | undefined {
  const known = texts.filter((text) => text !== undefined)
  return known.length === texts.length ? known : undefined
}

/** Undefined before the seconder has answered. */
async function countWithKnowledge(db: Db, caseId: string, answers: Answers): Promise<number | undefined> {
  const proposerKnows = textOf(answers, 'knowsWork') === 'yes' ? 1 : 0
  if (!hasSeconder(answers)) return proposerKnows
  const seconded = await db
    .selectFrom('confirmation')
    .select('answer')
    .where('dossier_id', '=', caseId)
    .where('purpose', '=', 'second')
    .where('answered_at', 'is not', null)
    .orderBy('answered_at', 'desc')
    .executeTakeFirst()
  const answer = fromJson<Record<string, string>>(seconded?.answer ?? '{"declined":"yes"}')
  if ('declined' in answer) return undefined
  return proposerKnows + (answer['knowsWork'] === 'yes' ? 1 : 0)
}

/** What has to be counted among all cases, this one aside. */
async function countedFacts(db: Db, one: RuledCase, now: Date): Promise<SourcedFacts> {
  const grade = gradeOf(one.process as NominationKind, fromJson<Answers>(one.answers))
  const others = await listOthersElected(db, one)
  const year = officeDay(now).slice(0, 4)
  const isElected = ['elected', 'accepted'].includes(one.state)
  const waiting = others.filter(({ state, facts }) => state !== 'admitted' && yearOf(facts) === year)
  const ofAward = others.filter(({ facts }) => yearOf(facts) === year).length
  return joinFacts(
    factsFrom('the register and other cases', {
      holders: grade && (await countHolders(db, grade)) - (isElected ? 1 : 0),
      electedThisYear: grade ? waiting.length + (await countElectedIn(db, grade, Number(year))) : ofAward,
    }),
    factsFrom('other cases', { bySection: await countBySection(db, one) }),
  )
}

function listOthersElected(db: Db, { id, process: caseType, category }: RuledCase) {
  return db
    .selectFrom('dossier')
    .select(['state', 'facts'])
    .where('process', '=', caseType)
    .where('category', '=', category)
    .where('state', 'in', ['elected', 'accepted', 'admitted'])
    .where('id', '<>', id)
    .execute()
}

function yearOf(facts: string): string {
  const { electedOn = '' } = fromJson<{ electedOn?: string }>(facts)
  return electedOn.slice(0, 4)
}

async function countElectedIn(db: Db, grade: string, year: number): Promise<number> {
  const { count } = await db
    .selectFrom('person')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('grade', '=', grade)
    .where('elected_year', '=', year)
    .where('sample_at', 'is', null)
    .where('binned_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** How many others of the cycle the same section has recommended. Undefined before a section has this one. */
async function countBySection(db: Db, one: RuledCase): Promise<number | undefined> {
  const section = sectionIn(one.facts)
  if (section === '') return undefined
  const others = await db
    .selectFrom('dossier')
    .select('facts')
    .where('process', '=', one.process)
    .where('category', '=', one.category)
    .where('cycle', '=', one.cycle)
    .where('state', 'in', ['recommended', 'elected', 'accepted', 'admitted', 'not_elected'])
    .where('id', '<>', one.id)
    .execute()
  return others.filter(({ facts }) => sectionIn(facts) === section).length
}

function sectionIn(facts: string): string {
  const { section = '' } = fromJson<{ section?: string }>(facts)
  return section.trim().toLowerCase()
}

/** Nothing is known of these before the nominee has filled them in. */
function listedFacts(answers: Answers): PossibleFacts {
  if (lacksDetails(answers)) return { papersAttached: undefined }
  return {
    'nominee.degrees': column(answers, 'degrees', 'degree'),
    'nominee.honours': column(answers, 'honours', 'name'),
    publicationsListed: rowsOf(answers, 'publications').length,
  }
}

function dayOf(text: string): string | undefined {
  return isDay(text) ? text : undefined
}

function column(answers: Answers, repeat: string, name: string): string[] {
  return rowsOf(answers, repeat)
    .map((row) => row[name] ?? '')
    .filter(Boolean)
}

function supporterTexts(answers: Answers, field: string): string[] {
  return [textOf(answers, `proposer${field}`), textOf(answers, `seconder${field}`)].filter(Boolean)
}

function lengths(answers: Answers): RuleFacts {
  return Object.fromEntries(
    ['citation', 'statement', 'analysis'].flatMap((name) => {
      const text = textOf(answers, name)
      if (text === '') return []
      return [
        [`${name}Words`, countWords(text)],
        [`${name}Characters`, [...text].length],
      ]
    }),
  )
}

async function fileFacts(db: Db, id: string): Promise<RuleFacts> {
  const files = await listFilesOfCase(db, id)
  const count = (wanted: string) => files.filter(({ question }) => question === wanted).length
  return { papersAttached: count('bestPapers'), lettersAttached: count('support') }
}

/** The last day of the call that the form was started for; otherwise of the call of the cycle. */
async function closingDayOf(db: Db, kind: NominationKind, { category, cycle, answers }: OwnFacts, now: Date) {
  const typed = fromJson<Answers>(answers)
  const stored = dayOf(textOf(typed, 'closesOn'))
  // A nomination that was carried forward is judged by the closing of its new cycle.
  if (stored?.startsWith(cycle)) return stored
  const calls = await listCalls(db, now)
  // While its own call takes forms, the next one may be open already.
  const own = textOf(typed, 'call')
  const call = kind === 'award' ? callForAward(calls, category, own) : callFor(calls, kind, own)
  const { closesAt } = call ?? {}
  const day = closesAt === undefined ? undefined : officeDay(closesAt)
  return day?.startsWith(cycle) ? day : undefined
}

/** Without this nomination, if it counts already. */
async function earlierByProposer(db: Db, kind: NominationKind, one: OwnFacts): Promise<number> {
  const made = await countByProposer(db, kind, one.sender_email, one)
  const isCounted = one.sender_confirmed_at !== null && made > 0
  return isCounted ? made - 1 : made
}

/** How often it was carried forward. */
export async function countDeferrals(db: Db, caseId: string): Promise<number> {
  const { count } = await db
    .selectFrom('dossier_move')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('dossier_id', '=', caseId)
    .where('move', '=', 'defer')
    .executeTakeFirstOrThrow()
  return count
}
