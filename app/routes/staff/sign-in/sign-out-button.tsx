import { useState, type FormEvent } from 'react'
import { useAuth } from '#features/staff/session/auth-provider.tsx'
import { Button } from '#ui/form/button.tsx'
import { isSignedOut, leavingPath, signOutPath, stillSignedIn } from './sign-out-request.ts'

/**
 * A form and not a link, so that opening an address signs nobody out. With scripts the store is updated, which
 * overwrites the stored name and thereby informs the other tabs.
 */
export function SignOutButton() {
  const { auth, dispatch } = useAuth()
  const [trouble, setTrouble] = useState('')

  const leave = async (event: FormEvent) => {
    event.preventDefault()
    setTrouble('')
    dispatch({ type: 'requested', request: 'logout' })
    if (await isSignedOut()) {
      dispatch({ type: 'succeeded', request: 'logout' })
      window.location.assign(leavingPath)
      return
    }
    dispatch({ type: 'failed', request: 'logout', error: stillSignedIn })
    setTrouble(stillSignedIn)
  }
  return (
    <form method="post" action={signOutPath} onSubmit={leave}>
      <Button look="quiet" disabled={auth.loading}>
        Sign out
      </Button>
      <p role="alert">{trouble}</p>
    </form>
  )
}
