import { expect, test } from 'vitest'
import type { FormPart } from '#features/forms/questions.ts'
import { stateOfPart } from './progress.ts'

const part: FormPart = {
  name: 'who',
  title: 'Who',
  questions: [
    { kind: 'line', name: 'lastName', label: 'Last name', maxLength: 60 },
    { kind: 'choice', name: 'detailsBy', label: 'Who?', choices: { nominee: 'They', proposer: 'I' } },
  ],
}
const start = { detailsBy: 'nominee' }
const nothing = { answers: start, files: [], done: [] }
const missing = { lastName: 'Enter the last name.' }

test('a part in which only the preselected choice is answered is not started', () => {
  expect(stateOfPart(part, nothing, missing, start)).toBe('not-started')
})

test('a part is in progress once someone has written in it, chosen otherwise or saved it', () => {
  for (const change of [
    { answers: { ...start, lastName: 'R' } },
    { answers: { detailsBy: 'proposer' } },
    { done: ['who'] },
  ])
    expect(stateOfPart(part, { ...nothing, ...change }, missing, start)).toBe('started')
})

test('a saved part with nothing to correct is complete', () => {
  expect(stateOfPart(part, { ...nothing, done: ['who'] }, undefined, start)).toBe('done')
})
