import type { JobKinds } from '#server/jobs/job-kinds.ts'

export const makeCopyJob = 'site-copy.make'
export const checkImportJob = 'site-import.check'
export const runImportJob = 'site-import.run'

export const siteCopyJobKinds: JobKinds = {
  [makeCopyJob]: { work: 'Copy of the site', instead: 'Make a new copy under Export and import.' },
  [checkImportJob]: { work: 'Check of a site copy' },
  [runImportJob]: { work: 'Import of a site copy' },
}
