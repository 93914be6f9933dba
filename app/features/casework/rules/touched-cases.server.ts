import type { CaseTypeName, Db } from '#db/schema/tables.ts'
import { isVisibleTo, readerOn, type CaseReader } from '#features/case-access/case-access.server.ts'
import { countsFrom, ruledBy, selectRuled, type RuledCase } from '#features/cases/rules/ruled-case.server.ts'
import { answersTo } from '#features/rulebook/judgements.server.ts'
import {
  findPublished,
  findVersionFor,
  listRules,
  type StoredRule,
} from '#features/rulebook/queries.server.ts'
import { rulesInForce, type RuleAnswer } from '#features/rulebook/rule.ts'
import { stages, type RuleStage } from '#features/rulebook/rulebook.ts'
import { officeDay } from '#office-time.ts'
import { factsOfCase } from './case-facts.server.ts'

/** Which open cases a draft of a rulebook is about, and which of them it would touch. */

export interface TouchedCase {
  reference: string
  /** The draft would judge it. Otherwise the version in force when its call opened does, and the draft changes nothing. */
  isTouched: boolean
  changes: { clause: string; before: RuleAnswer['answer']; after: RuleAnswer['answer'] }[]
}

interface ComparedDraft {
  /** What the rulebook judges by itself, if anything. */
  subject: string | null
  /** The slug by which calls name it. */
  rulebook: string
  /** Whether a version was published before. */
  isInForce: boolean
  toVersion: string
}

/** So many open cases are compared at once. */
const maxCompared = 500

export interface ComparedCases {
  compared: number
  isMore: boolean
  /** Those about which the draft gives other answers than the rules that judge them. */
  differing: TouchedCase[]
}

/** Compares a draft with the rules of every open case. It changes nothing: what was decided stays decided. */
export async function compareCases(
  db: Db,
  reader: CaseReader,
  { subject, rulebook, isInForce, toVersion }: ComparedDraft,
  now: Date,
): Promise<ComparedCases> {
  const after = await listRules(db, toVersion)
  const open = await selectRuled(db)
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
  const differing: TouchedCase[] = []
  for (const one of open.slice(0, maxCompared)) {
    const changes = await compareOne(db, one, after, now)
    const isTouched = !isInForce || countsFrom(one) >= now.getTime()
    if (changes.length > 0) differing.push({ reference: one.reference, isTouched, changes })
  }
  return { compared: Math.min(open.length, maxCompared), isMore: open.length > maxCompared, differing }
}

async function compareOne(db: Db, one: RuledCase, after: StoredRule[], now: Date) {
  const version = await findVersionFor(db, ruledBy(one))
  const before = version ? await listRules(db, version.id) : []
  const { facts } = await factsOfCase(db, one, now)
  const day = officeDay(now)
  const answers = (rules: StoredRule[]) =>
    new Map(
      (Object.keys(stages) as RuleStage[])
        .flatMap((stage) => answersTo(rulesInForce(rules, stage, day), facts).answers)
        .map(({ clause, answer }) => [clause, answer]),
    )
  return differencesOf(answers(before), answers(after))
}

/** The same for someone of the staff, without the cases that name them. */
export async function compareDraft(
  db: Db,
  actor: { id: string },
  { id, slug, subject }: { id: string; slug: string; subject: string | null },
  draftId: string,
  now: Date,
): Promise<ComparedCases> {
  const isInForce = (await findPublished(db, id)) !== undefined
  const draft = { subject, rulebook: slug, isInForce, toVersion: draftId }
  return compareCases(db, readerOn(actor, now), draft, now)
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
