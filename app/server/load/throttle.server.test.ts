import { expect } from 'vitest'
import { monday, sharedTest, test } from '#test/harness/db.ts'
import { runOther } from '#test/harness/processes.ts'
import { staffLimits } from '#features/staff/limits.ts'
import { claimTry, giveBackTry } from './throttle.server.ts'

const minute = 60_000
const later = (minutes: number) => new Date(monday.getTime() + minutes * minute)

test('ten tries of an account are allowed in 15 minutes, however many come in parallel', async ({ db }) => {
  const tries = await Promise.all(
    Array.from({ length: 200 }, () => claimTry(db, staffLimits.account, 'a', monday)),
  )

  expect(tries.filter((tried) => tried.ok)).toHaveLength(10)
  expect(tries.filter((tried) => !tried.ok && tried.isFirst)).toHaveLength(1)
  expect(tries.find((tried) => !tried.ok)).toMatchObject({ until: later(15) })
  expect(await claimTry(db, staffLimits.account, 'a', later(14.9))).toMatchObject({ ok: false })
  expect(await claimTry(db, staffLimits.account, 'a', later(15))).toEqual({ ok: true, tries: 1 })
})

test('no period of 15 minutes has more than ten tries, wherever it starts', async ({ db }) => {
  const admitted: number[] = []
  for (let minutes = 0; minutes < 60; minutes++)
    if ((await claimTry(db, staffLimits.account, 'a', later(minutes))).ok) admitted.push(minutes)

  const fullest = admitted.map((from) => admitted.filter((at) => at >= from && at < from + 15).length)
  expect(Math.max(...fullest)).toBe(10)
  expect(admitted).toContain(59 - (59 % 24))
})

test('a returned try can be made again, and no more than that', async ({ db }) => {
  for (let time = 0; time < 10; time++) await claimTry(db, staffLimits.account, 'a', monday)
  await Promise.all([giveBackTry(db, staffLimits.account, 'a'), giveBackTry(db, staffLimits.account, 'b')])

  expect(await claimTry(db, staffLimits.account, 'a', monday)).toEqual({ ok: true, tries: 10 })
  expect(await claimTry(db, staffLimits.account, 'a', monday)).toMatchObject({ ok: false })
})

sharedTest('three processes together allow ten tries', async ({ address, db }) => {
  const others = [1, 2, 3].map(() => runOther('claim', address, '60', monday.toISOString()))
  const ends = await Promise.all(others.map((other) => other.ended))

  expect(ends.map(({ code, errors }) => [code, errors])).toEqual([1, 2, 3].map(() => [0, '']))
  const admitted = ends.map(({ lines }) => Number(/\d+/.exec(lines.at(-1) ?? '')?.[0]))
  expect(admitted.reduce((sum, count) => sum + count)).toBe(10)
  expect(await claimTry(db, staffLimits.account, 'a@example.org', monday)).toMatchObject({ ok: false })
})
