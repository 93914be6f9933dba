import { requireStaff } from './guard.server.ts'
import type { Route } from './+types/editor-dashboard.ts'

export function loader({ request }: Route.LoaderArgs) {
  requireStaff(request)
}

export default function EditorDashboard() {
  return null
}
