import type { Mutant } from './try-mutant.ts'

/** The guards that prevent strangers from blocking people, learning things and using up limits. */
export const mutants: Mutant[] = [
  {
    name: 'any open case counts as the one open case, confirmed or not',
    file: 'app/db/migrations/029-confirmed-cases.ts',
    from: 'where ended_at is null and subject_confirmed_at is not null',
    to: 'where ended_at is null',
  },
  {
    name: 'any nomination counts for the proposer, confirmed or not',
    file: 'app/features/nominations/cycles.server.ts',
    from: ".where('sender_confirmed_at', 'is not', null)",
    to: '',
  },
  {
    name: 'the nominee’s answer lets a nomination count for the proposer',
    file: 'app/features/nominations/answering.server.ts',
    from: "if (purpose === 'consent') await confirmSubject(db, id, now)",
    to: "if (purpose === 'consent') { await confirmSubject(db, id, now); await confirmSender(db, id, now) }",
  },
  {
    name: 'the seconder’s answer makes a nomination the one open case',
    file: 'app/features/nominations/answering.server.ts',
    from: "if (purpose === 'consent') await confirmSubject(db, id, now)",
    to: 'await confirmSubject(db, id, now)',
  },
  {
    name: 'a sender learns that the person has another case',
    file: 'app/features/cases/sending.server.ts',
    from: 'const refusal = await sending.refuse(db, draft)',
    to: "if (await db.selectFrom('dossier').select('id').where('subject_key', '=', process.aboutOf(answers).subjectEmail).executeTakeFirst()) return { ok: false, reason: 'faulty' }; const refusal = await sending.refuse(db, draft)",
  },
  {
    name: 'an address gets every letter immediately',
    file: 'app/features/letters/operations.server.tsx',
    from: 'return claimed.ok ? immediately : { heldUntil: claimed.until }',
    to: 'return immediately',
  },
  {
    name: 'a new link that staff send waits for its turn',
    file: 'app/features/casework/new-links.server.ts',
    from: ', sendingTime: immediately }',
    to: ' }',
  },
  {
    name: 'a reminder ends the link that the person has, though its letter waits',
    file: 'app/features/cases/due.server.ts',
    from: 'sendingTime.heldUntil ? undefined : await renewToken(db, origin, id)',
    to: 'await renewToken(db, origin, id)',
  },
  {
    name: 'held letters are never sent',
    file: 'app/features/cases/held-letters.server.ts',
    from: ".where('held_until', '<=', now.getTime())",
    to: ".where('held_until', '<', 0)",
  },
  {
    name: 'links to the status are counted by the address alone',
    file: 'app/features/cases/status.server.ts',
    from: '`${reference}:${address}`',
    to: 'address',
  },
  {
    name: 'staff find cases that name them',
    file: 'app/features/case-access/case-access.server.ts',
    from: ".where('staff_user.id', '=', staffId)",
    to: ".where('staff_user.id', '=', staffId + '-')",
  },
]
