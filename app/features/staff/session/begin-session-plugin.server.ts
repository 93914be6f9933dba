import { createAuthEndpoint } from 'better-auth/api'
import type { BetterAuthPlugin } from 'better-auth'
import { z } from 'zod'

/** The only way a session starts after a password. No address leads here. */
export function beginSessionPlugin() {
  return {
    id: 'begin-session',
    endpoints: {
      beginSession: createAuthEndpoint.serverOnly(
        { method: 'POST', body: z.object({ userId: z.string() }) },
        async (ctx) => {
          const { internalAdapter } = ctx.context
          const user = await internalAdapter.findUserById(ctx.body.userId)
          if (!user) throw new Error(`No session can start for ${ctx.body.userId}, who has no account.`)
          const { token } = await internalAdapter.createSession(user.id)
          return { token }
        },
      ),
    },
  } satisfies BetterAuthPlugin
}
