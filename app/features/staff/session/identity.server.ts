import { passkey } from '@better-auth/passkey'
import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { newId } from '#db/engine/id.ts'
import type { Db } from '#db/schema/tables.ts'
import { beginSessionPlugin } from './begin-session-plugin.server.ts'
import type { IdentityConfig } from './client.ts'
import { staffAdapter } from './identity-adapter.server.ts'
import { libraryCookies } from './library-cookies.ts'
import { maxSessionMs } from './tokens.ts'
import { newToken } from '#server/config/tokens.server.ts'

/** The properties of a new session. */
export interface NewSession {
  now: Date
  secondFactorAt: Date | null
  provedAt: Date | null
  expiresAt: Date
  address: string
  userAgent: string
}

/**
 * The identity library, for session rows and the passkey ceremonies. It is never mounted: only the features call it. One for each handle, because one on the outer handle would wait forever inside a transaction.
 */
export function identity(db: Db, { origin, secret }: IdentityConfig, newSession: NewSession) {
  return betterAuth({
    appName: 'IAPS',
    baseURL: origin,
    secret,
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    database: staffAdapter(db, newSession.now),
    user: {
      modelName: 'staff_user',
      fields: {
        emailVerified: 'email_verified_at',
        image: 'photo_url',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    session: {
      modelName: 'staff_session',
      expiresIn: maxSessionMs / 1000,
      freshAge: 15 * 60,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
      fields: {
        token: 'token_hash',
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      additionalFields: {
        secondFactorAt: { type: 'date', required: false, input: false, fieldName: 'second_factor_at' },
        provedAt: { type: 'date', required: false, input: false, fieldName: 'proved_at' },
        lastSeenAt: { type: 'date', required: true, input: false, fieldName: 'last_seen_at' },
      },
    },
    account: {
      modelName: 'staff_credential',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'staff_challenge',
      storeIdentifier: 'hashed',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    advanced: {
      database: { generateId: () => newId() },
      // No browser sees these cookies. The library would put __Secure- before their names.
      useSecureCookies: false,
      cookies: {
        session_token: { name: libraryCookies.session },
        [libraryCookies.challenge]: { name: libraryCookies.challenge },
      },
      ipAddress: { disableIpTracking: true },
    },
    databaseHooks: {
      session: { create: { before: async (session) => ({ data: { ...session, ...started(newSession) } }) } },
    },
    plugins: [beginSessionPlugin(), passkeysOf(origin)],
  })
}

export { APIError }

function started({ now, address, ...rest }: NewSession) {
  return { token: newToken(), ipAddress: address, createdAt: now, updatedAt: now, lastSeenAt: now, ...rest }
}

function passkeysOf(origin: string) {
  return passkey({
    rpID: new URL(origin).hostname,
    rpName: 'International Academy of Physical Sciences',
    origin,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: libraryCookies.challenge },
    // The library asks for the owner's finger or code but accepts an answer without it.
    registration: {
      afterVerification: async ({ verification }) => {
        if (!verification.registrationInfo?.userVerified) throw new APIError('BAD_REQUEST')
      },
    },
    authentication: {
      afterVerification: async ({ verification }) => {
        if (!verification.authenticationInfo.userVerified) throw new APIError('UNAUTHORIZED')
      },
    },
    schema: {
      passkey: {
        modelName: 'staff_passkey',
        fields: {
          publicKey: 'public_key',
          userId: 'user_id',
          credentialID: 'credential_id',
          deviceType: 'device_type',
          backedUp: 'backed_up_at',
          createdAt: 'created_at',
        },
      },
    },
  })
}
