import { expect } from 'vitest'
import { addNote } from '#features/cases/operations.server.ts'
import { fellowForm } from '#features/nominations/fellow-form.ts'
import { submitNomination } from '#features/nominations/operations.server.ts'
import { states } from '#features/nominations/states.ts'
import type { AnswerRow, Answers, PlainQuestion, Question } from '#features/forms/questions.ts'
import { captureLog } from '#test/harness/log.ts'
import { openPlainBrowser, type PlainBrowser } from '#test/harness/plain-browser.ts'
import { isTaken } from '#test/harness/scale.ts'
import { autumn, origin, type TestSite } from '#test/harness/site.ts'
import { test as base } from '#test/harness/visitors.ts'
import type { AddressedRoute } from '#test/harness/route-table.ts'
import { makeFilledDraft, passerBy, rightAnswers, tokenMailedTo } from '#test/makers/cases.ts'
import { makeCaseworker } from '#test/makers/casework.ts'
import { codeMailedTo, makeReached, sendCodes } from '#test/makers/own-pages.ts'
import { answerAs, confirmAsProposer } from '#test/makers/proposers.ts'
import { runStatusJobs } from '#test/makers/status-letters.ts'

/**
 * A nomination in which each answer is a word of its own. Nominee, proposer, seconder and a helper of the nominee look at
 * every page that they can open, with their session and with their links, and read the answers meant for them.
 */

const { parts } = fellowForm({ honoraryOpen: false })
const addressOf = { nominee: 'email', proposer: 'proposerEmail', seconder: 'seconderEmail' } as const

type Who = 'nominee' | 'proposer' | 'seconder' | 'helper'

interface World {
  testSite: TestSite
  table: AddressedRoute[]
  reference: string
  browsers: Record<Who, PlainBrowser>
}

const test = base.extend<{ world: World }>({
  world: [
    async ({ testSite, table }, use) => {
      const { site } = testSite
      const token = await makeFilledDraft(site.db, 'fellow', autumn, canaryAnswers(), site.privateFiles)
      const sent = await submitNomination(site.db, passerBy, origin, 'fellow', token, autumn)
      if (!sent.ok) throw new Error(sent.reason)
      for (const email of Object.values(addressOf)) await makeReached(site.db, mailbox(email), autumn)
      const nominee = await signIn(testSite, mailbox('email'))
      await nominee.post('/my-page/helpers', { name: 'Rita Rao', email: mailbox('helper') })
      const browsers = {
        nominee,
        proposer: await signIn(testSite, mailbox('proposerEmail')),
        seconder: await signIn(testSite, mailbox('seconderEmail')),
        helper: await signIn(testSite, mailbox('helper')),
      }
      await use({ testSite, table, reference: sent.reference, browsers })
    },
    { scope: 'file' },
  ],
})

/** The answers of whole parts, under the names of their questions. */
const inParts = (...names: string[]) =>
  parts.filter(({ name }) => names.includes(name)).flatMap(({ questions }) => questions.flatMap(wordsOf))
const named = ['firstName', 'middleName', 'lastName']
const hiddenFromSeconder = [
  ...['birthDay', 'nationality', 'officeAddress', 'homeAddress', 'email', 'otherEmail', 'phone'],
  ...['proposerEmail', 'proposerPhone'],
]
const about = inParts('nominee', 'career', 'case')
const secrets = ['officeNote', 'decision', 'seconderRemarks', 'seconderSignature']
const everything = [...parts.flatMap(({ questions }) => questions.flatMap(wordsOf)), ...secrets]

const shownTo: Record<Who, string[]> = {
  nominee: about,
  proposer: everything.filter((name) => !secrets.includes(name)),
  seconder: [
    ...about.filter((name) => !hiddenFromSeconder.includes(name)),
    ...inParts('proposer').filter((name) => !hiddenFromSeconder.includes(name)),
    ...['seconderName', 'seconderEmail', 'seconderRemarks', 'seconderSignature'],
  ],
  helper: [...named, 'email'],
}

test(
  'nominee, proposer, seconder and helper read what is meant for them, after each answer and in each status',
  { timeout: 300_000 },
  async ({ world }) => {
    captureLog()
    const { db } = world.testSite.site
    await lookAround(world, { proposer: 'verify' }, { proposer: ['statement'] })
    expect(await readBy(world, 'nominee'), 'only the own address').toEqual(['email'])

    await confirmAsProposer(db, mailbox('proposerEmail'), autumn)
    await lookAround(world, { nominee: 'consent' }, { nominee: ['statement', 'birthDay'], helper: named })
    expect(await readBy(world, 'seconder')).toEqual(['seconderEmail'])

    await answerAs(db, 'consent', mailbox('email'), autumn)
    await lookAround(world, { seconder: 'second' }, { seconder: ['statement', 'remarks'] })

    const answer = { remarks: word('seconderRemarks'), signature: word('seconderSignature') }
    await answerAs(db, 'second', mailbox('seconderEmail'), autumn, { answer })
    await addNote(db, await makeCaseworker(db, autumn), world.reference, word('officeNote'), autumn)
    await requestStatus(world)
    await lookAround(world, { proposer: 'status' }, { nominee: named, seconder: named, helper: named })
    expect(await readInEachStatus(world)).toEqual([])
  },
)

/** The pages of all four in each status that the case can have. */
async function readInEachStatus(world: World): Promise<string[]> {
  const { db } = world.testSite.site
  const facts = JSON.stringify({ citation: word('decision'), reason: word('decision') })
  const hits: string[] = []
  for (const [state, { isEnd }] of Object.entries(states)) {
    const moved = { state: state as never, facts, ended_at: isEnd ? autumn.getTime() : null }
    await db.updateTable('dossier').set(moved).where('reference', '=', world.reference).execute()
    for (const who of Object.keys(shownTo) as Who[])
      for (const found of await readBy(world, who))
        if (!shownTo[who].includes(found)) hits.push(`${state}: ${who} reads ${found}`)
  }
  return hits
}

/** Everyone reads what they can; each with the link that was mailed for a purpose. `seen` is what they must find. */
async function lookAround(
  world: World,
  links: Partial<Record<Who, string>>,
  seen: Partial<Record<Who, string[]>>,
): Promise<void> {
  const hits: string[] = []
  for (const [at, who] of (Object.keys(shownTo) as Who[]).entries()) {
    const found = await readBy(world, who, links[who], at)
    hits.push(...found.filter((name) => !shownTo[who].includes(name)).map((name) => `${who} reads ${name}`))
    expect(found, who).toEqual(expect.arrayContaining(seen[who] ?? []))
  }
  expect(hits).toEqual([])
}

/** The names of the answers that someone reads: on the own page, by a link, and everywhere else if there is one. */
async function readBy(world: World, who: Who, purpose?: string, at = 0): Promise<string[]> {
  const browser = world.browsers[who]
  const own = await browser.open('/my-page')
  expect(own.path, who).toBe('/my-page')
  const addresses = ['/my-page.data']
  if (purpose !== undefined && who !== 'helper') {
    const token = await tokenMailedTo(world.testSite.site.db, mailbox(addressOf[who]))
    const link = `/confirm/${purpose}?token=${token}`
    addresses.push(link, link.replace('?', '.data?'), ...linksIn((await browser.open(link)).html))
  }
  if (purpose !== undefined) {
    const pages = world.table.map(({ path }) => path).filter((_, row) => isTaken(row, at, 8))
    addresses.push(...linksIn(own.html), ...pages)
  }
  const texts = [own.html]
  for (const address of addresses) texts.push((await browser.open(address)).bytes.toString())
  return everything.filter((name) => texts.some((text) => patternOf(name).test(text)))
}

function linksIn(html: string): string[] {
  const hrefs = [...html.matchAll(/href="(\/(?:my-page|confirm|certificates)[^"#]*)"/g)]
  return hrefs.map(([, href = '']) => href.replaceAll('&amp;', '&'))
}

async function requestStatus({ testSite: { site }, browsers, reference }: World) {
  await browsers.proposer.post('/case-status', { reference, email: mailbox('proposerEmail') })
  await runStatusJobs(site.db, origin, autumn)
}

async function signIn({ site, config }: TestSite, email: string): Promise<PlainBrowser> {
  const browser = openPlainBrowser(site)
  await browser.post('/my-page/sign-in', { email })
  await sendCodes(site.db, autumn, config.secret)
  await browser.post('/my-page/code', { code: await codeMailedTo(site.db, email) })
  return browser
}

/** The texts of a question: `statement`, `expertsname`. */
function wordsOf(question: Question): string[] {
  if (question.kind === 'repeat')
    return question.questions.filter(isText).map(({ name }) => question.name + name)
  if (question.name === 'birthDay' || isPhone(question)) return [question.name]
  return isText(question) ? [question.name] : []
}

function isText(question: Question): boolean {
  if (question.kind === 'words') return true
  return question.kind === 'line' && ['name', 'email', undefined].includes(question.format)
}

function isPhone(question: Question): boolean {
  return question.kind === 'line' && question.format === 'phone'
}

const phones: Record<string, string> = { phone: '+91 98111 00001', proposerPhone: '+91 98111 00002' }

function canaryAnswers(): Answers {
  const answers: Answers = { ...phones, birthDay: '1951-02-03' }
  for (const question of parts.flatMap(({ questions }) => questions)) {
    if (question.kind === 'repeat') {
      const rows = rightAnswers.fellow[question.name] as AnswerRow[] | undefined
      const [first = { year: '1990' }, ...rest] = rows ?? []
      answers[question.name] = [{ ...first, ...rowOf(question.questions, question.name) }, ...rest]
    } else if (isText(question)) answers[question.name] = textFor(question, question.name)
  }
  return answers
}

function rowOf(questions: PlainQuestion[], of: string): AnswerRow {
  return Object.fromEntries(questions.filter(isText).map((one) => [one.name, textFor(one, of + one.name)]))
}

function textFor(question: Question, name: string): string {
  if (question.kind === 'line' && question.format === 'email') return mailbox(name)
  const usual = rightAnswers.fellow[name]
  const needsWords = question.kind === 'words' && question.min !== undefined
  return needsWords && typeof usual === 'string' ? `${word(name)} ${usual}` : word(name)
}

function word(name: string): string {
  return `Canary${name.toLowerCase()}`
}

function mailbox(name: string): string {
  return `canary${name.toLowerCase()}@people.example`
}

function patternOf(name: string): RegExp {
  if (name === 'birthDay') return /1951-02-03|3 February 1951/
  const phone = phones[name]
  return phone === undefined ? new RegExp(`canary${name}(?![a-z])`, 'i') : new RegExp(phone.replace('+', ''))
}
