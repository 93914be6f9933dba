import { expect } from 'vitest'
import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { verifyChain } from '#features/audit/verify.server.ts'
import type { Mover } from '#features/cases/workflow.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { system, type Actor } from '#features/audit/actor.ts'
import { caseOrigin as origin, makeFilledDraft, makeStore, openCalls, passerBy } from '#test/makers/cases.ts'
import { monday, test } from '#test/harness/db.ts'
import { pick, randomFrom } from '#test/harness/random.ts'
import { repeat } from '#test/harness/scale.ts'
import { actorFor, makeStaff } from '#test/makers/staff.ts'
import { moveNomination, submitNomination } from './operations.server.ts'
import { moves, workflow, type NominationMove, type NominationState } from './workflow.ts'

/** Nominations on random paths, compared with a model that knows only the domain. */

const seed = 19_941_204
const count = repeat({ short: 120, full: 500 })

/** Written separately from the table under test: who may move from where to where. */
const model: Record<string, Partial<Record<NominationMove, [to: NominationState, ...by: Mover[]]>>> = {
  submitted: {
    complete: ['complete', 'system'],
    'ask-again': ['submitted', 'proposer'],
    'correct-address': ['submitted', 'proposer', 'system'],
    'not-me': ['submitted', 'proposer', 'nominee'],
    decline: ['declined', 'nominee'],
    withdraw: ['withdrawn', 'proposer'],
    lapse: ['lapsed', 'system'],
    'close-as-spam': ['spam', 'editor', 'admin'],
  },
  complete: {
    return: ['returned', 'editor', 'admin'],
    'propose-ineligible': ['ineligible_proposed', 'editor', 'admin'],
    refer: ['referred', 'editor', 'admin'],
    withdraw: ['withdrawn', 'proposer'],
    'close-confirmed-as-spam': ['spam', 'admin'],
  },
  returned: {
    correct: ['complete', 'proposer'],
    'ask-again': ['submitted', 'proposer'],
    withdraw: ['withdrawn', 'proposer'],
    lapse: ['lapsed', 'system'],
    'close-confirmed-as-spam': ['spam', 'admin'],
  },
  ineligible_proposed: {
    'confirm-ineligible': ['ineligible', 'admin'],
    'keep-eligible': ['complete', 'admin'],
  },
  referred: { recommend: ['recommended', 'admin'], 'not-recommend': ['not_recommended', 'admin'] },
  recommended: {
    elect: ['elected', 'admin'],
    'not-elect': ['not_elected', 'admin'],
    defer: ['deferred', 'admin'],
  },
  not_recommended: { 'not-elect': ['not_elected', 'admin'], defer: ['deferred', 'admin'] },
  deferred: {
    renew: ['complete', 'proposer'],
    'ask-again': ['submitted', 'proposer'],
    withdraw: ['withdrawn', 'proposer'],
    lapse: ['lapsed', 'system'],
  },
  elected: {
    accept: ['accepted', 'nominee'],
    decline: ['declined', 'nominee'],
    annul: ['annulled', 'admin'],
  },
  accepted: { annul: ['annulled', 'admin'] },
  // Whatever is here, it leads back to the previous state of the nomination.
  spam: { restore: ['submitted', 'editor', 'admin'] },
}

const movers: Mover[] = ['editor', 'admin', 'proposer', 'nominee', 'system']
/** Admitting someone needs the register, which has its own tests. */
const tried = (Object.keys(moves) as NominationMove[]).filter((move) => move !== 'admit')

test(
  `${count} nominations follow the model, and nothing else (seed ${seed})`,
  { timeout: 240_000 },
  async ({ db }) => {
    const random = randomFrom(seed)
    await openCalls(db, monday)
    await changeSettings(db, system, { mostPerProposer: 100, validCycles: 20 }, monday)
    const staff = {
      editor: actorFor(await makeStaff(db, monday, { role: 'editor' })),
      admin: actorFor(await makeStaff(db, monday, { role: 'admin' })),
    }
    const reached = new Set<string>()
    const store = makeStore()
    for (let at = 0; at < count; at++) {
      const people = { email: `n${at}@example.org`, proposerEmail: `p${at % 50}@example.org` }
      const token = await makeFilledDraft(db, 'fellow', monday, people, store)
      const sent = await submitNomination(db, passerBy, origin, 'fellow', token, monday)
      if (!sent.ok) throw new Error(sent.reason)
      for (const state of await walk(db, sent.reference, staff, random)) reached.add(state)
    }

    const all = Object.keys(workflow.states).filter((state) => state !== 'admitted')
    expect([...reached].toSorted()).toEqual(all.toSorted())
    expect(await verifyChain(db)).toMatchObject({ ok: true })
  },
)

/** Tries moves at random, right and wrong ones, until the end or for a while; returns the states on the way. */
async function walk(
  db: Db,
  reference: string,
  staff: Record<'editor' | 'admin', Actor>,
  random: () => number,
): Promise<string[]> {
  const way: string[] = ['submitted']
  for (let step = 0; step < 12; step++) {
    const state = way.at(-1)!
    const open = Object.keys(model[state] ?? {}) as NominationMove[]
    if (open.length === 0) break
    // Spam ends a path, and a wrong address leads nowhere, so longer paths would hardly occur if they came as often.
    const isRare = (move: string) => move.endsWith('as-spam') || move === 'not-me'
    const likely = open.filter((move) => !isRare(move) || random() < 0.2)
    const move = pick(random() < 0.8 ? likely : tried, random)
    const [to, ...by]: [NominationState?, ...Mover[]] = model[state]?.[move] ?? []
    const who = pick(random() < 0.8 && by.length > 0 ? by : movers, random)
    const actor = who === 'editor' || who === 'admin' ? staff[who] : who === 'system' ? system : passerBy
    const outcome = await moveNomination(db, actor, origin, { reference, move, by: who, facts: {} }, monday)
    const expected = to !== undefined && by.includes(who)
    if (outcome.ok !== expected)
      throw new Error(`${who} ${move} from ${state}: ${JSON.stringify(outcome)}, the model says ${expected}.`)
    if (to !== undefined && expected) way.push(state === 'spam' ? (way.at(-2) as NominationState) : to)
  }
  await expectSaved(db, reference, way)
  return way
}

/** The row has the model's state, and the history shows the same path. */
async function expectSaved(db: Db, reference: string, way: string[]) {
  const row = await db
    .selectFrom('dossier')
    .select(['id', 'state', 'version', 'ended_at', 'facts'])
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  const history = await db
    .selectFrom('dossier_move')
    .select(['from_state', 'to_state'])
    .where('dossier_id', '=', row.id)
    .orderBy('number')
    .execute()
  expect(row).toMatchObject({ state: way.at(-1), version: way.length })
  expect(row.ended_at !== null).toBe(row.state === 'spam' || model[row.state] === undefined)
  expect(fromJson(row.facts)).toEqual({})
  expect(history.map((one) => one.to_state)).toEqual(way.slice(1))
  expect(history.map((one) => one.from_state)).toEqual(way.slice(0, -1))
}
