import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { findRedirects } from '#features/content/addresses/redirects.server.ts'
import { runDueJobs } from '#server/jobs/jobs.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { pick, randomFrom } from '#test/harness/random.ts'
import { isFull } from '#test/harness/scale.ts'
import { changeSlug } from './addresses.server.ts'
import { fellowFolder } from './addresses.ts'
import { addPerson, changePerson, emptyPeopleBin, movePeople, type RegisterMove } from './editing.server.ts'
import { guessMapping } from './import/fields.ts'
import { importJobs } from './import/jobs.server.ts'
import { beginImport, decideAll, mapColumns, startImport, undoImport } from './import/operations.server.ts'
import { peoplePersonalData } from './personal-data.server.ts'
import { findPerson } from './queries.server.ts'
import type { NewPerson } from './register.ts'
import { findRecord } from './register-queries.server.ts'

/** Anything that happens to people, in any order: who has a page has one address, and no address leads astray. */

const staff: Actor = { kind: 'staff', id: 'staff', role: 'admin', address: '192.0.2.1' }
const steps = isFull ? 300 : 80
// Different names with the same slug, and names that end in a number.
const names = ['Asha Rao', 'Ashā Rāo', 'Asha Rao 2', 'आशा राव', '祖沖之', 'Dev'] as const

test.for([1, 2, 3])(
  'after any sequence of changes everyone shown has one address, and every address works, redirects or is gone (%s)',
  { timeout: 120_000 },
  async (seed, { db }) => {
    const random = randomFrom(seed)
    const model = new Addresses(db)
    let lastImport: string | undefined
    let number = 0
    const memberNo = () => `LM-${++number}`
    const numbers = async () =>
      (await db.selectFrom('person').select('member_no').execute()).map((row) => row.member_no)

    for (let step = 0; step < steps; step++) {
      const people = await db.selectFrom('person').select('id').orderBy('id').execute()
      const { id } = people.length > 0 ? pick(people, random) : { id: '' }
      const act = pick(acts, random)
      let changed: string | undefined
      if (act === 'add') await addPerson(db, staff, anyone(memberNo(), random), monday)
      else if (act === 'change') await changeAny(db, id, random)
      else if (act === 'address') {
        const slug = pick(['asha-rao', 'asha-rao-2', 'dev', 'dev-5', 'fellow', 'new'], random)
        if ((await changeSlug(db, staff, { id, slug }, monday)).ok) changed = id
      } else if (act === 'erase') await erase(db, id)
      else if (act === 'empty the bin') await emptyPeopleBin(db, new Date(monday.getTime() + 31 * 86_400_000))
      else if (act === 'undo' && lastImport) {
        await undoImport(db, staff, lastImport, monday)
        await work(db)
      } else if (act === 'import') {
        const known = [...(await numbers()), memberNo()]
        lastImport = await bringIn(db, [pick(known, random), memberNo()], random)
      } else if (act in moves) await movePeople(db, staff, act as RegisterMove, [id], monday)
      await model.check(`${act}, step ${step}`, changed)
    }
    expect(model.given).toBeGreaterThan(10)
    expect(model.seen).toEqual(new Set(['works', 'redirects', 'is gone']))
  },
)

const moves = { list: true, unlist: true, bin: true, restore: true }
const acts = [
  ...[
    'add',
    'add',
    'add',
    'add',
    'change',
    'change',
    'address',
    'address',
    'import',
    'undo',
    'erase',
    'empty the bin',
  ],
  ...Object.keys(moves),
]

function anyone(memberNo: string, random: () => number): NewPerson {
  const [givenName = '', familyName = givenName] = pick(names, random).split(/ (.+)/)
  return {
    ...{ memberNo, givenName, familyName, category: 'life', since: 1990, discipline: 'Physics' },
    ...{ country: 'India', grade: pick(['fellow', 'fellow', null], random), listed: random() < 0.7 },
  }
}

async function changeAny(db: Db, id: string, random: () => number) {
  const current = await findRecord(db, id)
  if (current) await changePerson(db, staff, id, current.version, anyone(current.memberNo, random), monday)
}

function erase(db: Db, id: string) {
  const subject = { address: '', cases: [], people: [id], readerId: '' }
  return peoplePersonalData.erase!(db, subject, { now: monday, isAgain: false })
}

async function bringIn(db: Db, memberNos: string[], random: () => number): Promise<string> {
  const lines = memberNos.map((memberNo) => {
    const { givenName, familyName, grade } = anyone(memberNo, random)
    return `${memberNo},${givenName},${familyName},${grade ?? ''},1990,${random() < 0.7 ? 'yes' : 'no'}`
  })
  const text = ['Member No.,First name,Surname,Grade,Year,Public', ...new Set(lines), ''].join('\n')
  const started = await beginImport(db, staff, { name: 'p.csv', bytes: Buffer.from(text), sheet: '' }, monday)
  if (!started.ok) throw new Error(started.sentence)
  const headings = text.split('\n')[0]!.split(',')
  await mapColumns(db, staff, started.id, guessMapping(headings), monday)
  await work(db)
  await decideAll(db, staff, started.id, { kind: 'name', decision: 'add' }, monday)
  await startImport(db, staff, started.id, monday)
  await work(db)
  return started.id
}

function work(db: Db) {
  return runDueJobs(
    db,
    importJobs(db, () => monday),
    () => monday,
  )
}

/** Every address that was ever given, and whose it is. */
class Addresses {
  readonly #db: Db
  readonly #owners = new Map<string, string>()
  readonly #present = new Map<string, string>()
  readonly seen = new Set<string>()

  constructor(db: Db) {
    this.#db = db
  }

  get given(): number {
    return this.#owners.size
  }

  /** `changed` is the person whose address staff have just changed. */
  async check(when: string, changed: string | undefined) {
    const rows = await this.#db.selectFrom('person').select(['id', 'slug', 'listed_at', 'grade']).execute()
    const people = new Map(rows.map((row) => [row.id, row]))
    const isShown = (id: string) => people.get(id)?.listed_at != null && people.get(id)?.grade != null
    for (const { id, slug } of rows) {
      const before = this.#present.get(id)
      if (id !== changed && before !== undefined) expect(slug, when).toBe(before)
      if (isShown(id)) expect(slug, when).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      if (slug === null) continue
      const owner = this.#owners.get(slug) ?? id
      expect(owner === id || !people.has(owner), `${when}: ${slug} was taken from someone`).toBe(true)
      this.#owners.set(slug, id)
      this.#present.set(id, slug)
    }
    const all = [...this.#owners, ...rows.map(({ id }): [string, string] => [id, id])]
    const redirects = await findRedirects(
      this.#db,
      all.map(([name]) => fellowFolder + name),
    )
    for (const [name, id] of all) {
      const page = await findPerson(this.#db, name)
      const shown = page?.grade ? page.id : undefined
      const target = redirects.get(fellowFolder + name)
      const address = fellowFolder + this.#present.get(id)
      const where = `${when}: ${name}`
      if (!isShown(id)) expect([shown, target], where).toEqual([undefined, undefined])
      else if (people.get(id)?.slug === name) expect([shown, target], where).toEqual([id, undefined])
      else expect([shown, target], where).toEqual([undefined, address])
      this.seen.add(shown ? 'works' : target ? 'redirects' : 'is gone')
    }
    await this.#checkSearch(when, new Set(rows.filter(({ id }) => isShown(id)).map(({ id }) => id)))
  }

  async #checkSearch(when: string, shown: Set<string>) {
    const entries = await this.#db.selectFrom('search_entry').select(['subject_id', 'href']).execute()
    const pages = entries.filter(({ href }) => href.startsWith(fellowFolder))
    expect(new Map(pages.map(({ subject_id, href }) => [subject_id, href])), when).toEqual(
      new Map([...shown].map((id) => [id, fellowFolder + this.#present.get(id)])),
    )
  }
}
