import { redirect } from 'react-router'

/** Nobody is signed in until staff accounts are opened, so every staff page leads to the sign-in page. */
export function requireStaff(request: Request): never {
  const { pathname } = new URL(request.url)
  throw redirect(`/admin/admin-editor-login?next=${encodeURIComponent(pathname)}`)
}
