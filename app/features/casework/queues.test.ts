import { expect, test } from 'vitest'
import { caseTypeNames } from './case-types.ts'
import { stateChoices } from './queues.ts'

test('every state to choose has a name of its own that a filter can show whole', () => {
  for (const caseType of [undefined, ...caseTypeNames]) {
    const names = Object.values(stateChoices(caseType))
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect.soft(name.length, name).toBeLessThanOrEqual(30)
  }
})
