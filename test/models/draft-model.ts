import fc from 'fast-check'
import type { Db } from '#db/schema/tables.ts'
import {
  beginDraft,
  findDraft,
  isTakenOver,
  removeDraft,
  savePart,
} from '#features/forms/drafts/drafts.server.ts'
import { isSame, type AnswerChoice } from '#features/forms/drafts/merge.ts'
import { undecidedIn } from '#features/forms/drafts/other-answers.ts'
import { endOtherDevices, mailDraftLink, resumeDraft } from '#features/forms/drafts/resuming.server.ts'
import type { Answers } from '#features/forms/questions.ts'
import { caseTypes } from '#features/casework/case-types.ts'
import { submitApplication } from '#features/memberships/operations.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { attachNeeded, caseOrigin, passerBy, rightAnswers, tokenMailedTo } from '#test/makers/cases.ts'
import type { FileStore } from '#server/files/files.server.ts'

/**
 * People who fill in one form on several devices and in several tabs, at random. Every typed word is unique. The model
 * remembers the words that a page reported as saved, until a person who saw such a word has removed it knowingly, and
 * knows which browser may read the form.
 */

const form = 'membership'
const day = 86_400_000
/** Two texts and a list; the list belongs to no question, so it is not sent. */
const questions = ['designation', 'department', 'list'] as const
type Name = (typeof questions)[number]

export const anyCommand = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('open' as const), device: fc.nat(2) }) },
  {
    weight: 24,
    arbitrary: fc.record({
      ...{ do: fc.constant('type' as const), tab: fc.nat(5), question: fc.constantFrom(0, 0, 1, 2) },
      how: fc.constantFrom('append', 'append', 'replace', 'clear'),
    }),
  },
  {
    weight: 24,
    arbitrary: fc.record({
      ...{ do: fc.constant('save' as const), tab: fc.nat(5) },
      fate: fc.constantFrom('answered', 'answered', 'answered', 'lost', 'late'),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('deliver' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const), tab: fc.nat(5) }) },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('choose' as const),
      tab: fc.nat(5),
      at: fc.nat(5),
      use: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('mail' as const), device: fc.nat(2) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('resume' as const),
      device: fc.nat(2),
      older: fc.nat(3),
      others: fc.constantFrom('stay' as const, 'stay' as const, 'end' as const, undefined),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sign-out' as const), device: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.nat(45) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('submit' as const), device: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('discard' as const), device: fc.constant(2) }) },
)

export type DraftCommand = typeof anyCommand extends fc.Arbitrary<infer One> ? One : never

interface Tab {
  device: number
  page: string
  step: number
  /** The highest step that the draft knows. */
  accepted: number
  base: Answers
  fields: Answers
  /** Words that were ever in each field of this tab. */
  shown: Record<string, Set<string>>
  others: { question: Name; id: string; words: string[] }[]
}

interface SentSave {
  tab: Tab
  token: string
  base: Answers
  answers: Answers
  step: number
  shown: Record<string, Set<string>>
  choice?: AnswerChoice
}

export interface DraftTally {
  saves: number
  conflicts: number
  choices: number
  resumes: number
  submits: number
}

export class DraftModel {
  readonly tally: DraftTally = { saves: 0, conflicts: 0, choices: 0, resumes: 0, submits: 0 }
  readonly #db: Db
  readonly #store: FileStore
  #now: Date
  #live: string
  #isOver = false
  #hasLink = false
  #isLinkOpened = false
  #next = 0
  readonly #email: string
  readonly #tokens: (string | undefined)[]
  readonly #links: string[] = []
  readonly #ended = new Set<string>()
  readonly #tabs: Tab[] = []
  readonly #late: SentSave[] = []
  readonly #saved = new Map<Name, Set<string>>(questions.map((name) => [name, new Set()]))

  private constructor(db: Db, store: FileStore, token: string, email: string, now: Date) {
    this.#db = db
    this.#store = store
    this.#live = token
    this.#tokens = [token, undefined, undefined]
    this.#email = email
    this.#now = now
  }

  static async begin(db: Db, store: FileStore, at: number, now: Date) {
    const email = `model-${at}@example.org`
    const answers = { ...rightAnswers[form], email, designation: 'first', department: 'first' }
    const token = await beginDraft(db, form, now)
    await savePart(db, form, token, { part: 'all', answers, isDone: true }, now)
    const model = new DraftModel(db, store, token, email, now)
    // Three tabs that all show the same.
    for (let tab = 0; tab < 3; tab++) await model.#open(0)
    return model
  }

  async run(command: DraftCommand): Promise<void> {
    if (this.#isOver) return
    this.#now = new Date(this.#now.getTime() + 60_000)
    await this.#do(command)
    if (!this.#isOver) await this.#check(JSON.stringify(command))
  }

  async #do(command: DraftCommand): Promise<void> {
    switch (command.do) {
      case 'open':
        return this.#open(command.device)
      case 'type':
        return this.#type(command)
      case 'save':
        return this.#save(command)
      case 'deliver': {
        const sent = this.#late.shift()
        return sent && this.#put(sent, false)
      }
      case 'crash':
        return void this.#tabs.splice(this.#tabs.indexOf(this.#tab(command.tab)!), 1)
      case 'choose':
        return this.#choose(command)
      case 'mail':
        return this.#mail(command.device)
      case 'resume':
        return this.#resume(command)
      case 'sign-out':
        return this.#signOutOthers(command.device)
      case 'wait':
        return this.#wait(command.days)
      case 'submit':
        return this.#submit(command.device)
      case 'discard':
        return this.#discard(command.device)
    }
  }

  #tab(at: number): Tab | undefined {
    return this.#tabs[at % Math.max(1, this.#tabs.length)]
  }

  async #open(device: number) {
    const token = this.#tokens[device]
    const draft = token === undefined ? undefined : await findDraft(this.#db, form, token, this.#now)
    if (token === this.#live && !draft) throw new Error('The browser that has the form does not find it.')
    if (!draft) return
    const fields = pick(draft.answers)
    const page = `page-${this.#next++}`
    const tab: Tab = { device, page, step: 0, accepted: -1, base: fields, fields, shown: {}, others: [] }
    for (const name of questions) tab.shown[name] = new Set(wordsOf(fields[name]))
    tab.others = othersOf(draft)
    this.#tabs.push(tab)
  }

  #type({ tab: at, question, how }: Extract<DraftCommand, { do: 'type' }>) {
    const tab = this.#tab(at)
    const name = questions[question]
    if (!tab) return
    const word = `w${this.#next++}`
    const before = tab.fields[name]
    const after =
      name === 'list'
        ? how === 'append'
          ? [...((before ?? []) as { a: string }[]), { a: word }]
          : how === 'replace'
            ? [{ a: word }]
            : []
        : how === 'append'
          ? `${(before as string | undefined) ?? ''} ${word}`.trim()
          : how === 'replace'
            ? word
            : ''
    tab.fields = { ...tab.fields, [name]: after }
    if (how !== 'clear') tab.shown[name]?.add(word)
  }

  async #save({ tab: at, fate }: Extract<DraftCommand, { do: 'save' }>) {
    const tab = this.#tab(at)
    const token = tab && this.#tokens[tab.device]
    if (!tab || token === undefined) return
    const shown = Object.fromEntries(questions.map((name) => [name, new Set(tab.shown[name])]))
    const sent = { tab, token, base: tab.base, answers: tab.fields, step: tab.step, shown }
    tab.step++
    if (fate === 'late') this.#late.push(sent)
    else await this.#put(sent, fate === 'answered')
  }

  async #put({ tab, token, base, answers, step, shown, choice }: SentSave, isAnswered: boolean) {
    const page = { part: 'you', answers, base, page: tab.page, step, isDone: false, choice }
    const before = (await findDraft(this.#db, form, token, this.#now))?.answers ?? {}
    const saved = await savePart(this.#db, form, token, page, this.#now)
    if (!saved.ok) {
      if (token === this.#live) throw new Error(`A save was refused: ${saved.reason}.`)
      return
    }
    if (token !== this.#live) throw new Error('A browser that has lost the form wrote into it.')
    this.tally.saves++
    this.tally.conflicts += saved.conflicts.length
    const isOvertaken = step < tab.accepted
    tab.accepted = Math.max(tab.accepted, step)
    for (const name of questions) {
      const isChosen = choice?.question === name && choice.use
      if (isSame(answers[name], base[name])) {
        if (isChosen) continue
        if (!isSame(saved.answers[name], before[name]) || saved.conflicts.includes(name))
          throw new Error(`${name} was changed by a page on which it was untouched.`)
      } else if (!isOvertaken) {
        this.#noteSaved(name, wordsOf(answers[name]), shown[name] ?? new Set())
        if (!isChosen) expectShown(name, answers, saved.answers)
      }
    }
    if (!isAnswered) return
    for (const name of questions) {
      const isNewer = saved.newer.includes(name)
      tab.fields = { ...tab.fields, [name]: isNewer ? (saved.answers[name] ?? '') : (tab.fields[name] ?? '') }
      for (const word of wordsOf(tab.fields[name])) tab.shown[name]?.add(word)
    }
    tab.base = tab.fields
    tab.others = othersOf(saved)
  }

  /** What the page shows is saved now; what was in its field before and no longer is was removed knowingly. */
  #noteSaved(name: Name, words: string[], shown: Set<string>) {
    const saved = this.#saved.get(name)!
    for (const word of shown) saved.delete(word)
    for (const word of words) saved.add(word)
  }

  /** One request, as the button sends it: the page is saved and the choice made on what the page showed. */
  async #choose({ tab: at, at: which, use }: Extract<DraftCommand, { do: 'choose' }>) {
    const tab = this.#tab(at)
    const token = tab && this.#tokens[tab.device]
    const other = tab?.others[which % Math.max(1, tab.others.length)]
    if (!tab || token !== this.#live || !other) return
    const { question, id, words } = other
    const draft = await findDraft(this.#db, form, token, this.#now)
    const isThere = draft?.others[question]?.some((one) => one.id === id) ?? false
    const field = wordsOf(tab.fields[question])
    const sent = { tab, token, base: tab.base, answers: tab.fields, step: tab.step++, shown: tab.shown }
    await this.#put({ ...sent, choice: { question, id, use } }, false)
    if (isThere) {
      this.tally.choices++
      const saved = this.#saved.get(question)!
      const [remaining, given] = use ? [words, field] : [field, words]
      for (const word of given) if (!remaining.includes(word)) saved.delete(word)
    }
    this.#tabs.splice(this.#tabs.indexOf(tab), 1)
  }

  async #mail(device: number) {
    const token = this.#tokens[device]
    if (token === undefined) return
    const requested = { token, email: `${this.#next++}-${this.#email}`, address: '192.0.2.1' }
    const mailed = await mailDraftLink(this.#db, caseOrigin, caseTypes.membership, requested, this.#now)
    if (mailed.ok !== (token === this.#live)) throw new Error('A link was mailed by the wrong browser.')
    if (!mailed.ok) return
    this.#links.unshift(await tokenMailedTo(this.#db, requested.email))
    this.#hasLink = true
    this.#isLinkOpened = false
  }

  async #resume({ device, older, others }: Extract<DraftCommand, { do: 'resume' }>) {
    const at = older % Math.max(1, this.#links.length)
    const link = this.#links[at]
    if (link === undefined) return
    const own = this.#tokens[device]
    const resumed = await resumeDraft(this.#db, form, { link, own, others }, this.#now)
    const joins = this.#isLinkOpened && own !== this.#live
    const isApplicable = joins && others === undefined
    if (resumed.ok !== (at === 0 && this.#hasLink && !isApplicable))
      throw new Error(
        'Only the newest link may open the form, and only for someone who knows who else has it.',
      )
    if (!resumed.ok) return
    this.tally.resumes++
    const isExchanged = !this.#isLinkOpened || (joins && others === 'end')
    if (isExchanged !== (resumed.token !== this.#live))
      throw new Error(
        'The first opening of a link, and signing others out, must change the token; no other may.',
      )
    if (isExchanged && this.#isLinkOpened) this.#hasLink = false
    this.#isLinkOpened = true
    this.#hand(resumed.token, device)
  }

  async #signOutOthers(device: number) {
    const token = this.#tokens[device]
    if (token === undefined) return
    const ended = await endOtherDevices(this.#db, form, token, this.#now)
    if (ended.ok !== (token === this.#live)) throw new Error('A browser without the form signed others out.')
    if (!ended.ok) return
    this.#hasLink = false
    this.#hand(ended.token, device)
  }

  #hand(token: string, device: number) {
    if (token !== this.#live) this.#ended.add(this.#live)
    this.#live = token
    this.#tokens[device] = token
  }

  async #wait(days: number) {
    this.#now = new Date(this.#now.getTime() + days * day)
    if (await findDraft(this.#db, form, this.#live, this.#now)) return
    this.#isOver = true
  }

  async #submit(device: number) {
    const token = this.#tokens[device]
    if (token !== this.#live) return
    await attachNeeded(this.#db, this.#store, form, token, this.#now)
    const draft = await findDraft(this.#db, form, token, this.#now)
    const requested = caseTypes.membership.formFor(await readSettings(this.#db), draft!.answers)
    const isUndecided = Object.keys(undecidedIn(requested, draft!)).length > 0
    const isWhole = ['designation', 'department'].every((name) => draft!.answers[name] !== '')
    const sent = await submitApplication(this.#db, passerBy, caseOrigin, token, this.#now)
    if (sent.ok !== (!isUndecided && isWhole)) throw new Error(`Sending answered ${JSON.stringify(sent)}.`)
    if (!sent.ok) return
    this.tally.submits++
    this.#isOver = true
    const { answers } = await this.#db
      .selectFrom('dossier')
      .select('answers')
      .where('reference', '=', sent.reference)
      .executeTakeFirstOrThrow()
    this.#expectWords(['designation', 'department'], JSON.parse(answers) as Answers, 'what was sent')
  }

  async #discard(device: number) {
    const token = this.#tokens[device]
    if (token === undefined) return
    await removeDraft(this.#db, form, token, this.#now)
    const isThere = (await findDraft(this.#db, form, this.#live, this.#now)) !== undefined
    if (isThere === (token === this.#live)) throw new Error('A form was discarded by the wrong browser.')
    this.#isOver = !isThere
  }

  async #check(after: string) {
    const draft = await findDraft(this.#db, form, this.#live, this.#now)
    if (!draft) throw new Error(`The form is gone after ${after}.`)
    const devices = this.#tokens.filter((token) => token === this.#live).length
    if (draft.devices !== devices)
      throw new Error(`${draft.devices} devices are shown, not ${devices}, after ${after}.`)
    const all = Object.fromEntries(
      questions.map((name) => [
        name,
        [draft.answers[name] ?? '', ...(draft.others[name] ?? []).map(({ answer }) => answer)],
      ]),
    )
    this.#expectWords(questions, all, after)
    for (const token of this.#ended)
      if (await findDraft(this.#db, form, token, this.#now))
        throw new Error(`A browser that has lost the form can read it after ${after}.`)
    const newest = [...this.#ended].at(-1)
    if (newest !== undefined && !(await isTakenOver(this.#db, form, newest, this.#now)))
      throw new Error(`The browser that lost the form last does not learn why after ${after}.`)
  }

  #expectWords(names: readonly Name[] | Name[], held: Record<string, unknown>, where: string) {
    for (const name of names) {
      const there = new Set(wordsOf(held[name]))
      for (const word of this.#saved.get(name)!)
        if (!there.has(word)) throw new Error(`“${word}” was saved to ${name} and is lost after ${where}.`)
    }
  }
}

function expectShown(name: Name, typed: Answers, held: Answers) {
  const words = wordsOf(typed[name])
  if (words.length > 0 && !words.every((word) => wordsOf(held[name]).includes(word)))
    throw new Error(`${name} does not show what was typed last.`)
}

function wordsOf(answer: unknown): string[] {
  return JSON.stringify(answer ?? '').match(/w\d+/g) ?? []
}

function pick(answers: Answers): Answers {
  return Object.fromEntries(questions.map((name) => [name, answers[name] ?? (name === 'list' ? [] : '')]))
}

function othersOf({ others }: { others: Record<string, { id: string; answer: unknown }[]> }): Tab['others'] {
  return questions.flatMap((question) =>
    (others[question] ?? []).map(({ id, answer }) => ({ question, id, words: wordsOf(answer) })),
  )
}

/** Runs this many sequences; fails with the shortest that breaks a promise, and its seed. */
export async function playDrafts(
  db: Db,
  store: FileStore,
  { sequences, seed, now }: { sequences: number; seed: number; now: Date },
): Promise<DraftTally> {
  const tally: DraftTally = { saves: 0, conflicts: 0, choices: 0, resumes: 0, submits: 0 }
  let at = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyCommand, { minLength: 10, maxLength: 40, size: 'max' }),
      async (commands) => {
        const model = await DraftModel.begin(db, store, at++, now)
        for (const command of commands) await model.run(command)
        for (const name of Object.keys(tally) as (keyof DraftTally)[]) tally[name] += model.tally[name]
      },
    ),
    { numRuns: sequences, seed, endOnFailure: false },
  )
  return tally
}
