import fc from 'fast-check'
import { expect } from 'vitest'
import type { ConfirmationPurpose, Db } from '#db/schema/tables.ts'
import { system, type StaffActor } from '#features/audit/actor.ts'
import { findConfirmationCase } from '#features/cases/confirmation-queries.server.ts'
import { moveCase } from '#features/casework/casework.server.ts'
import { sendNewLink } from '#features/casework/new-links.server.ts'
import { sendHeldLetters } from '#features/cases/held-letters.server.ts'
import { readCase, readCaseList } from '#features/casework/reading.server.ts'
import { requestStatus } from '#features/cases/status.server.ts'
import { runStatusJobs } from '#test/makers/status-letters.ts'
import { allLetters, findLetter } from '#routes/staff/letters/all-letters.ts'
import { moveDueApplications } from '#features/memberships/due.server.ts'
import { submitApplication, verifyApplication } from '#features/memberships/operations.server.ts'
import { answerNomination, confirmProposal } from '#features/nominations/answering.server.ts'
import { moveDueNominations } from '#features/nominations/due.server.ts'
import { moveNomination, submitNomination } from '#features/nominations/operations.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { caseOrigin as origin, makeFilledDraft, makeStore, passerBy } from '#test/makers/cases.ts'
import { makeCaseworker } from '#test/makers/casework.ts'
import { monday } from '#test/harness/db.ts'
import { openLetters } from '#test/makers/letters.ts'

/**
 * Strangers around a case. A stranger owns only a few mailboxes, submits forms about anyone in anyone's name, answers
 * whatever arrives in those mailboxes and requests letters. They can neither block anyone (real people can always
 * submit a form and be confirmed), nor learn anything (a form always gets the same answer), nor use up a limit (a
 * proposer's allowance, the letters of an address in a day, the links that people may request).
 */

const people = { nominee: 'v@example.org', proposer: 'p@example.org', seconder: 's@example.org' }
const strangers = Array.from({ length: 6 }, (_, at) => `m${at}@example.net`)
const hour = 3_600_000
const day = 24 * hour
const lettersADay = 6

export type StrangerStep =
  | { do: 'junk'; nominee: boolean; proposer: boolean; seconder: boolean }
  | { do: 'junk-application' }
  | { do: 'flood'; names: 'nominee' | 'proposer' }
  | { do: 'real' }
  | { do: 'stranger-answers' }
  | { do: 'person-answers'; who: keyof typeof people }
  | { do: 'nominee-declines-junk' }
  | { do: 'withdraw' }
  | { do: 'close-as-spam' }
  | { do: 'staff-send-link'; flooded: boolean }
  | { do: 'stranger-asks-status' }
  | { do: 'pass'; hours: number; flooded?: boolean }
  | { do: 'named-staff-looks' }

const step: fc.Arbitrary<StrangerStep> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('junk' as const),
      nominee: fc.boolean(),
      proposer: fc.boolean(),
      seconder: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'junk-application' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('flood' as const),
      names: fc.constantFrom('nominee' as const, 'proposer' as const),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'real' as const }) },
  { weight: 3, arbitrary: fc.constant({ do: 'stranger-answers' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('person-answers' as const),
      who: fc.constantFrom('nominee' as const, 'proposer' as const, 'seconder' as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'nominee-declines-junk' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'withdraw' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'close-as-spam' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('staff-send-link' as const), flooded: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'stranger-asks-status' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      hours: fc.constantFrom(1, 25, 11 * 24, 31 * 24),
      flooded: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'named-staff-looks' as const }) },
)

/** Runs this many sequences on one database, each with its own tables. */
export async function walkSequences(db: Db, count: number, seed: number, most = 7): Promise<void> {
  const call = { fellowOpensAt: '1994-12-01 00:00', fellowClosesAt: '1995-12-31 23:59' }
  await changeSettings(db, system, call, monday)
  const world = await makeWorld(db)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: most }), async (steps) => {
      await clear(db)
      const walk = new Walk(db, world)
      for (const one of steps) {
        await walk.take(one)
        await walk.expectFewLetters()
        await walk.expectLinksWork()
        await walk.expectProofFirst()
      }
      await walk.expectOpenToThePeople()
    }),
    { numRuns: count, seed, endOnFailure: process.env['MUTANT'] !== undefined },
  )
}

interface World {
  store: ReturnType<typeof makeStore>
  clerk: StaffActor
  /** An administrator who is the seconder. */
  named: StaffActor
}

async function makeWorld(db: Db): Promise<World> {
  const clerk = await makeCaseworker(db, monday, { role: 'admin' })
  const named = await makeCaseworker(db, monday, { role: 'admin', email: people.seconder })
  return { store: makeStore(), clerk, named }
}

async function clear(db: Db) {
  for (const table of ['form_draft', 'dossier', 'mail', 'job', 'throttle'] as const)
    await db.deleteFrom(table).execute()
}

class Walk {
  private now = monday
  private reals: string[] = []
  private readonly junk = new Set<string>()
  /** Requests to which someone got a working link. */
  private readonly reached = new Set<string>()
  private readonly sentByStaff = new Set<string>()

  private readonly db: Db
  private readonly world: World

  constructor(db: Db, world: World) {
    this.db = db
    this.world = world
  }

  async take(step: StrangerStep): Promise<void> {
    switch (step.do) {
      case 'junk':
        return this.sendJunk(step)
      case 'flood':
        return this.flood(step.names)
      case 'junk-application':
        return this.apply({ firstName: 'Junk' })
      case 'real':
        // More would exceed the allowance of one proposer.
        return this.reals.length < 2 ? this.sendReal() : undefined
      case 'stranger-answers':
        for (const email of strangers) await this.answerAll(email)
        return
      case 'person-answers':
        return this.answerReal(step.who)
      case 'nominee-declines-junk':
        return this.declineJunk()
      case 'withdraw':
        return this.withdraw()
      case 'close-as-spam':
        for (const reference of this.junk)
          await moveCase(
            this.db,
            this.world.clerk,
            origin,
            { reference, move: 'close-as-spam', typed: {} },
            this.now,
          )
        return
      case 'staff-send-link':
        if (step.flooded) await this.flood('nominee')
        return this.sendLinks()
      case 'stranger-asks-status':
        for (let at = 0; at < 4; at++)
          expect(
            await requestStatus(
              this.db,
              { kind: 'visitor', address: '192.0.2.66' },
              { reference: 'FN-1995-9999', email: people.proposer },
              this.now,
            ),
          ).toEqual({ ok: true })
        return
      case 'pass':
        return this.pass(step.hours, step.flooded)
      case 'named-staff-looks':
        return this.expectHidden()
    }
  }

  private async submit(changes: object): Promise<string> {
    const token = await makeFilledDraft(this.db, 'fellow', this.now, { ...changes }, this.world.store)
    const sent = await submitNomination(this.db, passerBy, origin, 'fellow', token, this.now)
    // Nobody learns anything: a form is always accepted.
    expect(sent).toEqual({ ok: true, reference: expect.stringMatching(/^FN-1995-\d{4,}$/) as string })
    const { reference } = sent as { reference: string }
    return reference
  }

  private async sendJunk({ nominee, proposer, seconder }: Record<keyof typeof people, boolean>) {
    const changes = {
      email: nominee ? people.nominee : strangers[this.junk.size % 4]!,
      proposerEmail: proposer ? people.proposer : strangers[4]!,
      seconderEmail: seconder ? people.seconder : strangers[5]!,
    }
    this.junk.add(await this.submit(changes))
  }

  private async flood(names: 'nominee' | 'proposer') {
    for (let at = 0; at < lettersADay; at++)
      await this.sendJunk({
        nominee: names === 'nominee',
        proposer: names === 'proposer' || at % 2 === 0,
        seconder: false,
      })
  }

  private async sendReal() {
    const { nominee, proposer, seconder } = people
    this.reals.push(await this.submit({ email: nominee, proposerEmail: proposer, seconderEmail: seconder }))
  }

  private async apply(changes: object) {
    const answers = { email: people.nominee, ...changes }
    const token = await makeFilledDraft(this.db, 'membership', this.now, answers, this.world.store)
    const sent = await submitApplication(this.db, passerBy, origin, token, this.now)
    expect(sent).toEqual({ ok: true, reference: expect.stringMatching(/^MA-1995-\d{4,}$/) as string })
  }

  /** The links in what has arrived in a mailbox, newest first. */
  private async linksOf(email: string) {
    const held = await this.db.selectFrom('mail').select('id').where('held_until', 'is not', null).execute()
    const waiting = new Set(held.map(({ id }) => id))
    const letters = await openLetters(this.db)
    return letters
      .filter(({ id, recipient }) => recipient === email && !waiting.has(id))
      .toReversed()
      .flatMap(({ body_text }) => [...body_text.matchAll(/\/confirm\/(\w+)\?token=([\w-]{43})/g)])
      .map(([, purpose = '', token = '']) => ({ purpose: purpose as ConfirmationPurpose, token }))
  }

  private async answer(purpose: ConfirmationPurpose, token: string, agrees = true) {
    const found = await findConfirmationCase(this.db, purpose, token, this.now)
    if (!found || found.confirmation.answeredAt || found.confirmation.isOver) return undefined
    const answered = { answer: {}, wording: 'Yes.', confirmedHash: found.caseRow.answers_hash }
    const { db, now } = this
    if (purpose === 'verify')
      return found.caseRow.process === 'membership'
        ? verifyApplication(db, passerBy, origin, token, answered, now)
        : confirmProposal(db, passerBy, origin, token, answered, now)
    if (purpose !== 'consent' && purpose !== 'second') return undefined
    return answerNomination(db, passerBy, origin, purpose, token, { ...answered, agrees }, now)
  }

  private async answerAll(email: string) {
    for (const { purpose, token } of await this.linksOf(email)) await this.answer(purpose, token)
  }

  /** A person answers what is about the real nomination and nothing else. */
  private async answerReal(who: keyof typeof people): Promise<void> {
    const real = this.reals.at(-1)
    for (const { purpose, token } of await this.linksOf(people[who])) {
      const found = await findConfirmationCase(this.db, purpose, token, this.now)
      if (!found || found.caseRow.reference !== real) continue
      const outcome = await this.answer(purpose, token)
      // An earlier real one may still be open; only the nominee's own answer can block it.
      if (outcome && !outcome.ok) expect([outcome.reason, this.reals.length]).toEqual(['other-open', 2])
    }
  }

  private async declineJunk() {
    for (const { purpose, token } of await this.linksOf(people.nominee)) {
      const found = await findConfirmationCase(this.db, purpose, token, this.now)
      if (purpose === 'consent' && found && this.junk.has(found.caseRow.reference))
        await this.answer(purpose, token, false)
    }
  }

  /** Staff email everyone again who has not answered the real nomination. It is not counted and not held. */
  private async sendLinks() {
    this.now = new Date(this.now.getTime() + hour)
    const reference = this.reals.at(-1) ?? ''
    const before = await this.letterIds()
    for (const { id } of await this.openQuestions(reference)) {
      const requested = { reference, request: id }
      const sent = await sendNewLink(this.db, this.world.clerk, origin, requested, this.now)
      if (sent.ok) this.reached.add(id)
    }
    for (const id of await this.letterIds()) if (!before.has(id)) this.sentByStaff.add(id)
  }

  private async letterIds() {
    const rows = await this.db.selectFrom('mail').select('id').execute()
    return new Set(rows.map(({ id }) => id))
  }

  private openQuestions(reference: string) {
    return this.db
      .selectFrom('confirmation')
      .innerJoin('dossier', 'dossier.id', 'confirmation.dossier_id')
      .select(['confirmation.id', 'confirmation.email'])
      .where('reference', '=', reference)
      .where('purpose', '<>', 'status')
      .where('answered_at', 'is', null)
      .where('voided_at', 'is', null)
      .where('expires_at', '>', this.now.getTime())
      .execute()
  }

  /** Someone with a link to an open request keeps a working one, whatever strangers send. */
  async expectLinksWork() {
    for (const reference of this.reals)
      for (const { id, email } of await this.openQuestions(reference)) {
        const links = await this.linksOf(email)
        const found = await Promise.all(
          links.map(({ purpose, token }) => findConfirmationCase(this.db, purpose, token, this.now)),
        )
        const works = found.some((one) => one?.confirmation.id === id)
        expect(works || !this.reached.has(id), `a link of ${reference} to ${email}`).toBe(true)
        if (works) this.reached.add(id)
      }
  }

  /** Nobody is emailed about a nomination whose proposer has not proved the address. */
  async expectProofFirst() {
    const early = await this.db
      .selectFrom('mail')
      .innerJoin('dossier', 'dossier.id', 'mail.dossier_id')
      .select(['recipient', 'reference'])
      .where('process', '=', 'fellow')
      .where('sender_confirmed_at', 'is', null)
      .whereRef('recipient', '<>', 'sender_email')
      .execute()
    expect(early).toEqual([])
  }

  private async withdraw() {
    const reference = this.reals.at(-1)
    if (reference)
      await moveNomination(
        this.db,
        passerBy,
        origin,
        { reference, move: 'withdraw', by: 'proposer', facts: {} },
        this.now,
      )
  }

  /** A stranger may know the hour at which the site sends, and be there first. */
  private async pass(hours: number, isFlooded = false) {
    this.now = new Date(this.now.getTime() + hours * hour)
    if (isFlooded) await this.flood('nominee')
    await moveDueNominations(this.db, origin, this.now)
    await moveDueApplications(this.db, origin, this.now)
    await sendHeldLetters(this.db, origin, allLetters, this.now)
  }

  private async expectHidden() {
    const { named } = this.world
    const naming = await this.db
      .selectFrom('dossier')
      .select('reference')
      .where('answers', 'like', `%${people.seconder}%`)
      .execute()
    const list = await readCaseList(this.db, named, { page: 1, dir: 'asc' }, this.now)
    for (const { reference } of naming) {
      expect(await readCase(this.db, named, reference, this.now)).toBeUndefined()
      expect(list.cases.map((one) => one.reference)).not.toContain(reference)
    }
  }

  /** No address gets more in a day than it should, whatever the cause. */
  async expectFewLetters() {
    const rows = await this.db
      .selectFrom('mail')
      .select(['id', 'recipient', 'kind', 'queued_at', 'held_until'])
      .orderBy('queued_at')
      .orderBy('id')
      .execute()
    const counted = rows.filter(
      ({ id, kind, held_until }) =>
        held_until === null && !this.sentByStaff.has(id) && findLetter(kind)!.unasked,
    )
    for (const own of Map.groupBy(counted, ({ recipient }) => recipient).values()) {
      let [from, count] = [-Infinity, 0]
      for (const { queued_at } of own) {
        if (queued_at >= from + day) [from, count] = [queued_at, 0]
        expect(++count).toBeLessThanOrEqual(lettersADay)
      }
    }
  }

  /** Whatever happened: the real people submit a nomination, get their letters within a day, and confirm it. */
  async expectOpenToThePeople() {
    const open = async () => {
      const row = await this.db
        .selectFrom('dossier')
        .select(['state', 'ended_at'])
        .where('reference', '=', this.reals.at(-1) ?? '')
        .executeTakeFirst()
      return row && row.ended_at === null ? row.state : undefined
    }
    // One that the nominee agreed to before is the people's own, and they withdraw it.
    for (const reference of this.reals)
      await moveNomination(
        this.db,
        passerBy,
        origin,
        { reference, move: 'withdraw', by: 'proposer', facts: {} },
        this.now,
      )
    this.reals = []
    await this.sendReal()
    await this.pass(25)
    for (const who of ['proposer', 'nominee', 'seconder'] as const) await this.answerReal(who)
    expect(await open()).toBe('complete')
    await this.expectHidden()
    await this.expectStatusLetter()
  }

  /** The sender of a case can request its status, and has a working link, whatever strangers requested before. */
  private async expectStatusLetter() {
    await this.take({ do: 'stranger-asks-status' })
    const { proposer: email } = people
    const requested = { reference: this.reals.at(-1) ?? '', email }
    await requestStatus(this.db, { kind: 'visitor', address: '192.0.2.1' }, requested, this.now)
    await runStatusJobs(this.db, origin, this.now)
    const links = await this.linksOf(email)
    const found = await Promise.all(
      links
        .filter(({ purpose }) => purpose === 'status')
        .map(({ token }) => findConfirmationCase(this.db, 'status', token, this.now)),
    )
    expect(found.some((one) => one && !one.confirmation.isOver)).toBe(true)
  }
}
