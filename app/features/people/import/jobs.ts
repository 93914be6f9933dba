import type { JobKinds } from '#server/jobs/job-kinds.ts'

export const checkJob = 'people-import.check'
export const runJob = 'people-import.run'
export const undoJob = 'people-import.undo'

export const peopleImportJobKinds: JobKinds = {
  [checkJob]: { work: 'Check of an import of people' },
  [runJob]: { work: 'Import of people' },
  [undoJob]: { work: 'Undoing an import of people' },
}
