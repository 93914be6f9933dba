import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { callFor, callForAward } from '#features/calls/call.ts'
import { listCalls } from '#features/calls/queries.server.ts'
import { countWords } from '#features/forms/count-words.ts'
import { isDay } from '#features/forms/days.ts'
import { listFilesOfCase } from '#features/forms/personal-data.server.ts'
import { rowsOf, textOf, type Answers } from '#features/forms/questions.ts'
import type { RuleFacts } from '#features/rulebook/facts.ts'
import { officeDay } from '#office-time.ts'
import { countHolders } from './admission.server.ts'
import { gradeOf } from './case-types.ts'
import { countByProposer } from './cycles.server.ts'
import { lacksDetails } from './details/details.ts'
import { key, type NominationKind } from './form.ts'
import { membershipOfNominee } from './nominee/queries.server.ts'

/** What the rules can know about a nomination. What nobody has said is left out, and the rules answer “not known”. */

interface JudgedNomination {
  id: string
  process: string
  category: string
  cycle: string
  state: string
  answers: string
  sender_email: string
  sender_confirmed_at: number | null
  subject_confirmed_at: number | null
  received_at: number
}

/** What the form itself says: nothing from the register, so that a proposer learns nothing from an answer. */
export async function factsFromForm(db: Db, one: JudgedNomination, now: Date): Promise<RuleFacts> {
  const kind = one.process as NominationKind
  const answers = fromJson<Answers>(one.answers)
  return known({
    today: officeDay(now),
    receivedOn: officeDay(one.received_at),
    cycleYear: Number(one.cycle),
    closingDay: await closingDayOf(db, kind, one, now),
    proposedGrade: gradeOf(kind, answers),
    'nominee.birthDay': dayOf(textOf(answers, 'birthDay')),
    'nominee.institution': textOf(answers, 'institution'),
    'nominee.discipline': textOf(answers, 'discipline'),
    'nominee.country': textOf(answers, 'country'),
    ...lengths(answers),
    refereesNamed: rowsOf(answers, 'experts').length,
    ...(await fileFacts(db, one.id)),
    ...listedFacts(answers),
    supporters: textOf(answers, 'seconderEmail') === '' ? 1 : 2,
    supporterInstitutions: supporterTexts(answers, 'Institution'),
    isSelfNominated: key(textOf(answers, 'email')) === key(textOf(answers, 'proposerEmail')),
    consents: one.subject_confirmed_at === null ? undefined : true,
    byProposer: await earlierByProposer(db, kind, one),
    cyclesUsed: (await countDeferrals(db, one.id)) + 1,
  })
}

/** The same with what the register says. */
export async function factsOfNomination(db: Db, one: JudgedNomination, now: Date): Promise<RuleFacts> {
  const answers = fromJson<Answers>(one.answers)
  const nominee = await membershipOfNominee(db, answers, officeDay(now))
  const grade = gradeOf(one.process as NominationKind, answers)
  return known({
    ...(await factsFromForm(db, one, now)),
    'nominee.isMember': nominee.isMember,
    'nominee.grade': nominee.grade,
    holders: grade && (await countHolders(db, grade)),
  })
}

function known(facts: { [N in keyof RuleFacts]: RuleFacts[N] | undefined }): RuleFacts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined && value !== ''))
}

/** Nothing is known of these before the nominee has filled them in. */
function listedFacts(answers: Answers): { [N in keyof RuleFacts]: RuleFacts[N] | undefined } {
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
async function closingDayOf(
  db: Db,
  kind: NominationKind,
  { category, cycle, answers }: JudgedNomination,
  now: Date,
) {
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
async function earlierByProposer(db: Db, kind: NominationKind, one: JudgedNomination): Promise<number> {
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

const judgedColumns = [
  'id',
  'reference',
  'process',
  'category',
  'cycle',
  'state',
  'answers',
  'sender_email',
  'sender_confirmed_at',
  'subject_confirmed_at',
  'received_at',
] as const

export function selectJudged(db: Db) {
  return db.selectFrom('dossier').select(judgedColumns)
}
