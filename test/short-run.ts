/** What `npm test` leaves to `npm run test:full`. docs/proof.md lists all of it, and a guard compares the two. */

/** Above the database both engines run the same code: of these slow files the short run takes one engine. */
export const onlyOnSqlite = [
  'app/features/audit/verify.server.test.ts',
  'app/features/backups/forgetting.server.test.ts',
  'app/features/backups/move.server.test.ts',
  'app/features/backups/refused-backups.server.test.ts',
  'app/features/backups/schedule.server.test.ts',
  'app/features/cases/strangers.server.test.ts',
  'app/features/content/entry/drafts-at-random.server.test.ts',
  'app/features/enquiries/mail.server.test.ts',
  'app/features/enquiries/people.server.test.ts',
  'app/features/forms/drafts/drafts-model.server.test.ts',
  'app/features/media/operations.server.test.ts',
  'app/features/media/shown-files.server.test.ts',
  'app/features/newsletter/mailing.server.test.ts',
  'app/features/newsletter/operations.server.test.ts',
  'app/features/nominations/model.server.test.ts',
  'app/features/nominations/sequences.server.test.ts',
  'app/features/own-pages/takeover.server.test.ts',
  'app/features/people/address-model.server.test.ts',
  'app/features/people/import/killed.server.test.ts',
  'app/features/rulebook/past-decisions.server.test.ts',
  'app/features/site-copy/imports.server.test.ts',
  'app/features/site-copy/refusals.server.test.ts',
  'app/features/site-copy/site-copy.server.test.ts',
  'app/features/staff/factors/factors.server.test.ts',
  'app/features/staff/session/sign-in.server.test.ts',
  'app/starter/load.server.test.ts',
  'test/requests/site/acts-recorded.test.ts',
]
export const onlyOnPostgres = [
  'app/features/mail/fleet.server.test.ts',
  'test/requests/machines/two-processes.test.ts',
]

/** Journeys in a browser whose steps other tests prove one by one. */
export const onlyInFullRun = [
  'test/e2e/site/states.test.ts',
  'test/e2e/site/static-copy.test.ts',
  'test/e2e/staff/albums.test.ts',
  'test/e2e/staff/bodies.test.ts',
  'test/e2e/staff/content-journeys.test.ts',
  'test/e2e/staff/editor-journey.test.ts',
  'test/e2e/staff/editor-looks.test.ts',
  'test/e2e/staff/keyboard-tasks.test.ts',
  'test/e2e/staff/links.test.ts',
  'test/e2e/staff/mail.test.ts',
  'test/e2e/staff/reviews.test.ts',
  'test/e2e/staff/staff-site-copy.test.ts',
  'test/e2e/staff/tasks.test.ts',
  'test/e2e/staff/two-writers.test.ts',
]
