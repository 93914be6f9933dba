import type { Db } from '#db/tables.ts'
import { sendCaseLetter } from '#features/letters/operations.server.tsx'
import { writeAnchor, type Anchor } from './anchors.server.ts'

/** Writes down the end of the trail, once a day, and mails it where the settings name an address. */
export async function anchorAndMail(
  db: Db,
  folder: string,
  email: string | undefined,
  now: Date,
): Promise<Anchor | undefined> {
  const anchor = await writeAnchor(db, folder, now)
  if (anchor && email) {
    const facts = { day: anchor.day, entry: String(anchor.seq), hash: anchor.hash }
    await sendCaseLetter(db, { email, name: '' }, 'audit.anchor', { facts }, now)
  }
  return anchor
}
