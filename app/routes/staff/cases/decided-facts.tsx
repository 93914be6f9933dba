import type { WaitingDecision } from '#features/casework/decisions.server.ts'
import { Facts } from '#ui/text/facts.tsx'

/** What the officer typed, and what spoke against it. */
export function DecidedFacts({
  decision: { facts, recorded },
}: {
  decision: Pick<WaitingDecision, 'facts' | 'recorded'>
}) {
  return (
    <Facts
      facts={[
        ...facts.map(({ label, text }) => ({ label, value: text })),
        { label: 'Known objections', value: recorded['knownObjections'] },
        { label: 'Reason for going ahead', value: recorded['overrideReason'] },
      ]}
    />
  )
}
