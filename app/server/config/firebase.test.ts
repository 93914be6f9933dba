import { expect, test } from 'vitest'
import { readFirebase } from './firebase.ts'

const right = { FIREBASE_PROJECT_ID: 'academy-website', FIREBASE_API_KEY: 'AIzaSy-example_1' }
const emulated = { FIREBASE_PROJECT_ID: 'demo-academy', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }

test('without a project nothing is set up', () => {
  expect(readFirebase({})).toBeUndefined()
  expect(readFirebase({ FIREBASE_PROJECT_ID: ' ', FIREBASE_API_KEY: '' })).toBeUndefined()
})

test('a project has an id and a key', () => {
  const project = { projectId: 'academy-website', apiKey: 'AIzaSy-example_1', emulator: undefined }
  expect(readFirebase(right)).toEqual(project)
  expect(readFirebase({ ...right, ...emulated })?.emulator).toBe('http://127.0.0.1:9099')
})

test.for([
  [{ FIREBASE_API_KEY: '' }, 'must be set together'],
  [{ FIREBASE_PROJECT_ID: undefined }, 'must be set together'],
  [{ FIREBASE_PROJECT_ID: 'Academy website' }, 'FIREBASE_PROJECT_ID must be the id of a project'],
  [{ FIREBASE_API_KEY: 'a&key=b' }, 'FIREBASE_API_KEY must be the Web API key'],
  [{ FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }, 'must start with "demo-"'],
  [{ ...emulated, FIREBASE_AUTH_EMULATOR_HOST: '192.0.2.1:9099' }, 'must be an address of this machine'],
  [{ ...emulated, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099/x' }, 'must be an address of this machine'],
] as const)('%o stops the start: %s', ([changes, sentence]) => {
  expect(() => readFirebase({ ...right, ...changes })).toThrow(sentence)
})
