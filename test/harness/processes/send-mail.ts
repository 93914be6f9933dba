import { createInterface } from 'node:readline'
import { openDatabase } from '#db/engine/engine.server.ts'
import { runDueJobs } from '#server/jobs/jobs.server.ts'
import { sendMailJob } from '#server/mail/mail-order.server.ts'
import { sendMail } from '#server/mail/mail.server.ts'

/**
 * Sends what is due at each time it receives, a line each, and reports when nothing is due any more. The clock of
 * several in parallel advances only when all of them are idle, so that none is taken for dead because the machine is
 * slow.
 */
const [address = '', smtpUrl = ''] = process.argv.slice(2)
const db = openDatabase(address)
const office = { smtpUrl, mailFrom: 'office@iaps.example', timeoutMs: 60_000 }

for await (const line of createInterface(process.stdin)) {
  const now = new Date(Number(line))
  const send = ({ mailId }: { mailId: string }, isLastTry: boolean) =>
    sendMail(db, office, mailId, now, isLastTry)
  await runDueJobs(db, { [sendMailJob]: send }, () => now)
  console.log(`rests ${line}`)
}
await db.destroy()
