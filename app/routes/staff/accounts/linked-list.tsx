import { Moment } from '#ui/foundations/day.tsx'

export interface Linked {
  id: string
  label: string
  email: string
  lastUsedAt: Date | null
}

/** The sign-ins elsewhere that are linked to an account. */
export function LinkedList({ linked }: { linked: Linked[] }) {
  return linked.map(({ id, label, email, lastUsedAt }) => (
    <div key={id}>
      {label} ({email}),{' '}
      {lastUsedAt ? (
        <>
          last used <Moment at={lastUsedAt} />
        </>
      ) : (
        'not used yet'
      )}
    </div>
  ))
}
