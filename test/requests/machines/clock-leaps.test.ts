import { expect, vi } from 'vitest'
import { verifyChain } from '#features/audit/verify.server.ts'
import { moveEntry } from '#features/content/entry/moves.server.ts'
import { moveDue } from '#features/content/entry/schedule.server.ts'
import { staffLimits } from '#features/staff/limits.ts'
import { claimTry } from '#server/load/throttle.server.ts'
import { queueJob, startJobs } from '#server/jobs/jobs.server.ts'
import { makeDraft, makeOffice } from '#test/makers/content.ts'
import { monday, test } from '#test/harness/db.ts'
import { listActions, makeSignedIn, sessionFor } from '#test/makers/staff.ts'

/** N2 of the threat model: the machine's clock jumps, stands still, or differs from that of another process. */

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const after = (ms: number) => new Date(monday.getTime() + ms)

test.for([hour, day])(
  'work queued while the clock was %i ms ahead is done once it is right',
  async (lead, { db }) => {
    const done: unknown[] = []
    const handlers = { greet: async (payload: never) => void done.push(payload) }
    let now = after(lead)
    await queueJob(db, 'greet', 'asked for before', now)
    await db
      .updateTable('job')
      .set({ leased_until: now.getTime() + 2 * minute, leased_by: 'one that was killed' })
      .execute()
    const stop = startJobs(db, handlers, () => now)
    now = monday

    await vi.waitFor(() => expect(done).toEqual(['asked for before']), 20_000)
    await queueJob(db, 'greet', 'asked for after', now)
    await vi.waitFor(() => expect(done).toEqual(['asked for before', 'asked for after']), 20_000)
    await stop()
  },
)

test('a process that is five seconds behind takes no work from the one that has it', async ({ db }) => {
  const done: string[] = []
  await queueJob(db, 'greet', {}, after(5 * second))
  let release: (() => void) | undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  const slow = async () => {
    done.push('first')
    await held
  }
  const stopFirst = startJobs(db, { greet: slow }, () => after(5 * second))
  await vi.waitFor(() => expect(done).toEqual(['first']), 20_000)
  const stopSecond = startJobs(db, { greet: async () => void done.push('second') }, () => monday)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  release?.()
  await Promise.all([stopFirst(), stopSecond()])

  expect(done).toEqual(['first'])
})

test.for([hour, day])(
  'a limit reached while the clock was %i ms ahead ends a window after it is right',
  async (lead, { db }) => {
    for (let time = 0; time < 11; time++) await claimTry(db, staffLimits.account, 'a', after(lead))

    expect(await claimTry(db, staffLimits.account, 'a', monday)).toMatchObject({
      ok: false,
      until: after(15 * minute),
    })
    expect(await claimTry(db, staffLimits.account, 'a', after(15 * minute - 1))).toMatchObject({ ok: false })
    expect(await claimTry(db, staffLimits.account, 'a', after(15 * minute))).toMatchObject({ ok: true })
  },
)

test('neither a stopped clock nor one that is set back gives a stranger more guesses', async ({ db }) => {
  const times = [
    ...Array<number>(20).fill(0),
    ...Array<number>(20).fill(-hour),
    ...Array<number>(20).fill(-day),
  ]
  const tried = []
  for (const at of times) tried.push(await claimTry(db, staffLimits.account, 'a', after(at)))

  expect(tried.filter(({ ok }) => ok)).toHaveLength(10)
})

test('a session survives a clock that is set back, and ends when it is over by any clock', async ({ db }) => {
  const { tokens } = await makeSignedIn(db, after(day), { role: 'editor' })

  expect(await sessionFor(db, tokens, monday)).toBeDefined()
  expect(await sessionFor(db, tokens, after(day + 2 * hour - 1))).toBeDefined()
  expect(await sessionFor(db, tokens, after(day + 2 * hour))).toBeUndefined()
})

test('an entry is published once, however the clock jumps around its time, and the audit trail keeps the order', async ({
  db,
}) => {
  const { admin } = await makeOffice(db, monday)
  const draft = await makeDraft(db, admin, monday)
  await moveEntry(db, admin, { ...draft, move: 'schedule', at: after(hour) }, monday)
  const before = (await listActions(db)).length

  const leaps = [-day, 0, hour - 1, hour, -day, hour, hour + 5 * second, day, 0]
  for (const leap of leaps)
    await Promise.all([moveDue(db, after(leap)), moveDue(db, after(leap - 5 * second))])

  expect((await listActions(db)).slice(before)).toEqual(['entry.published'])
  const { state } = await db
    .selectFrom('entry')
    .select('state')
    .where('id', '=', draft.id)
    .executeTakeFirstOrThrow()
  expect(state).toBe('published')
  await makeDraft(db, admin, after(-day))
  expect(await verifyChain(db)).toMatchObject({ ok: true })
})
