import type { UserRecord } from '#features/staff/accounts/user-record.ts'

/** What the browser knows about who is signed in, with the transitions of the specification. */
export interface AuthState {
  currentUser: UserRecord | null
  isAuthenticated: boolean
  name: string
  loading: boolean
  error: string | null
}

export type AuthRequest = 'login' | 'sign-up' | 'logout'

export type AuthEvent =
  | { type: 'requested'; request: AuthRequest }
  | { type: 'succeeded'; request: 'login' | 'sign-up'; user: UserRecord }
  | { type: 'succeeded'; request: 'logout' }
  | { type: 'failed'; request: AuthRequest; error: string }
  /** The server's report on who is signed in, at the first render and after every change. */
  | { type: 'reported'; user: UserRecord | null }

export function firstState(user: UserRecord | null): AuthState {
  return {
    currentUser: user,
    isAuthenticated: user !== null,
    name: user?.displayName ?? '',
    loading: false,
    error: null,
  }
}

export function nextState(state: AuthState, event: AuthEvent): AuthState {
  switch (event.type) {
    case 'requested':
      return event.request === 'logout'
        ? { ...state, loading: true }
        : { ...state, loading: true, currentUser: null, isAuthenticated: false }
    case 'succeeded':
      return firstState(event.request === 'logout' ? null : event.user)
    case 'failed':
      return { ...state, loading: false, isAuthenticated: false, error: event.error }
    case 'reported':
      return { ...firstState(event.user), error: state.error }
  }
}

/** Where the name is stored between visits. */
export const nameKey = 'name'

type NameStorage = Pick<Storage, 'getItem' | 'setItem'>

export interface AuthStore {
  read(): AuthState
  dispatch(event: AuthEvent): void
  /** Calls back after every change; the return value unsubscribes. */
  follow(listener: () => void): () => void
}

export function createAuthStore(user: UserRecord | null, storage?: NameStorage): AuthStore {
  let state = firstState(user)
  const followers = new Set<() => void>()
  return {
    read: () => state,
    dispatch(event) {
      const before = state
      state = nextState(state, event)
      if (changesName(event) && storage) storeName(storage, state.name)
      if (state !== before) for (const listener of followers) listener()
    },
    follow(listener) {
      followers.add(listener)
      return () => followers.delete(listener)
    },
  }
}

function changesName(event: AuthEvent) {
  return event.type === 'succeeded' || event.type === 'reported'
}

/** Other tabs learn of it by the storage event, so it is written only on a change. */
function storeName(storage: NameStorage, name: string) {
  if (storage.getItem(nameKey) !== name) storage.setItem(nameKey, name)
}
