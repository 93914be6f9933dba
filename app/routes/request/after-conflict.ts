import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** Someone refused because something has changed must see how it is now. */
export function revalidateAfterConflict({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || defaultShouldRevalidate
}
