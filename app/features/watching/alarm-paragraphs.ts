/** Each alarm with the paragraph of docs/running.md that says what to do. */
export const alarmParagraphs = {
  schedule: 'The scheduler has stopped',
  jobs: 'Background jobs are overdue',
  mail: 'The mail server does not accept email',
  disk: 'A disk is almost full',
  backup: 'A backup failed or is overdue',
  recovery: 'Recovery points are missing',
  drill: 'A restore drill failed',
  store: 'The file store does not respond',
  signer: 'The certificate that signs PDF files expires',
  anchors: 'No copy of the audit checksum leaves this machine',
} as const

export type AlarmName = keyof typeof alarmParagraphs

export const alarmNames = Object.keys(alarmParagraphs) as AlarmName[]
