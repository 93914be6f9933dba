import type { Db, ProcessName } from '#db/tables.ts'
import { inTransaction } from '#db/transaction.server.ts'
import { sendCaseLetter } from '#features/letters/operations.server.tsx'
import type { Outcome } from '#features/outcome.ts'
import { claimTry } from '#features/staff/throttle.server.ts'
import { networkOf } from '#server/client-address.server.ts'
import { takeOutDeadTokens } from '#server/mail-tokens.server.ts'
import { hashToken } from '#server/tokens.server.ts'
import { findDraft } from './drafts.server.ts'

/** Mails the link by which a form can be gone on with on any device. One address gets a few such letters a day. */
export async function mailDraftLink(
  db: Db,
  origin: string,
  form: { name: ProcessName; title: string; href: string },
  asked: { token: string; email: string; address: string },
  now: Date,
): Promise<Outcome<'not-found' | 'too-many'>> {
  const { token, email } = asked
  const draft = await findDraft(db, form.name, token, now)
  if (!draft || draft.sentAs !== undefined) return { ok: false, reason: 'not-found' }
  const from = await claimTry(db, 'form-letters-from', networkOf(asked.address), now)
  const to = from.ok && (await claimTry(db, 'form-letter', email.toLowerCase(), now))
  if (!to || !to.ok) return { ok: false, reason: 'too-many' }
  await inTransaction(db, (db) =>
    sendCaseLetter(
      db,
      { email, name: '' },
      'form.resume',
      {
        facts: { form: form.title, day: dayText(draft.expiresAt) },
        link: `${origin}${form.href}/resume?token=${token}`,
      },
      now,
    ),
  )
  return { ok: true }
}

/** Letters must not open what was sent, thrown away or is over. */
export function takeOutDraftTokens(db: Db, now: Date): Promise<void> {
  return takeOutDeadTokens(db, 'form', async (tokens) => {
    if (tokens.length === 0) return new Set()
    const byHash = new Map(tokens.map((token) => [hashToken(token), token]))
    const rows = await db
      .selectFrom('form_draft')
      .select('token_hash')
      .where('token_hash', 'in', [...byHash.keys()])
      .where('expires_at', '>', now.getTime())
      .execute()
    return new Set(rows.map(({ token_hash }) => byHash.get(token_hash) ?? ''))
  })
}

function dayText(at: Date): string {
  return at.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })
}
