import { sql } from 'kysely'
import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import type { StaffActor } from '#features/audit/actor.ts'
import { moveEntry } from '#features/content/entry/moves.server.ts'
import { restoreVersion, saveEntry } from '#features/content/entry/operations.server.ts'
import { shownHashOfMenus, readMenus } from '#features/menu/queries.server.ts'
import { changeMenu, undoMenuChange } from '#features/menu/operations.server.ts'
import { changePerson, movePeople } from '#features/people/editing.server.ts'
import { enrolPeople } from '#features/people/operations.server.ts'
import { findRecord } from '#features/people/register-queries.server.ts'
import { shownHashOfPage, saveSettings } from '#features/settings/operations.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { lampData, makeDraft } from './content.ts'
import { after, modelMoves, inOrder, type Attempt, type Model } from '#test/models/office-model.ts'
import { pick } from '#test/harness/random.ts'

/** Several people working on the same things in parallel, each on their own connection. */

export interface Colleague {
  db: Db
  actor: StaffActor
  /** What they saw last; undefined before they have looked. */
  seen?: Model
}

interface Office {
  db: Db
  colleagues: Colleague[]
  entryId: string
  personId: string
  now: Date
  random: () => number
}

export interface OfficeTally {
  tried: number
  done: number
  refused: number
}

const rounds = 5

/** Starts an entry and a person, lets everyone change them, and compares every round with the model. */
export async function letThemWork(
  office: Omit<Office, 'entryId' | 'personId'>,
  number: number,
  tally: OfficeTally,
): Promise<void> {
  const { db, colleagues, now, random } = office
  const { id: entryId } = await makeDraft(db, colleagues[0]!.actor, now)
  const asha = { memberNo: `LM-${number}`, givenName: 'Asha', familyName: 'Verma', category: 'life' } as const
  const someone = { ...asha, since: 1990, discipline: 'Physics', country: 'India', listed: true }
  await enrolPeople(db, [someone], now)
  const person = db.selectFrom('person').select('id').where('member_no', '=', asha.memberNo)
  const { id: personId } = await person.executeTakeFirstOrThrow()
  const here: Office = { ...office, entryId, personId }
  let model = await look(here)
  for (const colleague of colleagues) colleague.seen = model
  for (let round = 0; round < rounds; round++) {
    const attempts = colleagues.flatMap((colleague) => {
      if (random() < 0.6) colleague.seen = model
      const attempt = choose(colleague.seen!, `${number}.${round}.${colleague.actor.id}`, random)
      // Some click twice.
      return random() < 0.1
        ? [
            { colleague, attempt },
            { colleague, attempt },
          ]
        : [{ colleague, attempt }]
    })
    model = await runRound(here, model, attempts, tally)
  }
}

type Tried = { colleague: Colleague; attempt: Attempt }

async function runRound(office: Office, model: Model, attempts: Tried[], tally: OfficeTally): Promise<Model> {
  const last = await lastEntry(office.db)
  const done = await Promise.all(attempts.map((tried) => carryOut(office, tried)))
  const order = await actorsSince(office.db, last)
  const acknowledged = attempts.filter((_, index) => done[index])
  if (order.length !== acknowledged.length)
    throw new Error(`${acknowledged.length} actions were acknowledged and ${order.length} are in the trail.`)

  // One after another, in the order of the trail, the model allows each of them.
  const states = [model]
  const waiting = [...acknowledged]
  for (const actor of order) {
    const at = waiting.findIndex(({ colleague }) => actor === `staff:${colleague.actor.id}`)
    const [tried] = waiting.splice(at, at < 0 ? 0 : 1)
    const next = tried && after(states.at(-1)!, tried.attempt, isAdmin(tried))
    if (!next) throw new Error(`The model refuses ${JSON.stringify(tried?.attempt)} of ${actor}.`)
    states.push(next)
  }
  for (const [index, tried] of attempts.entries()) {
    const couldBeRefused = states.some((state) => after(state, tried.attempt, isAdmin(tried)) === undefined)
    if (!done[index] && !couldBeRefused)
      throw new Error(`Refused without a reason: ${JSON.stringify(tried.attempt)}`)
  }
  const [expected, found] = [states.at(-1)!, await look(office)]
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`Found ${JSON.stringify(found)}, the model has ${JSON.stringify(expected)}.`)
  tally.tried += attempts.length
  tally.done += acknowledged.length
  tally.refused += attempts.length - acknowledged.length
  return found
}

function isAdmin({ colleague }: Tried): boolean {
  return colleague.actor.role === 'admin'
}

function choose(seen: Model, words: string, random: () => number): Attempt {
  const base = seen.versions.length
  const { person, city, menu } = seen
  const pages = ['/iaps', '/iaps/constitution', '/archive', '/gallery']
  const item = pick(pages, random)
  return pick<() => Attempt>(
    [
      () => ({ on: 'entry', do: 'save', base, summary: words }),
      () => ({ on: 'entry', do: 'save', base, summary: words }),
      () => ({ on: 'entry', do: pick(modelMoves, random), base }),
      () => ({ on: 'entry', do: pick(modelMoves, random), base }),
      () => ({ on: 'entry', do: 'restore-version', base, number: 1 + Math.floor(random() * base) }),
      () => ({ on: 'person', do: 'save', base: person.version, city: words }),
      () => ({ on: 'person', do: 'save', base: person.version, city: words }),
      () => ({ on: 'person', do: pick(['bin', 'restore'] as const, random) }),
      () => ({ on: 'settings', seen: city, city: words }),
      () => ({ on: 'menu', seen: menu, change: { do: 'rename', item, label: words.slice(0, 50) } }),
      () => ({ on: 'menu', seen: menu, change: { do: pick(['up', 'down'] as const, random), item } }),
      () => ({ on: 'menu', seen: menu, change: { do: pick(['undo', 'reset'] as const, random) } }),
    ],
    random,
  )()
}

/** Does it by the operations of the site, and returns whether they report success. */
async function carryOut(
  office: Office,
  { colleague: { db, actor, seen }, attempt }: Tried,
): Promise<boolean> {
  const { entryId: id, personId, now } = office
  switch (attempt.on) {
    case 'entry': {
      const { base } = attempt
      if (attempt.do === 'save') {
        const data = { ...lampData, summary: attempt.summary }
        const saved = await saveEntry(db, actor, { id, base, data }, now)
        return saved.ok && saved.isNew
      }
      if (attempt.do === 'restore-version') {
        const saved = await restoreVersion(db, actor, { id, base, number: attempt.number }, now)
        return saved.ok && saved.version > base
      }
      return (await moveEntry(db, actor, { id, move: attempt.do, version: base }, now)).ok
    }
    case 'person': {
      if (attempt.do !== 'save') return (await movePeople(db, actor, attempt.do, [personId], now)).moved > 0
      const { id: _id, version: _version, binnedAt: _at, ...record } = (await findRecord(db, personId))!
      return (await changePerson(db, actor, personId, attempt.base, { ...record, city: attempt.city }, now))
        .ok
    }
    case 'settings': {
      const settings = { ...(await readSettings(db)), city: attempt.seen }
      const shownHash = shownHashOfPage('academy', settings)
      const wanted = { page: 'academy' as const, shownHash, settings: { city: attempt.city } }
      return (await saveSettings(db, actor, wanted, now)).ok
    }
    case 'menu': {
      const shownHash = shownHashOfMenus(attempt.seen.now, attempt.seen.before)
      const outcome =
        attempt.change.do === 'undo'
          ? await undoMenuChange(db, actor, shownHash, now)
          : await changeMenu(db, actor, shownHash, attempt.change, now)
      // A change without effect is no refusal, and leaves no entry.
      return outcome.ok && seen !== undefined && after(seen, attempt, true) !== undefined
    }
  }
}

/** All of it as stored in the database, including every version. */
async function look({ db, entryId, personId }: Office): Promise<Model> {
  const entry = await db
    .selectFrom('entry')
    .select(['state', 'head_version', 'live_version'])
    .where('id', '=', entryId)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('entry_version')
    .select(['number', 'data'])
    .where('entry_id', '=', entryId)
    .orderBy('number')
    .execute()
  const person = await findRecord(db, personId)
  if (!person) throw new Error('The person is gone.')
  if (rows.length !== entry.head_version || rows.some(({ number }, index) => number !== index + 1))
    throw new Error('A version is missing.')
  const { now, before } = await readMenus(db)
  return {
    versions: rows.map(({ data }) => fromJson<{ summary?: string }>(data).summary ?? ''),
    state: entry.state,
    live: entry.live_version,
    person: { version: person.version, city: person.city ?? '', isBinned: person.binnedAt !== null },
    city: (await readSettings(db)).city,
    menu: { now: inOrder(now), before: inOrder(before) },
  }
}

async function lastEntry(db: Db): Promise<number> {
  const { seq } = await db
    .selectFrom('audit_entry')
    .select(sql<number>`coalesce(max(seq), 0)`.as('seq'))
    .executeTakeFirstOrThrow()
  return seq
}

async function actorsSince(db: Db, seq: number): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_entry')
    .select('actor')
    .where('seq', '>', seq)
    .orderBy('seq')
    .execute()
  return rows.map(({ actor }) => actor)
}
