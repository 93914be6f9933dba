import { expect, test } from 'vitest'
import type { ReadEntry } from '#features/audit/describe.ts'
import { describeChanges, describeEntry } from './sentences.ts'
import type { Details } from '#features/audit/details.ts'

const names: Record<string, string> = { 'staff:asha': 'Asha Rao', 'staff:ben': 'Ben Li' }

function entry(actor: string, action: string, subject: string, details?: Details): ReadEntry {
  return {
    seq: 1,
    at: new Date(0),
    actor,
    actorName: names[actor],
    action,
    subject,
    subjectName: names[subject],
    details,
  }
}

test('an entry reads as a sentence', () => {
  const sentences: [ReadEntry, string][] = [
    [
      entry('staff:asha', 'staff.role-changed', 'staff:ben', { changes: { role: ['editor', 'admin'] } }),
      'Asha Rao changed the role of Ben Li from editor to administrator',
    ],
    [entry('staff:ben', 'staff.signed-in', 'staff:ben'), 'Ben Li signed in'],
    [entry('visitor', 'staff.signed-in', 'staff:ben'), 'Ben Li signed in'],
    [
      entry('visitor', 'staff.sign-in-failed', 'staff:ben', { reason: 'wrong-password' }),
      'A sign-in as Ben Li failed (wrong password)',
    ],
    [entry('visitor', 'staff.sign-in-failed', 'staff'), 'A sign-in as an unknown person failed'],
    [
      entry('visitor', 'staff.sign-in-failed', 'staff', { reason: 'unknown-user', email: 'x@example.org' }),
      'A sign-in as x@example.org failed (unknown user)',
    ],
    [
      entry('visitor', 'staff.signed-up', 'staff:ben', { role: 'editor' }),
      'Ben Li requested an account and asked to be an editor',
    ],
    [
      entry('staff:asha', 'staff.approved', 'staff:ben', { changes: { role: [null, 'editor'] } }),
      'Asha Rao approved Ben Li as an editor',
    ],
    [
      entry('staff:asha', 'case.moved', 'case:MA-2026-0001', { from: 'in_scrutiny', to: 'payment_ok' }),
      'Asha Rao changed the status of case MA-2026-0001 from “In scrutiny” to “Waiting for approval”',
    ],
    [
      entry('staff:asha', 'case.decision-recorded', 'case:FN-2026-0001', { move: 'elect' }),
      'Asha Rao recorded a decision about case FN-2026-0001 (Record as elected), which waits for release',
    ],
    [
      entry('visitor', 'case.answered', 'case:FN-2026-0001', { purpose: 'consent' }),
      'Someone answered a confirmation request about case FN-2026-0001 (Nominee’s consent)',
    ],
    [
      entry('staff:asha', 'case.payment-refunded', 'case:MA-2026-0001', { currency: 'INR', amount: '500' }),
      'Asha Rao recorded a refund of ₹\u00a0500 for case MA-2026-0001',
    ],
    [
      entry('staff:asha', 'enquiry.moved', 'enquiry:EQ-2026-0001', { from: 'held', to: 'new' }),
      'Asha Rao changed the status of enquiry EQ-2026-0001 from “Possible spam” to “New”',
    ],
    [
      entry('system', 'site.restored', 'site', { madeAt: '2027-01-31T09:30:00.000Z' }),
      'The site was restored from a backup made on 31 January 2027, 15:00 IST',
    ],
    [
      entry('staff:asha', 'body.member-added', 'body:b', { startsOn: '2027-01-31' }),
      'Asha Rao added a member to a body from 31 January 2027',
    ],
    [
      entry('person:p', 'own-page.requested', 'person:p', { kind: 'erasure' }),
      'The person concerned asked for: deletion of all data',
    ],
    [entry('staff:asha', 'staff.disabled', 'staff:ben'), 'Asha Rao disabled the account of Ben Li'],
    [
      entry('staff:asha', 'staff.invited', 'staff', { email: 'cara@example.org', role: 'admin' }),
      'Asha Rao invited cara@example.org as an administrator',
    ],
    [entry('staff:ben', 'staff.password-changed', 'staff:ben'), 'Ben Li changed their own password'],
    [
      entry('staff:asha', 'staff.second-factor-reset', 'staff:ben'),
      'Asha Rao reset the second factor of Ben Li',
    ],
    [entry('staff:ben', 'staff.passkey-added', 'staff:ben'), 'Ben Li added a passkey'],
    [entry('staff:ben', 'staff.sessions-ended', 'staff:ben'), 'Ben Li ended sessions of their own'],
    [
      entry('staff:asha', 'settings.changed', 'settings', {
        changes: { societyName: ['a', 'b'], fee_life_saarc: ['', 'INR 1'], gone: [1, 2] },
      }),
      'Asha Rao changed the settings: Name of the society; Fee for life members, SAARC countries; gone',
    ],
    [entry('staff:asha', 'staff.read', 'staff:ben'), 'Asha Rao looked at the account of Ben Li'],
    [entry('staff:ben', 'staff.read', 'staff:ben'), 'Ben Li looked at their own account'],
    [entry('staff:asha', 'staff-list.read', 'staff'), 'Asha Rao read the list of staff accounts'],
    [
      entry('system', 'staff.unconfirmed-removed', 'staff:gone'),
      'The site deleted an account whose address was never confirmed',
    ],
    [entry('staff:asha', 'mail-list.read', 'mail'), 'Asha Rao read the email log'],
    [entry('staff:asha', 'mail.read', 'mail:7'), 'Asha Rao read an email'],
    [
      entry('staff:asha', 'mail.read', 'mail:7', { link: 'shown' }),
      'Asha Rao read an email and the link in it',
    ],
    [entry('system', 'mail.cleared', 'mail', { count: 1 }), 'The site deleted the text of an email'],
    [entry('system', 'mail.cleared', 'mail', { count: 12 }), 'The site deleted the text of 12 emails'],
    [entry('system', 'samples.removed', 'samples'), 'The site deleted the sample content'],
    [
      entry('staff:asha', 'audit.details-erased', 'staff:ben', { count: 3 }),
      'Asha Rao deleted the details of 3 entries about Ben Li',
    ],
    [
      entry('staff:asha', 'audit.details-erased', 'audit', { count: 1 }),
      'Asha Rao deleted the details of 1 entry',
    ],
  ]
  for (const [entry, sentence] of sentences) expect(describeEntry(entry)).toBe(sentence)
})

test('an unknown action still reads well', () => {
  expect(describeEntry(entry('staff:asha', 'application.moved', 'application:M-7'))).toBe(
    'Asha Rao moved application M-7',
  )
  expect(describeEntry(entry('system', 'staff.put-to-sleep', 'staff:ben'))).toBe(
    'The site put to sleep Ben Li',
  )
  expect(describeEntry(entry('staff:asha', 'newsletter.sent', 'conference:c1'))).toBe(
    'Asha Rao sent newsletter of conference c1',
  )
})

test('a former member of staff, and an entry whose details were erased, still read well', () => {
  expect(describeEntry(entry('staff:gone', 'staff.role-changed', 'staff:ben'))).toBe(
    'A former member of staff changed the role of Ben Li',
  )
  expect(describeEntry(entry('staff:gone', 'staff.invited', 'staff:gone2'))).toBe(
    'A former member of staff invited someone',
  )
})

test('changes are listed with words for what is empty or not a text', () => {
  expect(
    describeChanges({
      action: 'staff.profile-changed',
      details: { changes: { fullName: ['', 'Asha'], isListed: [false, true], bands: [null, [1, 2]] } },
    }),
  ).toEqual([
    { field: 'Full name', before: '(empty)', after: 'Asha' },
    { field: 'Is listed', before: 'no', after: 'yes' },
    { field: 'Bands', before: '(empty)', after: '[1,2]' },
  ])
  expect(describeChanges({ action: 'staff.profile-changed', details: undefined })).toEqual([])
})

test('a changed setting has the same name as on the settings page', () => {
  const details = { changes: { neutralSignIn: [false, true] } } satisfies Details

  expect(describeChanges({ action: 'settings.changed', details })).toEqual([
    { field: 'Neutral sign-in messages', before: 'no', after: 'yes' },
  ])
})
