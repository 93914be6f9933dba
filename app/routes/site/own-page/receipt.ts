import { findOwnReceipt } from '#features/memberships/receipts.server.ts'
import { notThere } from '#routes/endpoints/answers.ts'
import { privatePdf } from '#routes/endpoints/files/private-file.ts'
import { begin } from '#routes/request/begin.server.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import { drawInThread } from '#server/pictures/drawing-thread.server.ts'
import { findOwnReader } from './own-session.server.ts'
import type { Route } from './+types/receipt.ts'

/** The receipt for a payment, as PDF, for the person who paid. */
export async function loader(args: Route.LoaderArgs) {
  const { db, client } = begin(args, 'routes/site/own-page/receipt')
  const reader = await findOwnReader(args)
  const receipt = reader && (await findOwnReceipt(db, reader, args.params.id))
  if (!receipt) return notThere('There is no receipt here that you can open. Sign in on My page first.')
  const bytes = await drawInThread('form-copy', receipt, networkOf(client.address))
  return privatePdf(bytes, `${receipt.reference}.pdf`)
}
