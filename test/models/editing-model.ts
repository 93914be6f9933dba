import fc from 'fast-check'
import type { Db } from '#db/schema/tables.ts'
import type { StaffActor } from '#features/audit/actor.ts'
import type { Draft } from '#features/content/entry/drafts.ts'
import { moveEntry } from '#features/content/entry/moves.server.ts'
import { beginEntry, restoreVersion, saveEntry } from '#features/content/entry/operations.server.ts'
import { listSnapshots } from '#features/content/entry/snapshots.server.ts'
import type { Values } from '#features/content/entry/values.ts'
import { restoreSnapshot } from '#features/content/entry/working-copies.server.ts'
import { actorFor, makeStaff } from '#test/makers/staff.ts'
import {
  choose,
  compareOffer,
  openPage,
  report,
  revert,
  save,
  MemoryStorage,
  type,
  undo,
  wordsIn,
  type Device,
  type RequestFate,
  type Page,
  type Acknowledged,
} from '#test/harness/editing-pages.ts'

/**
 * Several people with several devices and tabs edit one entry at random, while requests and answers are lost, sessions
 * end and pages crash. The `check…` functions below define what must hold.
 */

export type EditingStep =
  | { do: 'open'; device: number }
  | { do: 'type' | 'rewrite'; page: number; field: number }
  | { do: 'report' | 'save' | 'revert'; page: number; fate: RequestFate }
  | { do: 'choose'; page: number; which: number; fate: RequestFate }
  | { do: 'compare' | 'back' | 'undo' | 'close'; page: number }
  | { do: 'sign-out' | 'sign-in'; device: number }
  | { do: 'restore-snapshot'; device: number; which: number }
  | { do: 'restore-version'; device: number; which: number }
  | { do: 'publish' }
  | { do: 'wait'; minutes: number }

const small = fc.nat(7)
const fate = fc.oneof(
  { weight: 6, arbitrary: fc.constant('arrives' as const) },
  fc.constantFrom('is-lost' as const, 'answer-is-lost' as const),
)
const step = (weight: number, arbitrary: fc.Arbitrary<EditingStep>) => ({ weight, arbitrary })

export const anySteps: fc.Arbitrary<EditingStep[]> = fc.array(
  fc.oneof(
    step(4, fc.record({ do: fc.constant('open' as const), device: small })),
    step(8, fc.record({ do: fc.constant('type' as const), page: small, field: small })),
    step(3, fc.record({ do: fc.constant('rewrite' as const), page: small, field: small })),
    step(9, fc.record({ do: fc.constant('report' as const), page: small, fate })),
    step(4, fc.record({ do: fc.constant('save' as const), page: small, fate })),
    step(2, fc.record({ do: fc.constant('choose' as const), page: small, which: small, fate })),
    step(1, fc.record({ do: fc.constant('revert' as const), page: small, fate })),
    step(2, fc.record({ do: fc.constantFrom('compare', 'back', 'undo', 'close'), page: small })),
    step(1, fc.record({ do: fc.constantFrom('sign-out', 'sign-in', 'sign-in'), device: small })),
    step(
      1,
      fc.record({ do: fc.constantFrom('restore-snapshot', 'restore-version'), device: small, which: small }),
    ),
    step(1, fc.constant({ do: 'publish' as const })),
    step(1, fc.record({ do: fc.constant('wait' as const), minutes: fc.nat(8) })),
  ),
  { minLength: 12, maxLength: 45 },
)

export interface World {
  db: Db
  people: StaffActor[]
}

export async function makeWriters(db: Db, now: Date): Promise<World['people']> {
  const people: World['people'] = []
  for (const role of ['admin', 'editor'] as const) {
    const actor = actorFor(await makeStaff(db, now, { role }))
    if (actor.kind === 'staff') people.push(actor)
  }
  return people
}

const first: Draft<'conference'> = { title: 'Optics', series: 'other', scope: 'national' }

/**
 * Runs the steps and throws if something that a page reported as saved is gone, or someone overwrote what they had not
 * seen.
 */
export async function letPagesWork({ db, people }: World, steps: EditingStep[], began: Date): Promise<void> {
  const started = await beginEntry(db, people[0]!, { kind: 'conference', title: 'Optics' }, began)
  if (!started.ok) throw new Error(started.reason)
  await saveEntry(db, people[0]!, { id: started.id, base: 1, data: first }, began)
  await new Run(db, started.id, people, began).all(steps)
}

class Run {
  private readonly devices: Device[]
  private pages: Page[] = []
  private readonly acknowledged = new Set<string>()
  /** What each person's newest working copy says, as reported to a page. */
  private readonly newest = new Map<string, { words: Set<string> }>()
  private words = 0
  private readonly db: Db
  private readonly id: string
  private readonly people: World['people']
  private now: Date

  constructor(db: Db, id: string, people: World['people'], now: Date) {
    this.db = db
    this.id = id
    this.people = people
    this.now = now
    this.devices = people.flatMap((actor) => {
      const writer = { shown: '' }
      return [1, 2].map(() => ({
        actor,
        writer,
        isSignedIn: true,
        storage: new MemoryStorage(),
        shown: new Map(),
      }))
    })
  }

  private get office() {
    return { db: this.db, id: this.id, now: this.now }
  }

  async all(steps: EditingStep[]): Promise<void> {
    for (const step of steps) {
      this.now = new Date(this.now.getTime() + 1000)
      await this.one(step)
    }
    await this.checkFound()
  }

  private device(number: number): Device {
    return this.devices[number % this.devices.length]!
  }

  private async one(step: EditingStep): Promise<void> {
    const page = 'page' in step ? this.pages[step.page % (this.pages.length || 1)] : undefined
    switch (step.do) {
      case 'open':
        return this.open(this.device(step.device))
      case 'sign-out':
      case 'sign-in':
        this.device(step.device).isSignedIn = step.do === 'sign-in'
        return
      case 'wait':
        this.now = new Date(this.now.getTime() + step.minutes * 60_000)
        return
      case 'publish':
        return this.publish()
      case 'restore-snapshot':
      case 'restore-version':
        return this.restore(step.do, this.device(step.device), step.which)
      default:
        if (page) await this.onPage(step, page)
    }
  }

  private async onPage(step: Extract<EditingStep, { page: number }>, page: Page): Promise<void> {
    const { office } = this
    // It may have replaced what was stored, and no page learned of it.
    if ('fate' in step && step.fate === 'answer-is-lost') this.newest.delete(page.device.actor.id)
    switch (step.do) {
      case 'type':
      case 'rewrite':
        // During a conflict there is no form.
        if (!page.conflict) type(office, page, this.typed(page, step.do === 'rewrite', step.field))
        return
      case 'report':
        return this.guarded(page, () => report(office, page, step.fate))
      case 'save':
        if (page.conflict) return
        return this.guarded(page, () => save(office, page, step.fate))
      case 'revert':
        if (page.conflict) return
        return this.guarded(page, () => revert(office, page, step.fate))
      case 'choose':
        return this.guarded(page, () => choose(office, page, step.which, step.fate))
      case 'compare':
        return compareOffer(page)
      case 'back':
        page.conflict = undefined
        return
      case 'undo':
        if (!page.conflict) undo(office, page)
        return
      case 'close':
        this.pages = this.pages.filter((other) => other !== page)
    }
  }

  /** A unique word, longer than a correction. */
  private word(): string {
    return `word${String(++this.words).padStart(4, '0')}abcdefghijklmnopqr`
  }

  private typed({ draft: { values } }: Page, isWhole: boolean, field: number): Values {
    const word = this.word()
    const before = (name: string) => (isWhole ? undefined : values[name])
    const line = (name: string) => ({ ...values, [name]: [before(name), word].filter(Boolean).join(' ') })
    switch (field % 6) {
      case 0:
        return line('title')
      case 1:
        return line('theme')
      case 2: {
        const people = (before('people') as object[] | undefined) ?? []
        return { ...values, people: [...people, { name: word }] }
      }
      // A field that does not fit must not prevent storing the others.
      case 3:
        return { ...values, website: `no address ${word}` }
      case 4:
        return { ...values, website: `www.example.org/${word}` }
      default: {
        const marks = [
          { type: 'bold' },
          { type: 'link', attrs: { href: `https://example.org/${this.word()}` } },
        ]
        const paragraph = { type: 'paragraph', content: [{ type: 'text', text: word, marks }] }
        const content = (before('report') as { content: object[] } | undefined)?.content ?? []
        return { ...values, report: { type: 'doc', content: [...content, paragraph] } }
      }
    }
  }

  /** Nobody overwrites what their page has never shown. */
  private async guarded(page: Page, act: () => Promise<Acknowledged>): Promise<void> {
    const staffId = page.device.actor.id
    const before = { head: await this.headWords(), copy: await this.copyWords(staffId) }
    const answer = await act()
    this.note(staffId, answer)
    const offered = await this.offeredWords(staffId)
    const head = await this.headWords()
    const copy = await this.copyWords(staffId)
    const unseen = (word: string) => !page.shown.includes(word)
    for (const word of before.head)
      if (unseen(word) && !head.has(word)) throw new Error(`${word} was overwritten unnoticed by a save.`)
    // A copy also contains what others saved before and have changed since.
    const saved = await this.versionWords()
    for (const word of before.copy)
      if (unseen(word) && !copy.has(word) && !saved.has(word) && !offered.has(word))
        throw new Error(`${word} of another tab was overwritten unnoticed.`)
  }

  private note(staffId: string, answer: Acknowledged): void {
    if (!answer) return
    for (const word of wordsIn(answer.values)) this.acknowledged.add(word)
    if (answer.is === 'stored') this.newest.set(staffId, { words: wordsIn(answer.values) })
    else this.newest.delete(staffId)
  }

  /** People see what they typed last and a page reported as saved. */
  private async open(device: Device): Promise<void> {
    const hadUnsent = device.storage.length > 0
    const page = await openPage(this.office, device)
    if (!page) return
    if (this.pages.length < 8) this.pages.push(page)
    const staffId = device.actor.id
    const newest = this.newest.get(staffId)
    if (!newest || hadUnsent) return
    const others = await this.versionWords()
    const copy = await this.copyWords(staffId)
    for (const word of newest.words)
      if (copy.has(word) && !others.has(word) && !page.shown.includes(word))
        throw new Error(`${word} was typed last and is not shown.`)
    for (const word of newest.words)
      if (!copy.has(word) && !others.has(word))
        throw new Error(`${word} was typed last and is not in the copy.`)
  }

  private async publish(): Promise<void> {
    const { head_version } = await this.entry()
    await moveEntry(
      this.db,
      this.people[0]!,
      { id: this.id, version: head_version, move: 'publish' },
      this.now,
    )
  }

  private async restore(what: 'restore-snapshot' | 'restore-version', device: Device, which: number) {
    if (!device.isSignedIn) return
    const { db, id, now } = this
    if (what === 'restore-version') {
      const { head_version: base } = await this.entry()
      await restoreVersion(db, device.actor, { id, base, number: 1 + (which % base) }, now)
    } else {
      const snapshots = await listSnapshots(db, id)
      const snapshot = snapshots[which % (snapshots.length || 1)]
      if (!snapshot) return
      await restoreSnapshot(db, device.actor, { id, snapshot: snapshot.id }, now)
    }
    this.newest.delete(device.actor.id)
  }

  private entry() {
    return this.db
      .selectFrom('entry')
      .select('head_version')
      .where('id', '=', this.id)
      .executeTakeFirstOrThrow()
  }

  private async headWords() {
    const { head_version } = await this.entry()
    return this.versionWords(head_version)
  }

  private async versionWords(number?: number): Promise<Set<string>> {
    const all = this.db.selectFrom('entry_version').select('data').where('entry_id', '=', this.id)
    const rows = await (number === undefined ? all : all.where('number', '=', number)).execute()
    return wordsIn(rows)
  }

  private async copyWords(staffId?: string): Promise<Set<string>> {
    const all = this.db.selectFrom('working_copy').select(['data', 'raw']).where('entry_id', '=', this.id)
    return wordsIn(await (staffId === undefined ? all : all.where('staff_id', '=', staffId)).execute())
  }

  private async offeredWords(staffId: string): Promise<Set<string>> {
    const rows = await this.db
      .selectFrom('working_copy_snapshot')
      .select(['data', 'raw'])
      .where('entry_id', '=', this.id)
      .where('staff_id', '=', staffId)
      .where('conflicts', 'is not', null)
      .execute()
    return wordsIn(rows)
  }

  /** Everything that a page reported as saved is in a version, in a working copy or in a snapshot. */
  private async checkFound(): Promise<void> {
    const snapshots = await this.db
      .selectFrom('working_copy_snapshot')
      .select(['data', 'raw'])
      .where('entry_id', '=', this.id)
      .execute()
    const found = new Set([
      ...(await this.versionWords()),
      ...(await this.copyWords()),
      ...wordsIn(snapshots),
    ])
    const lost = [...this.acknowledged].filter((word) => !found.has(word))
    if (lost.length) throw new Error(`Reported as saved and not found again: ${lost.join(', ')}.`)
  }
}
