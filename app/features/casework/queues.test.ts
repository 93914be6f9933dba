import { expect, test } from 'vitest'
import { caseTypeNames } from './case-types.ts'
import { stateChoices } from './queues.ts'

test('every state to choose has its own name that a filter can show in full', () => {
  for (const caseType of [undefined, ...caseTypeNames]) {
    const names = Object.values(stateChoices(caseType))
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect.soft(name.length, name).toBeLessThanOrEqual(30)
  }
})
