import { findPayRequestByReference } from '#features/memberships/paying.server.ts'
import { moneyText } from '#features/memberships/money.ts'
import { begin } from '#routes/request/begin.server.ts'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { FeePanel } from './fee-panel.tsx'
import { showUpi } from './form-session.server.ts'
import type { Route } from './+types/pay.ts'

/** How to pay what is missing for an application. People who have the link learn nothing about the applicant. */
export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, 'routes/site/forms/pay')
  const request = await findPayRequestByReference(db, args.params.reference)
  return {
    fee: request && {
      ...{ fee: moneyText(request.missing), title: 'Amount due' },
      howToPay: request.howToPay,
      upi: request.upi && showUpi(request.upi),
    },
  }
}

export function headers() {
  return { 'cache-control': 'no-store' }
}

export default function Pay({ loaderData: { fee } }: Route.ComponentProps) {
  return (
    <SitePage column hidden title="Pay your fee" description="How to pay for a membership application.">
      {fee ? (
        <FeePanel {...fee} />
      ) : (
        <Notice>
          <p>
            There is nothing to pay here: we have received the fee, no fee is due, or the application is
            closed. If you think this is wrong, check that you copied the whole address, or contact the
            office.
          </p>
        </Notice>
      )}
    </SitePage>
  )
}
