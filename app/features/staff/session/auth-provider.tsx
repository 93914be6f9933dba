import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { createAuthStore, nameKey, type AuthStore } from './auth-store.ts'
import type { UserRecord } from '#features/staff/accounts/user-record.ts'

const AuthContext = createContext<AuthStore | undefined>(undefined)

interface Props {
  /**
   * Who was signed in when the server rendered the page: the first report, so that nothing waits and nothing flickers.
   */
  user: UserRecord | null
  /** Asks the server again, after another tab signed in or out. */
  askAgain: () => void
  children: ReactNode
}

export function AuthProvider({ user, askAgain, children }: Props) {
  const [store] = useState(() => createAuthStore(user, browserStorage()))

  useEffect(() => store.dispatch({ type: 'reported', user }), [store, user])
  useEffect(() => {
    const heard = (event: StorageEvent) => {
      if (event.key === nameKey) askAgain()
    }
    window.addEventListener('storage', heard)
    return () => window.removeEventListener('storage', heard)
  }, [askAgain])

  return <AuthContext value={store}>{children}</AuthContext>
}

export function useAuth() {
  const store = use(AuthContext)
  if (!store) throw new Error('useAuth was called outside the AuthProvider.')
  return { auth: useSyncExternalStore(store.follow, store.read, store.read), dispatch: store.dispatch }
}

function browserStorage() {
  return typeof window === 'undefined' ? undefined : window.localStorage
}
