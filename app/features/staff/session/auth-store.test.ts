import { expect, test, vi } from 'vitest'
import { createAuthStore, nextState, firstState, type AuthRequest } from './auth-store.ts'
import type { UserRecord } from '#features/staff/accounts/user-record.ts'

const asha: UserRecord = {
  uid: '1',
  role: 'editor',
  emailVerified: true,
  email: 'asha@example.org',
  displayName: 'Asha Rao',
  phoneNumber: '',
  photoURL: null,
}

test.for<AuthRequest>(['login', 'sign-up'])('a %s request clears the user and is loading', (request) => {
  const state = nextState(firstState(asha), { type: 'requested', request })

  expect(state).toMatchObject({ currentUser: null, isAuthenticated: false, loading: true })
})

test('while a logout is pending the user is still signed in', () => {
  const state = nextState(firstState(asha), { type: 'requested', request: 'logout' })

  expect(state).toMatchObject({ currentUser: asha, isAuthenticated: true, loading: true })
})

test.for(['login', 'sign-up'] as const)('after a %s the user and the name are stored', (request) => {
  const storage = makeStorage()
  const store = createAuthStore(null, storage)

  store.dispatch({ type: 'requested', request })
  store.dispatch({ type: 'succeeded', request, user: asha })

  expect(store.read()).toEqual({
    currentUser: asha,
    isAuthenticated: true,
    name: 'Asha Rao',
    loading: false,
    error: null,
  })
  expect(storage.getItem('name')).toBe('Asha Rao')
})

test('after a logout the user is gone and the stored name is overwritten', () => {
  const storage = makeStorage()
  const store = createAuthStore(asha, storage)
  storage.setItem('name', 'Asha Rao')

  store.dispatch({ type: 'requested', request: 'logout' })
  store.dispatch({ type: 'succeeded', request: 'logout' })

  expect(store.read()).toMatchObject({ currentUser: null, isAuthenticated: false, name: '', loading: false })
  expect(storage.getItem('name')).toBe('')
})

test.for<AuthRequest>(['login', 'sign-up', 'logout'])(
  'a failed %s keeps the error and signs nobody in',
  (request) => {
    const pending = nextState(firstState(asha), { type: 'requested', request })
    const state = nextState(pending, { type: 'failed', request, error: 'Wrong Password! ⚠️' })

    expect(state).toMatchObject({ error: 'Wrong Password! ⚠️', isAuthenticated: false, loading: false })
  },
)

test('the server’s report is followed', () => {
  const store = createAuthStore(asha)
  const listener = vi.fn()
  const stop = store.follow(listener)

  store.dispatch({ type: 'reported', user: null })
  stop()
  store.dispatch({ type: 'reported', user: asha })

  expect(listener).toHaveBeenCalledTimes(1)
  expect(store.read().currentUser).toEqual(asha)
})

function makeStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
}
