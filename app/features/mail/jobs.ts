import type { JobKinds } from '#server/jobs/job-kinds.ts'
import { sendMailJob } from '#server/mail/mail-order.server.ts'

export const mailJobKinds: JobKinds = {
  [sendMailJob]: { work: 'Sending an email', instead: 'Send the email again in the email log.' },
}
