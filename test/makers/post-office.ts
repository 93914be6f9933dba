import type { Db } from '#db/schema/tables.ts'
import { runDueJobs, type JobHandlers } from '#server/jobs/jobs.server.ts'
import { sendMailJob } from '#server/mail/mail-order.server.ts'
import { sendMail, type PostOffice } from '#server/mail/mail.server.ts'

export function officeAt(smtpUrl: string): PostOffice {
  return { smtpUrl, mailFrom: 'IAPS Office <office@iaps.example>', timeoutMs: 5000 }
}

/** Tries to send every letter that is due, and returns how many there were. */
export function sendDue(db: Db, office: PostOffice, now: Date): Promise<number> {
  const handlers: JobHandlers = {
    [sendMailJob]: ({ mailId }: { mailId: string }, isLastTry) =>
      sendMail(db, office, mailId, now, isLastTry),
  }
  return runDueJobs(db, handlers, () => now)
}
