import { requireStaff } from './guard.server.ts'
import type { Route } from './+types/admin-dashboard.ts'

export function loader({ request }: Route.LoaderArgs) {
  requireStaff(request)
}

export default function AdminDashboard() {
  return null
}
