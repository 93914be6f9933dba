import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { listMail } from './queries.server.ts'
import { queueLetter } from '#server/mail/mail.server.ts'
import { failureReports } from '#test/makers/bounce-messages.ts'
import { monday, sharedTest } from '#test/harness/db.ts'
import { captureLog } from '#test/harness/log.ts'
import { header, startMailServer } from '#test/harness/mail-server.ts'
import { runOther, type OtherProcess } from '#test/harness/processes.ts'
import { pick, randomFrom } from '#test/harness/random.ts'
import { readBounces } from './bounces.server.ts'

/**
 * Test M2: three processes send, and are killed at random points of their conversations with the mail server.
 * `MAIL_LETTERS=10000` makes the long run.
 */

const seed = 19_941_204
const letters = Number(process.env['MAIL_LETTERS'] ?? 120)
const isLong = letters > 1000
const addresses = Math.ceil(letters / 20)
const kills = isLong ? 20 : 3
const refusedShare = 0.01
/** Longer than a lease and than the wait after a first failure. */
const roundMs = 150_000

type Post = Awaited<ReturnType<typeof startMailServer>>

sharedTest(
  'of letters that three processes send, killed again and again, none is lost, few come twice, and each person gets them in order (M2)',
  { timeout: isLong ? 1_800_000 : 60_000 },
  async ({ db, address, folder }) => {
    captureLog()
    const random = randomFrom(seed)
    const post = await startMailServer()
    const fleet = Array.from({ length: 3 }, () => startSender(address, post.url))
    const luck = tryTheirLuck(post, fleet, random)
    await writeLetters(db, random)

    const begin = performance.now()
    const rounds = await sendAll(db, fleet, () => startSender(address, post.url))

    const numbers = post.received.map(({ to: [to = ''], raw }) => ({
      to,
      number: Number(header(raw, 'Subject')),
    }))
    const copies = Map.groupBy(numbers, ({ number }) => number)
    const doubled = [...copies.values()].filter(({ length }) => length > 1).length
    const lost = letters - copies.size
    const outOfOrder = numbers.filter(isLate()).length
    const seconds = Math.round((performance.now() - begin) / 1000)
    const results = { letters, addresses, rounds, seconds, ...luck, doubled, lost, outOfOrder }
    if (isLong) process.stderr.write(`${JSON.stringify(results)}\n`)

    expect(results).toMatchObject({ lost: 0, outOfOrder: 0, killed: kills })
    expect(doubled).toBeLessThanOrEqual(isLong ? letters / 1000 : kills)
    expect(new Set(post.received.map(({ raw }) => header(raw, 'Message-ID'))).size).toBe(letters)
    expect((await listMail(db, 1, 'sent')).total).toBe(letters)
    await expectBounces(db, join(folder, 'bounces'), random)
  },
)

function startSender(address: string, url: string): OtherProcess {
  const other = runOther('send-mail', address, url)
  // A message to a killed process goes nowhere.
  other.process.stdin.on('error', () => undefined)
  return other
}

/**
 * The server is called at several commands of each conversation; sometimes it refuses, sometimes it kills the process.
 */
function tryTheirLuck(post: Post, fleet: OtherProcess[], random: () => number) {
  const luck = { refused: 0, killed: 0 }
  const wordsApart = (letters * 4) / kills
  let words = 0
  let next = random() * wordsApart
  const answer = () => {
    if (luck.killed < kills && ++words > next) {
      next += random() * wordsApart
      luck.killed++
      pick(fleet, random).process.kill('SIGKILL')
    }
    if (random() >= refusedShare) return 'take'
    luck.refused++
    return { at: 'letter', code: 451, says: 'Busy' }
  }
  Object.defineProperty(post, 'answer', { get: answer })
  return luck
}

/** The subject of each is its number, and numbers rise with time. */
function writeLetters(db: Db, random: () => number): Promise<void> {
  const people = Array.from({ length: addresses }, (_, at) => `p${at}@example.org`)
  return inTransaction(db, async (db) => {
    for (let number = 0; number < letters; number++) {
      const letter = { kind: 'case.status', subject: String(number), text: 'Hello', html: '<p>Hello</p>' }
      await queueLetter(db, { ...letter, to: pick(people, random) }, monday)
    }
  })
}

/**
 * One round after another until no letter waits; a killed process is started again. Returns how many rounds it took.
 */
async function sendAll(db: Db, fleet: OtherProcess[], start: () => OtherProcess): Promise<number> {
  let rounds = 0
  while (await isAnyWaiting(db)) {
    const now = monday.getTime() + rounds++ * roundMs
    const workOne = async (at: number): Promise<void> => {
      fleet[at]!.process.stdin.write(`${now}\n`)
      const rests = fleet[at]!.line(new RegExp(`^rests ${now}$`))
      if (await rests.then(() => true).catch(() => false)) return
      expect(await fleet[at]!.ended).toMatchObject({ signal: 'SIGKILL' })
      fleet[at] = start()
      await workOne(at)
    }
    await Promise.all(fleet.keys().map(workOne))
  }
  for (const { process, ended } of fleet) {
    process.stdin.end()
    expect(await ended).toMatchObject({ code: 0, errors: '' })
  }
  return rounds
}

async function isAnyWaiting(db: Db): Promise<boolean> {
  const open = db.selectFrom('job').select('id').where('done_at', 'is', null).where('failed_at', 'is', null)
  return (await open.limit(1).executeTakeFirst()) !== undefined
}

/** Whether the recipient has had a newer letter before; duplicates must not come late either. */
function isLate() {
  const newest = new Map<string, number>()
  return ({ to, number }: { to: string; number: number }) => {
    const before = newest.get(to) ?? -1
    newest.set(to, Math.max(number, before))
    return number < before
  }
}

/** Reports of some of them arrive in the mailbox and are recorded, each with its own letter. */
async function expectBounces(db: Db, folder: string, random: () => number) {
  const all = await db.selectFrom('mail').select(['id', 'recipient', 'message_id']).orderBy('id').execute()
  const back = all.filter(() => random() < 0.02)
  const [make] = Object.values(failureReports)
  await mkdir(join(folder, 'new'), { recursive: true })
  for (const { id, recipient, message_id } of back)
    await writeFile(join(folder, 'new', id), make!({ to: recipient, messageId: message_id }).raw)
  await readBounces(db, folder, monday)
  const noted = await db.selectFrom('mail').select('id').where('bounced_at', 'is not', null).execute()
  expect(noted.map(({ id }) => id).toSorted()).toEqual(back.map(({ id }) => id))
}
