import { labelOf } from '#features/content/kinds/field-labels.ts'
import { fields } from '#features/content/kinds/fields.ts'
import { Button } from '#ui/form/button.tsx'
import { Notice } from '#ui/text/notice.tsx'
import type { Drafting } from './drafting.ts'
import { timeOf } from './save-status.tsx'

type Props = {
  draft: Drafting
  pulse: { version: number; others: string[] } | undefined
  now: number | undefined
  onCompare: () => void
}

/** Who else is editing the entry, and what they or another tab of this person have written. */
export function DraftNotices({ draft, pulse, now, onCompare }: Props) {
  const { kind, offer, base } = draft
  return (
    <>
      {offer && (
        <Notice kind="warning">
          <p>
            There is different text from another tab or device ({timeOf(offer.typedAt, now)} IST):{' '}
            {offer.fields.map((name) => labelOf(fields[kind], [name])).join(', ')}. Both texts are stored
            until you choose.
          </p>
          <p>
            <Button type="button" look="secondary" onClick={onCompare}>
              Compare and choose
            </Button>
          </p>
        </Notice>
      )}
      {pulse && pulse.others.length > 0 && (
        <Notice kind="note">
          <p>
            {pulse.others.join(', ')} {pulse.others.length === 1 ? 'has' : 'have'} this open too.
          </p>
        </Notice>
      )}
      {pulse && pulse.version > base && (
        <Notice kind="warning">
          <p>
            Someone saved version {pulse.version} since you opened this. When you save, we include their
            changes. If you both changed the same field, you choose.
          </p>
        </Notice>
      )}
    </>
  )
}
