import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { StaffActor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { readerOn } from '#features/case-access/case-access.server.ts'
import { findCase } from '#features/casework/case-queries.server.ts'
import { caseTypeOfRow } from '#features/casework/case-types.ts'
import { listEnteredFacts } from '#features/cases/rules/entered-facts.server.ts'
import { ruledBy, type RuledCase } from '#features/cases/rules/ruled-case.server.ts'
import { isFactName, type FactName } from '#features/rulebook/facts.ts'
import { answersTo, listJudgements } from '#features/rulebook/judgements.server.ts'
import { findNameOfVersion, findVersionFor, listRules } from '#features/rulebook/queries.server.ts'
import { factsNeeded, isInexact, rulesInForce } from '#features/rulebook/rule.ts'
import { answerNames, stages } from '#features/rulebook/rulebook.ts'
import { factView } from '#features/rulebook/views.ts'
import { officeDay } from '#office-time.ts'
import { factsOfCase } from './case-facts.server.ts'
import { stagesAhead } from './objections.server.ts'

/** The rules that judge a case, the facts they use, and what they said when it was decided. Recorded like each reading. */
export function readCaseRules(db: Db, actor: StaffActor, reference: string, now: Date) {
  return inTransaction(db, async (db) => {
    const caseRow = await findCase(db, readerOn(actor, now), reference)
    if (!caseRow) return undefined
    await record(db, actor, 'case.read', `case:${reference}`, {}, now)
    return {
      reference,
      name: caseRow.subject_name,
      isOpen: caseRow.ended_at === null,
      rules: caseRow.ended_at === null ? await gatherRules(db, caseRow, now) : undefined,
      judgements: await viewJudgements(db, caseRow),
    }
  })
}

export type CaseRulesView = NonNullable<Awaited<ReturnType<typeof readCaseRules>>>

async function gatherRules(db: Db, one: RuledCase, now: Date) {
  const version = await findVersionFor(db, ruledBy(one))
  if (!version) return undefined
  const all = await listRules(db, version.id)
  const applied = stagesAhead(one).flatMap((stage) =>
    rulesInForce(all, stage, officeDay(now)).map((rule) => ({ ...rule, stage })),
  )
  const { facts, origins } = await factsOfCase(db, one, now)
  const { answers } = answersTo(applied, facts)
  const entered = await listEnteredFacts(db, one.id)
  const needed = [...new Set([...applied.flatMap(factsNeeded), ...entered.map(({ name }) => name)])]
  return {
    version: { rulebook: await findNameOfVersion(db, version.id), number: version.number },
    answers: applied.map(({ clause, words, stage }, at) => ({
      ...{ clause, words, stage: stages[stage] },
      answer: answerNames[answers[at]?.answer ?? 'not-known'],
      because: answers[at]?.because ?? '',
    })),
    facts: needed.map((name) => {
      const own = entered.find((fact) => fact.name === name)
      const isMissing = facts[name] === undefined || isInexact(name, facts)
      return {
        ...factView(name, facts[name]),
        origin: origins[name] ?? '',
        canEnter: own !== undefined || isMissing,
        entered: own && { source: own.source, by: own.by, at: own.at },
      }
    }),
  }
}

async function viewJudgements(db: Db, one: RuledCase) {
  const { moves } = caseTypeOfRow(one).workflow
  const stored = await listJudgements(db, one.id)
  return stored.map(({ id, at, version, stage, move, answers, reasons, facts, origins }) => ({
    ...{ id, at, version, stage: stages[stage as keyof typeof stages] },
    what: move === null ? 'Confirmed by the proposer' : (moves[move]?.label ?? move),
    answers: answers.map(({ clause, answer }, at) => ({
      ...{ clause, answer: answerNames[answer], because: reasons[at] ?? '' },
    })),
    facts: namesIn(facts).map((name) => {
      const { label, value } = factView(name, facts[name])
      return { label, value, origin: origins[name] ?? '' }
    }),
  }))
}

function namesIn(facts: object): FactName[] {
  return Object.keys(facts).filter(isFactName)
}
