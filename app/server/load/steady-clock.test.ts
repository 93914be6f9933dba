import { expect, test } from 'vitest'
import { steadyClock } from './steady-clock.ts'

const started = Date.parse('2026-11-16T09:00:00Z')
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** A machine whose clock the test sets forward or back while its time runs on. */
function makeMachine() {
  const machine = { elapsed: 0, leap: 0 }
  const read = steadyClock(
    () => started + machine.elapsed + machine.leap,
    () => machine.elapsed,
  )
  const after = (ms: number) => {
    machine.elapsed += ms
    return read()
  }
  return { machine, after }
}

test('a running clock is believed, also after a long pause', () => {
  const { after } = makeMachine()

  expect(after(1000)).toEqual(new Date(started + 1000))
  expect(after(day)).toEqual(new Date(started + 1000 + day))
})

test.for([hour, -hour, day, -day])('a jump of %i ms is believed when it has lasted a minute', (leap) => {
  const { machine, after } = makeMachine()
  after(1000)
  machine.leap = leap

  expect(after(1000)).toBeUndefined()
  expect(after(minute - 1)).toBeUndefined()
  expect(after(1)).toEqual(new Date(started + 2000 + minute + leap))
  expect(after(1000)).toEqual(new Date(started + 3000 + minute + leap))
})

test('a jump that is corrected immediately is never believed', () => {
  const { machine, after } = makeMachine()
  machine.leap = day
  expect(after(1000)).toBeUndefined()
  machine.leap = 0

  expect(after(1000)).toEqual(new Date(started + 2000))
  machine.leap = day
  expect(after(59_000)).toBeUndefined()
})

test('small corrections, as from a time server, add up unnoticed', () => {
  const { machine, after } = makeMachine()
  for (let step = 0; step < 100; step++) {
    machine.leap += 5000
    expect(after(1000)).toBeDefined()
  }
})

test('a stopped clock counts as one that jumps back', () => {
  const { machine, after } = makeMachine()
  machine.leap = -20_000

  expect(after(20_000)).toBeUndefined()
})
