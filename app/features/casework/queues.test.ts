import { expect, test } from 'vitest'
import { processNames } from './processes.ts'
import { stateChoices } from './queues.ts'

test('every state to choose has a name of its own that a filter can show whole', () => {
  for (const process of [undefined, ...processNames]) {
    const names = Object.values(stateChoices(process))
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect.soft(name.length, name).toBeLessThanOrEqual(30)
  }
})
