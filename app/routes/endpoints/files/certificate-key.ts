import { publicPem } from '#features/certificates/key.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { textAnswer } from '#routes/endpoints/answers.ts'
import { certificateKeyContext } from '#routes/request/session-context.server.ts'
import type { Route } from './+types/certificate-key.ts'

/** The key by which anyone can verify the file of a certificate without this site. */
export function loader(args: Route.LoaderArgs) {
  begin(args, 'routes/endpoints/files/certificate-key')
  const { context } = args
  return textAnswer(publicPem(context.get(certificateKeyContext)), 'text/plain')
}
