import { fromJson } from '#db/engine/json.ts'
import type { CaseTypeName, Db } from '#db/schema/tables.ts'
import { isVisibleTo, readerOn, type CaseReader } from '#features/case-access/case-access.server.ts'
import { textOf, type Answers } from '#features/forms/questions.ts'
import { answersTo, considerRules, judge, type JudgedRule } from '#features/rulebook/judgements.server.ts'
import { findPublished, findVersionFor, listRules, type RuledBy } from '#features/rulebook/queries.server.ts'
import { clauseSentence, rulesInForce, type RuleAnswer } from '#features/rulebook/rule.ts'
import { stages, type RuleStage } from '#features/rulebook/rulebook.ts'
import { officeDay } from '#office-time.ts'
import { factsFromForm, factsOfNomination, selectJudged } from './rule-facts.server.ts'

/** The rules of the Academy, applied to nominations. */

/** The clauses that a nomination does not meet when its proposer confirms it. The judgement is stored. */
export async function clausesAgainstProposal(db: Db, caseId: string, now: Date): Promise<string[]> {
  const one = await findJudged(db, caseId)
  if (!one) return []
  const facts = await factsFromForm(db, one, now)
  const judged = await judge(db, { ...ruledBy(one), stage: 'nomination', facts, caseId }, now)
  return judged?.refusals ?? []
}

/** Stores what the rules say when an election is recorded. Whoever goes ahead against them has given a reason. */
export async function judgeElection(db: Db, caseId: string, now: Date): Promise<void> {
  const one = await findJudged(db, caseId)
  if (!one) return
  const facts = await factsOfNomination(db, one, now)
  await judge(db, { ...ruledBy(one), stage: 'decision', facts, caseId }, now)
}

interface RuleObjection {
  stage: RuleStage
  /** For staff: the clause, and why it is not met or what is not known. */
  sentence: string
  /** The clause and its words, if it is not met. */
  refusal: string | undefined
}

/** What the rules say about a nomination at some stages: which clauses are not met or not known. */
export async function ruleObjections(
  db: Db,
  caseId: string,
  wanted: readonly RuleStage[],
  now: Date,
): Promise<RuleObjection[]> {
  const one = await findJudged(db, caseId)
  if (!one) return []
  const facts = await factsOfNomination(db, one, now)
  const found: RuleObjection[] = []
  for (const stage of wanted) {
    const { answers = [] } = (await considerRules(db, { ...ruledBy(one), stage, facts }, now)) ?? {}
    const unmet = answers.filter(({ answer }) => answer !== 'met')
    found.push(...unmet.map((judged) => objection(stage, judged)))
  }
  return found
}

/** A nomination for which a rulebook is in force. */
async function findJudged(db: Db, caseId: string) {
  const one = await selectJudged(db).where('id', '=', caseId).executeTakeFirst()
  if (!one || one.process === 'membership') return undefined
  return (await findVersionFor(db, ruledBy(one))) ? one : undefined
}

/** The rulebook of its call, or the one for its grade. */
function ruledBy({ process: caseType, answers }: { process: string; answers: string }): RuledBy {
  const rulebook = textOf(fromJson<Answers>(answers), 'rulebook')
  return rulebook === '' && caseType !== 'award' ? { subject: caseType } : { rulebook }
}

function objection(stage: RuleStage, judged: JudgedRule): RuleObjection {
  const clause = clauseSentence(judged)
  const isNotMet = judged.answer === 'not-met'
  return {
    stage,
    sentence: `${clause} ${isNotMet ? 'Not met: ' : ''}${judged.because}`,
    refusal: isNotMet ? clause : undefined,
  }
}

export interface TouchedCase {
  reference: string
  changes: { clause: string; before: RuleAnswer['answer']; after: RuleAnswer['answer'] }[]
}

interface ComparedVersions {
  /** What the rulebook judges by itself, if anything. */
  subject: string | null
  /** The slug by which calls name it. */
  rulebook: string
  fromVersion?: string
  toVersion: string
}

/** So many open cases are compared at once. */
const maxCompared = 500

/**
 * The open nominations about which a draft says something other than the version in force. It changes nothing: what was
 * decided stays decided.
 */
export async function listTouchedCases(
  db: Db,
  reader: CaseReader,
  { subject, rulebook, fromVersion, toVersion }: ComparedVersions,
  now: Date,
): Promise<{ compared: number; isMore: boolean; touched: TouchedCase[] }> {
  const day = officeDay(now)
  const before = fromVersion === undefined ? [] : await listRules(db, fromVersion)
  const after = await listRules(db, toVersion)
  const open = await selectJudged(db)
    .where((eb) =>
      eb.or([
        // Answers are compact JSON, and a slug has no characters that JSON or LIKE would escape.
        eb('answers', 'like', `%"rulebook":"${rulebook}"%`),
        eb.and([
          eb('process', '=', subject as CaseTypeName),
          eb.or([eb('answers', 'not like', '%"rulebook":"%'), eb('answers', 'like', '%"rulebook":""%')]),
        ]),
      ]),
    )
    .where('ended_at', 'is', null)
    .where(isVisibleTo(reader))
    .orderBy('received_at')
    .orderBy('id')
    .limit(maxCompared + 1)
    .execute()
  const touched: TouchedCase[] = []
  for (const one of open.slice(0, maxCompared)) {
    const facts = await factsOfNomination(db, one, now)
    const answers = (rules: typeof before) =>
      new Map(
        (Object.keys(stages) as RuleStage[])
          .flatMap((stage) => answersTo(rulesInForce(rules, stage, day), facts).answers)
          .map(({ clause, answer }) => [clause, answer]),
      )
    const changes = differencesOf(answers(before), answers(after))
    if (changes.length > 0) touched.push({ reference: one.reference, changes })
  }
  return { compared: Math.min(open.length, maxCompared), isMore: open.length > maxCompared, touched }
}

/** The same for a draft of a rulebook. Undefined if the rulebook is about applications for membership. */
export async function findTouchedCases(
  db: Db,
  actor: { id: string },
  { id, slug, subject }: { id: string; slug: string; subject: string | null },
  draftId: string,
  now: Date,
) {
  if (subject === 'membership') return undefined
  const published = await findPublished(db, id)
  const versions = { toVersion: draftId, ...(published && { fromVersion: published.id }) }
  return listTouchedCases(db, readerOn(actor, now), { subject, rulebook: slug, ...versions }, now)
}

/** A clause that one side lacks counts as met: no rule says anything against the case. */
type ClauseAnswers = Map<string, RuleAnswer['answer']>

function differencesOf(before: ClauseAnswers, after: ClauseAnswers): TouchedCase['changes'] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((clause) => ({
      clause,
      before: before.get(clause) ?? 'met',
      after: after.get(clause) ?? 'met',
    }))
    .filter((change) => change.before !== change.after)
}
