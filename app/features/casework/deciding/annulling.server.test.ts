import { expect } from 'vitest'
import { releaseDecision } from '#features/casework/decisions.server.ts'
import { caseOrigin as origin } from '#test/makers/cases.ts'
import { makeCase, makeCaseworker, readDecisionHash } from '#test/makers/casework.ts'
import { monday, test } from '#test/harness/db.ts'
import { recordDecision } from './recording.server.ts'

test('an accepted election can be annulled, and everyone who heard of it is told', async ({ db }) => {
  const admin = await makeCaseworker(db, monday, { role: 'admin' })
  const clerk = await makeCaseworker(db, monday)
  const reference = await makeCase(db, monday, { state: 'accepted' })
  const annul = { annulReason: 'Withdrew by phone.', message: 'As you asked on the phone.' }
  await recordDecision(db, admin, origin, { reference, move: 'annul', typed: annul }, monday)
  const shownHash = await readDecisionHash(db, reference)
  expect(await releaseDecision(db, clerk, origin, { reference, shownHash }, monday)).toEqual({ ok: true })

  const row = db.selectFrom('dossier').select('state').where('reference', '=', reference)
  expect(await row.executeTakeFirst()).toEqual({ state: 'annulled' })
  const letters = await db
    .selectFrom('mail')
    .select(['kind', 'recipient', 'body_text'])
    .orderBy('id')
    .execute()
  const lettersOf = (kind: string) => letters.filter((letter) => letter.kind === kind)
  expect(lettersOf('nomination.annulled').map(({ recipient }) => recipient)).toEqual([
    ...[expect.stringContaining('@example.org'), 'ben@example.org'],
  ])
  // The seconder has read of the election; the message is not for them.
  expect(lettersOf('nomination.annulled-seconder')).toMatchObject([{ recipient: 'chitra@example.org' }])
  for (const { kind, body_text } of letters) {
    expect(body_text.includes('As you asked on the phone.')).toBe(kind === 'nomination.annulled')
    expect(body_text).not.toContain('Withdrew by phone.')
  }
})
