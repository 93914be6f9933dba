import { backupsJobKinds } from '#features/backups/jobs.ts'
import { casesJobKinds } from '#features/cases/jobs.ts'
import { mailJobKinds } from '#features/mail/jobs.ts'
import { mediaJobKinds } from '#features/media/jobs.ts'
import { newsletterJobKinds } from '#features/newsletter/jobs.ts'
import { nominationsJobKinds } from '#features/nominations/jobs.ts'
import { ownPagesJobKinds } from '#features/own-pages/jobs.ts'
import { peopleImportJobKinds } from '#features/people/import/jobs.ts'
import { siteCopyJobKinds } from '#features/site-copy/jobs.ts'
import { mirrorJobKinds } from '#features/staff/firebase/jobs.ts'
import { joiningJobKinds } from '#features/staff/joining/jobs.ts'
import type { JobKinds } from '#server/jobs/job-kinds.ts'

/** The jobs of all features. */
const jobKinds: JobKinds = {
  ...backupsJobKinds,
  ...casesJobKinds,
  ...joiningJobKinds,
  ...mailJobKinds,
  ...mediaJobKinds,
  ...mirrorJobKinds,
  ...newsletterJobKinds,
  ...nominationsJobKinds,
  ...ownPagesJobKinds,
  ...peopleImportJobKinds,
  ...siteCopyJobKinds,
}

/** The kinds that may be tried again however late it is. */
export const lastingKinds = Object.keys(jobKinds).filter((kind) => jobKinds[kind]?.instead === undefined)

export function describeJob(kind: string): { work: string; advice: string } {
  const known = Object.hasOwn(jobKinds, kind) ? jobKinds[kind] : undefined
  const { work, instead = 'Try it again.' } = known ?? {
    work: kind,
    instead: 'Remove it: no part of the site does this work.',
  }
  return { work, advice: instead }
}
