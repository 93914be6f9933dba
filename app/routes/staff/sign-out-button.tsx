import { Button } from '#ui/button.tsx'

/** A form and not a link, so that nothing signs out by being looked at. */
export function SignOutButton() {
  return (
    <form method="post" action="/admin/sign-out">
      <Button look="quiet">Sign out</Button>
    </form>
  )
}
