import { useState, type FormEvent } from 'react'
import { useAuth } from '#features/staff/session/auth-provider.tsx'
import { Button } from '#ui/form/button.tsx'

const path = '/admin/sign-out'

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
      window.location.assign('/')
      return
    }
    const error = 'You are still signed in: we cannot reach the server. Try again.'
    dispatch({ type: 'failed', request: 'logout', error })
    setTrouble(error)
  }
  return (
    <form method="post" action={path} onSubmit={leave}>
      <Button look="quiet" disabled={auth.loading}>
        Sign out
      </Button>
      <p role="alert">{trouble}</p>
    </form>
  )
}

/** The answer redirects to the home page; a full page load leaves nothing of this page behind. */
async function isSignedOut() {
  try {
    const answer = await fetch(path, { method: 'POST', body: new URLSearchParams(), redirect: 'manual' })
    return answer.type === 'opaqueredirect' || answer.ok
  } catch {
    return false
  }
}
