import { setTimeout as sleep } from 'node:timers/promises'
import { header } from '#test/harness/mail-server.ts'
import type { FaultSite } from './fault-site.ts'

/** A sender idle for this long has finished. */
const maxRestMs = 30_000

/**
 * Lets the running site send what is left, and compares the letters with what the mail server got. The leases of dead
 * processes are ended first: they would expire, but only after two minutes.
 */
export async function checkLetters(testSite: FaultSite, interruptions = testSite.count.kills) {
  const { db, mail } = testSite
  const open = () =>
    db
      .selectFrom('job')
      .select('id')
      .where('kind', '=', 'mail.send')
      .where('done_at', 'is', null)
      .where('failed_at', 'is', null)
  await db
    .updateTable('job')
    .set({ leased_until: null, run_at: 0 })
    .where('kind', '=', 'mail.send')
    .where('done_at', 'is', null)
    .execute()
  let last = { left: Infinity, at: performance.now() }
  for (;;) {
    const left = (await open().execute()).length
    if (left < last.left) last = { left, at: performance.now() }
    if (left === 0 || performance.now() - last.at > maxRestMs) break
    await sleep(200)
  }

  const got = Map.groupBy(mail.received, ({ raw }) => header(raw, 'message-id'))
  const rows = await db.selectFrom('mail').select(['message_id', 'sent_at']).execute()
  const unsent = rows.filter(({ sent_at }) => sent_at === null).length
  const missing = rows.filter(({ message_id }) => !got.has(`<${message_id.replaceAll(/^<|>$/g, '')}>`)).length
  const faults = [
    ...(unsent ? [`${unsent} of ${rows.length} letters were not sent`] : []),
    ...(missing ? [`${missing} of ${rows.length} letters never arrived`] : []),
  ]
  const doubled = mail.received.length - got.size
  // Between the mail server's acceptance and our record the process can die, or the database fail; the letter is then
  // sent again under its Message-ID.
  if (doubled > interruptions)
    faults.push(`${doubled} letters were sent twice, with no more than ${interruptions} interruptions`)
  return { faults, letters: rows.length, doubled }
}
