export const signOutPath = '/admin/sign-out'
/** Leads to the provider that the person signs in or out at; without one, home. */
export const leavingPath = '/admin/leaving'

export const stillSignedIn = 'You are still signed in: we cannot reach the server. Try again.'

/** The answer redirects to `leavingPath`; a full page load leaves nothing of this page behind. */
export async function isSignedOut() {
  try {
    const answer = await fetch(signOutPath, {
      method: 'POST',
      body: new URLSearchParams(),
      redirect: 'manual',
    })
    return answer.type === 'opaqueredirect' || answer.ok
  } catch {
    return false
  }
}
