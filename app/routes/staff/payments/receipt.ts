import { openReceipt } from '#features/memberships/receipts.server.ts'
import { notThere } from '#routes/endpoints/answers.ts'
import { privatePdf } from '#routes/endpoints/files/private-file.ts'
import { begin } from '#routes/request/begin.server.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import { drawInThread } from '#server/pictures/drawing-thread.server.ts'
import type { Route } from './+types/receipt.ts'

/** The receipt for a payment, as PDF, for those who work on the application. */
export async function loader(args: Route.LoaderArgs) {
  const { db, actor, client, now } = begin(args, 'routes/staff/payments/receipt')
  const receipt = await openReceipt(db, actor, args.params, now)
  if (!receipt) return notThere('This receipt does not exist.')
  const bytes = await drawInThread('form-copy', receipt, networkOf(client.address))
  return privatePdf(bytes, `${receipt.reference}.pdf`)
}
