import type { KeyObject } from 'node:crypto'
import { officeDayInWords } from '#office-time.ts'
import type { Db } from '#db/schema/tables.ts'
import { sendLetter } from '#features/letters/operations.server.tsx'
import { anchorFile, readAnchors, writeAnchor, type Anchor } from '#features/audit/anchors.server.ts'
import { auditTrailLetters } from './letters.ts'

/** Records the end of the trail; the first of a day is also emailed, if the settings name an address. */
export async function anchorAndMail(
  db: Db,
  { folder, key }: { folder: string; key: KeyObject },
  email: string | undefined,
  now: Date,
): Promise<Anchor | undefined> {
  const anchor = await writeAnchor(db, folder, key, now)
  if (anchor && email && (await isFirstOfDay(folder, anchor))) {
    const facts = {
      day: officeDayInWords(Date.parse(anchor.day)),
      entry: String(anchor.seq),
      hash: anchor.hash,
    }
    await sendLetter(db, { email, name: '' }, auditTrailLetters.anchor, { facts }, now)
  }
  return anchor
}

async function isFirstOfDay(folder: string, { day }: Anchor): Promise<boolean> {
  const anchors = await readAnchors(anchorFile(folder))
  return anchors.filter((one) => one.day === day).length === 1
}
