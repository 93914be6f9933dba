import { newId } from '#db/engine/id.ts'
import { fromJson, toJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { officeDay } from '#office-time.ts'
import type { RuleFacts } from './facts.ts'
import { findVersionFor, listRules, type RuledBy } from './queries.server.ts'
import { clauseSentence, judgeRule, rulesInForce, type AcademyRule, type RuleAnswer } from './rule.ts'
import type { RuleStage } from './rulebook.ts'
import type { FactOrigins } from './sourced-facts.ts'

/** What the rules say about a case, and what they said when it was decided. */

export type JudgedRule = RuleAnswer & { words: string }

export interface Judgement {
  version: number
  answers: JudgedRule[]
  /** The clauses that are not met, each with its words. */
  refusals: string[]
}

type RuledFacts = RuledBy & { facts: RuleFacts; origins?: FactOrigins }
type JudgedCase = RuledFacts & { stage: RuleStage }
type FoundJudgement = Judgement & { versionId: string }

/** What the rules say, without storing it. Undefined if no rulebook is published for the subject. */
export async function considerRules(
  db: Db,
  { stage, facts, ...by }: JudgedCase,
  now: Date,
): Promise<FoundJudgement | undefined> {
  const version = await findVersionFor(db, by)
  if (!version) return undefined
  const rules = rulesInForce(await listRules(db, version.id), stage, officeDay(now))
  return { versionId: version.id, version: version.number, ...answersTo(rules, facts) }
}

export function answersTo(rules: readonly AcademyRule[], facts: RuleFacts) {
  const answers = rules.map((rule) => ({ ...judgeRule(rule, facts), words: rule.words }))
  const refusals = answers.filter(({ answer }) => answer === 'not-met').map(clauseSentence)
  return { answers, refusals }
}

/** Judges a case, and stores the version of its rules, the answers and the facts used. */
export async function judge(
  db: Db,
  { caseId, ...judged }: JudgedCase & { caseId: string | null },
  now: Date,
): Promise<Judgement | undefined> {
  const found = await considerRules(db, judged, now)
  if (!found || found.answers.length === 0) return found
  const row = rowOf(judged.stage, found, judged)
  // Whoever tries the same again gets the same answer, and no second row.
  if (caseId === null || !(await isStored(db, caseId, row))) await insert(db, caseId, null, row, now)
  return found
}

/** What the rules say about a decision, to be stored with it: one row for each stage that has rules, at least one. */
export async function considerDecision(
  db: Db,
  { stages, ...judged }: RuledFacts & { stages: readonly RuleStage[] },
  now: Date,
): Promise<JudgementRow[]> {
  const found: { row: JudgementRow; isEmpty: boolean }[] = []
  for (const stage of stages) {
    const one = await considerRules(db, { ...judged, stage }, now)
    if (one) found.push({ row: rowOf(stage, one, judged), isEmpty: one.answers.length === 0 })
  }
  const filled = found.filter(({ isEmpty }) => !isEmpty)
  return (filled.length > 0 ? filled : found.slice(-1)).map(({ row }) => row)
}

export async function storeDecision(
  db: Db,
  { caseId, move }: { caseId: string; move: string },
  rows: readonly JudgementRow[],
  now: Date,
): Promise<void> {
  for (const row of rows) await insert(db, caseId, move, row, now)
}

export type JudgementRow = ReturnType<typeof rowOf>

function rowOf(
  stage: RuleStage,
  { versionId, answers }: FoundJudgement,
  { facts, origins = {} }: Pick<RuledFacts, 'facts' | 'origins'>,
) {
  return {
    ...{ version_id: versionId, stage, outcome: outcomeOf(answers) },
    answers: toJson(answers.map(({ clause, answer }) => ({ clause, answer }))),
    facts: toJson(facts),
    origins: toJson(origins),
    reasons: toJson(answers.map(({ because }) => because)),
  }
}

async function insert(db: Db, caseId: string | null, move: string | null, row: JudgementRow, now: Date) {
  await db
    .insertInto('judgement')
    .values({ ...row, id: newId(), dossier_id: caseId, move, judged_at: now.getTime() })
    .execute()
}

async function isStored(
  db: Db,
  caseId: string,
  { version_id, stage, facts }: { version_id: string; stage: string; facts: string },
): Promise<boolean> {
  const last = await db
    .selectFrom('judgement')
    .select(['version_id', 'facts'])
    .where('dossier_id', '=', caseId)
    .where('stage', '=', stage)
    .orderBy('judged_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return last?.version_id === version_id && last.facts === facts
}

function outcomeOf(answers: readonly RuleAnswer[]): RuleAnswer['answer'] {
  const has = (wanted: RuleAnswer['answer']) => answers.some(({ answer }) => answer === wanted)
  return has('not-met') ? 'not-met' : has('not-known') ? 'not-known' : 'met'
}

/** The judgements about a case, the first one first. */
export async function listJudgements(db: Db, caseId: string) {
  const rows = await db
    .selectFrom('judgement')
    .innerJoin('rulebook_version', 'rulebook_version.id', 'judgement.version_id')
    .select(['judgement.id', 'stage', 'move', 'outcome', 'answers', 'facts', 'origins', 'reasons'])
    .select('judged_at as at')
    .select('rulebook_version.number as version')
    .where('dossier_id', '=', caseId)
    .orderBy('judged_at')
    .orderBy('judgement.id')
    .execute()
  return rows.map(({ answers, facts, origins, reasons, ...row }) => ({
    ...row,
    answers: fromJson<{ clause: string; answer: RuleAnswer['answer'] }[]>(answers),
    facts: fromJson<RuleFacts>(facts),
    origins: fromJson<FactOrigins>(origins),
    reasons: fromJson<string[]>(reasons),
  }))
}
