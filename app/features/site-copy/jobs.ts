import type { JobKinds } from '#server/jobs/job-kinds.ts'

export const makeCopyJob = 'site-copy.make'
export const checkImportJob = 'site-import.check'
export const runImportJob = 'site-import.run'

export const siteCopyJobKinds: JobKinds = {
  [makeCopyJob]: { work: 'Export of the site', instead: 'Create a new export under Export and import.' },
  [checkImportJob]: { work: 'Check of a site import' },
  [runImportJob]: { work: 'Site import' },
}
