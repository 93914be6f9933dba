import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readFirebase } from './firebase.ts'

const right = { FIREBASE_PROJECT_ID: 'academy-website', FIREBASE_API_KEY: 'AIzaSy-example_1' }
const emulated = { FIREBASE_PROJECT_ID: 'demo-academy', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }

test('without a project nothing is set up', () => {
  expect(readFirebase({})).toBeUndefined()
  expect(readFirebase({ FIREBASE_PROJECT_ID: ' ', FIREBASE_API_KEY: '' })).toBeUndefined()
})

test('a project has an id and a key', () => {
  const project = {
    projectId: 'academy-website',
    apiKey: 'AIzaSy-example_1',
    emulator: undefined,
    firestore: undefined,
  }
  expect(readFirebase(right)).toEqual(project)
  expect(readFirebase({ ...right, ...emulated })?.emulator).toBe('http://127.0.0.1:9099')
})

const mirrored = { FIREBASE_PROJECT_ID: 'demo-academy', FIRESTORE_EMULATOR_HOST: '127.0.0.1:8080' }
const account = join(mkdtempSync(join(tmpdir(), 'account-')), 'account.json')
writeFileSync(account, JSON.stringify({ type: 'service_account', project_id: 'academy-website' }))

test('user records are mirrored only if that is set up', () => {
  expect(readFirebase(right)?.firestore).toBeUndefined()
  expect(readFirebase({ ...right, ...mirrored })?.firestore).toEqual({ emulator: 'http://127.0.0.1:8080' })
})

test.for([
  [{ FIREBASE_API_KEY: '' }, 'must be set together'],
  [{ FIREBASE_PROJECT_ID: undefined }, 'must be set together'],
  [{ FIREBASE_PROJECT_ID: 'Academy website' }, 'FIREBASE_PROJECT_ID must be the id of a project'],
  [{ FIREBASE_API_KEY: 'a&key=b' }, 'FIREBASE_API_KEY must be the Web API key'],
  [{ FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }, 'must start with "demo-"'],
  [{ ...emulated, FIREBASE_AUTH_EMULATOR_HOST: '192.0.2.1:9099' }, 'must be an address of this machine'],
  [{ ...emulated, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099/x' }, 'must be an address of this machine'],
  [{ FIRESTORE_EMULATOR_HOST: '127.0.0.1:8080' }, 'must start with "demo-"'],
  [{ ...mirrored, FIRESTORE_EMULATOR_HOST: '192.0.2.1:8080' }, 'must be an address of this machine'],
  [{ ...mirrored, FIREBASE_SERVICE_ACCOUNT: account }, 'not both'],
  [{ FIREBASE_SERVICE_ACCOUNT: '/no/such/file' }, 'must be the path of the JSON key file'],
  [{ FIREBASE_SERVICE_ACCOUNT: account }, 'must be the path of the JSON key file'],
  [
    { FIREBASE_PROJECT_ID: '', FIREBASE_API_KEY: '', FIREBASE_SERVICE_ACCOUNT: account },
    'FIREBASE_SERVICE_ACCOUNT needs FIREBASE_PROJECT_ID',
  ],
] as const)('%o stops the start: %s', ([changes, sentence]) => {
  expect(() => readFirebase({ ...right, ...changes })).toThrow(sentence)
})
