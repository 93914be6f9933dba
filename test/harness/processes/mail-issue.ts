// oxlint-disable-next-line import/no-unassigned-import -- it changes how what follows is loaded
import '#test/harness/tsx-for-node.ts'
import { openDatabase } from '#db/engine/engine.server.ts'
import { mailingJob } from '#features/newsletter/jobs.ts'
import { runDueJobs } from '#server/jobs/jobs.server.ts'
import { sendMailJob } from '#server/mail/mail-order.server.ts'
import { sendMail } from '#server/mail/mail.server.ts'

const { sendNextLetters } = await import('#features/newsletter/mailing.server.ts')

/**
 * Writes and sends letters from a given time on, and counts aloud, until it is killed or done. Its clock advances by
 * this many milliseconds whenever nothing is due; for several in parallel it must stand still, or they would take each
 * other for dead.
 */
const [address = '', smtpUrl = '', begin = '', pace = ''] = process.argv.slice(2)
const db = openDatabase(address)
const count = { some: 0, sent: 0 }
let now = Number(begin)
const say = (what: keyof typeof count) => console.log(`${what} ${++count[what]}`)
const office = { smtpUrl, mailFrom: 'office@iaps.example', timeoutMs: 5000 }

const handlers = {
  [mailingJob]: async (step: { mailingId: string }) => {
    await sendNextLetters(db, 'https://iaps.example', step, new Date(now))
    say('some')
  },
  [sendMailJob]: async ({ mailId }: { mailId: string }) => {
    const back = await sendMail(db, office, mailId, new Date(now))
    if (!back) say('sent')
    return back
  },
}
for (let idle = 0; idle < 3; now += Number(pace))
  idle = (await runDueJobs(db, handlers, () => new Date(now))) === 0 ? idle + 1 : 0
console.log('done')
await db.destroy()
