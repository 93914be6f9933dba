/** Each alarm with the paragraph of docs/running.md that says what to do. */
export const alarmParagraphs = {
  schedule: 'The scheduler has stopped',
  jobs: 'Background jobs are overdue',
  mail: 'The mail server accepts nothing',
  disk: 'A disk is filling',
  backup: 'A backup failed or is overdue',
  recovery: 'Recovery points are missing',
  drill: 'A restore drill failed',
  store: 'The store of files does not answer',
  anchors: 'The audit checksum stays on this machine',
} as const

export type AlarmName = keyof typeof alarmParagraphs

export const alarmNames = Object.keys(alarmParagraphs) as AlarmName[]
