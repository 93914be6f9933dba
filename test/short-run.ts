/** What `npm test` leaves to `npm run test:full`. docs/proof.md lists all of it, and a guard compares the two. */

/**
 * Above the database both engines run the same code. The short run repeats on PostgreSQL what depends on the engine:
 * locks, several at once, and statements written by hand.
 */
export const alsoOnPostgres = [
  'app/db/**/*.server.test.ts',
  'app/server/**/*.server.test.ts',
  'app/features/audit/operations.server.test.ts',
  'app/features/audit/queries.server.test.ts',
  'app/features/audit/verify-trail.server.test.ts',
  'app/features/backups/backups.server.test.ts',
  'app/features/case-access/known-addresses.server.test.ts',
  'app/features/casework/casework.server.test.ts',
  'app/features/casework/deciding/recording.server.test.ts',
  'app/features/casework/new-links.server.test.ts',
  'app/features/casework/withdrawing.server.test.ts',
  'app/features/casework/case-list.server.test.ts',
  'app/features/certificates/operations.server.test.ts',
  'app/features/content/addresses/links.server.test.ts',
  'app/features/content/entry/advice.server.test.ts',
  'app/features/content/entry/interleavings.server.test.ts',
  'app/features/content/entry/working-copies.server.test.ts',
  'app/features/enquiries/operations.server.test.ts',
  'app/features/forms/drafts/storage-quota.server.test.ts',
  'app/features/letters/wording.server.test.ts',
  'app/features/memberships/operations.server.test.ts',
  'app/features/memberships/renewal-reminders.server.test.ts',
  'app/features/nominations/declining.server.test.ts',
  'app/features/nominations/operations.server.test.ts',
  'app/features/nominations/strangers.server.test.ts',
  'app/features/own-pages/passkeys.server.test.ts',
  'app/features/people/addresses.server.test.ts',
  'app/features/people/editing.server.test.ts',
  'app/features/people/import/undo.server.test.ts',
  'app/features/people/queries.server.test.ts',
  'app/features/people/register-queries.server.test.ts',
  'app/features/people/removing/removing.server.test.ts',
  'app/features/search/queries.server.test.ts',
  'app/features/settings/operations.server.test.ts',
  'app/features/staff/accounts/operations.server.test.ts',
  'app/features/staff/accounts/queries.server.test.ts',
  'app/features/staff/factors/passkeys.server.test.ts',
  'app/features/staff/joining/invitations.server.test.ts',
  'app/features/staff/joining/joining.server.test.ts',
  'app/features/visits/operations.server.test.ts',
  'test/faults/database.test.ts',
  'test/requests/machines/database-away.test.ts',
  'test/requests/machines/read-replica.test.ts',
  'test/requests/machines/two-machines.test.ts',
  'test/requests/site/bad-input.test.ts',
  'test/requests/site/content-lists.test.ts',
  'test/requests/site/find.test.ts',
]
export const onlyOnPostgres = [
  'app/features/mail/fleet.server.test.ts',
  'test/requests/machines/two-processes.test.ts',
  'test/requests/site/same-results.test.ts',
]

/** Slow ones among the folders above, about the embedded engine or about code that is the same on both. */
export const onlyOnSqlite = [
  'app/db/copy/sqlite-pages.server.test.ts',
  'app/server/jobs/heavy-process.server.test.ts',
]

/** Journeys in a browser whose steps other tests prove one by one. */
export const onlyInFullRun = [
  'test/e2e/site/errands.test.ts',
  'test/e2e/site/states.test.ts',
  'test/e2e/site/static-copy.test.ts',
  'test/e2e/staff/albums.test.ts',
  'test/e2e/staff/bodies.test.ts',
  'test/e2e/staff/certificates.test.ts',
  'test/e2e/staff/content-journeys.test.ts',
  'test/e2e/staff/editor-journey.test.ts',
  'test/e2e/staff/editor-looks.test.ts',
  'test/e2e/staff/enquiries.test.ts',
  'test/e2e/staff/keyboard-tasks.test.ts',
  'test/e2e/staff/links.test.ts',
  'test/e2e/staff/mail.test.ts',
  'test/e2e/staff/processes.test.ts',
  'test/e2e/staff/reviews.test.ts',
  'test/e2e/staff/staff-first-administrator.test.ts',
  'test/e2e/staff/staff-people.test.ts',
  'test/e2e/staff/staff-site-copy.test.ts',
  'test/e2e/staff/staff-site.test.ts',
  'test/e2e/staff/tasks.test.ts',
  'test/e2e/staff/two-writers.test.ts',
]
