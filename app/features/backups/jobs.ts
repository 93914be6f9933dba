import type { JobKinds } from '#server/jobs/job-kinds.ts'

export const backupJob = 'backup.make'
export const drillJob = 'backup.drill'

export const backupsJobKinds: JobKinds = {
  [backupJob]: { work: 'Backup', instead: 'The next backup is made at the usual time.' },
  [drillJob]: { work: 'Restore drill' },
}
