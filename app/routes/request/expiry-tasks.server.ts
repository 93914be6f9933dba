import { emptyBin } from '#features/content/entry/schedule.server.ts'
import { clearWorkingCopies } from '#features/content/entry/working-copies.server.ts'
import { clearPreviewLinks } from '#features/content/reading/previews.server.ts'
import { eraseOldEnquiries } from '#features/enquiries/retention.server.ts'
import { clearDrafts, takeOutDraftTokens } from '#features/forms/drafts/retention.server.ts'
import { clearPrivateFiles } from '#features/forms/private-files.server.ts'
import { clearFiles } from '#features/media/orphaned-files.server.ts'
import { clearUploads } from '#features/media/uploads.server.ts'
import { clearSubscribers } from '#features/newsletter/retention.server.ts'
import { clearOwnPages } from '#features/own-pages/retention.server.ts'
import { emptyPeopleBin } from '#features/people/editing.server.ts'
import { clearOldImports } from '#features/people/import/operations.server.ts'
import type { ExpiryTask } from '#features/privacy/expiry.ts'
import { eraseOldCases } from '#features/privacy/operations.server.ts'
import { clearSiteImports } from '#features/site-copy/imports.server.ts'
import { clearCopies } from '#features/site-copy/operations.server.ts'
import { clearExpired } from '#features/staff/accounts/retention.server.ts'
import { clearOldVisits } from '#features/visits/operations.server.ts'
import { clearJobs } from '#features/watching/job-retention.server.ts'
import { openChunkStore } from '#server/files/chunks.server.ts'

/** The expiry tasks of all features. Files come last, because only files that no row names are removed. */
export const expiryTasks: readonly ExpiryTask[] = [
  { name: 'clear-expired', run: ({ db }, now) => clearExpired(db, now) },
  {
    name: 'erase-old-cases',
    run: ({ db, personalData, privateFiles: store }, now) => eraseOldCases(db, { personalData, store }, now),
  },
  { name: 'erase-old-enquiries', run: ({ db }, now) => eraseOldEnquiries(db, now) },
  {
    name: 'clear-drafts',
    async run({ db }, now) {
      await clearDrafts(db, now)
      await takeOutDraftTokens(db, now)
    },
  },
  { name: 'clear-subscribers', run: ({ db }, now) => clearSubscribers(db, now) },
  { name: 'clear-own-pages', run: ({ db }, now) => clearOwnPages(db, now) },
  { name: 'clear-old-imports', run: ({ db }, now) => clearOldImports(db, now) },
  { name: 'empty-people-bin', run: ({ db }, now) => emptyPeopleBin(db, now) },
  { name: 'empty-bin', run: ({ db }, now) => emptyBin(db, now) },
  { name: 'clear-working-copies', run: ({ db }, now) => clearWorkingCopies(db, now) },
  { name: 'clear-preview-links', run: ({ db }, now) => clearPreviewLinks(db, now) },
  { name: 'clear-old-visits', run: ({ db }, now) => clearOldVisits(db, now) },
  { name: 'clear-jobs', run: ({ db }, now) => clearJobs(db, now) },
  { name: 'clear-copies', run: ({ db, location }, now) => clearCopies(db, location.dataDir, now) },
  { name: 'clear-site-imports', run: ({ db, location }, now) => clearSiteImports(db, location, now) },
  { name: 'clear-uploads', run: ({ db, location }, now) => clearUploads(db, openChunkStore(location), now) },
  { name: 'clear-files', run: ({ db, files }, now) => clearFiles(db, files, now) },
  {
    name: 'clear-private-files',
    run: ({ db, privateFiles }, now) => clearPrivateFiles(db, privateFiles, now),
  },
]
