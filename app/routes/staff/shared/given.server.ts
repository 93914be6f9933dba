import type { RouterContextProvider } from 'react-router'
import { clientContext } from '#routes/request/session-context.server.ts'
import { configContext, dbContext, nowContext } from '#server/http/context.server.ts'

/** What a page around signing in hands on to its operation. */
export function given({ context }: { context: Readonly<RouterContextProvider> }) {
  return {
    db: context.get(dbContext),
    config: context.get(configContext),
    client: context.get(clientContext),
    now: context.get(nowContext),
  }
}
