import type { Db } from '#db/schema/tables.ts'
import { runDueJobs, type JobHandlers } from '#server/jobs/jobs.server.ts'
import { sendMailJob } from '#server/mail/mail-order.server.ts'
import { sendMail, type MailConfig } from '#server/mail/mail.server.ts'

export function mailConfigFor(smtpUrl: string): MailConfig {
  return { smtpUrl, mailFrom: 'IAPS Office <office@iaps.example>', timeoutMs: 5000 }
}

/** Tries to send every letter that is due, and returns how many there were. */
export function sendDue(db: Db, config: MailConfig, now: Date): Promise<number> {
  const handlers: JobHandlers = {
    [sendMailJob]: ({ mailId }: { mailId: string }, isLastTry) =>
      sendMail(db, config, mailId, now, isLastTry),
  }
  return runDueJobs(db, handlers, () => now)
}
