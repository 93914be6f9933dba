import { createHash } from 'node:crypto'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { lockRows, lockWork } from '#db/engine/lock.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { differenceOf } from '#features/audit/details.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import { UnfitFile } from '#server/pictures/picture-task.ts'
import { shownHashOf } from '#server/input/shown-hash.server.ts'
import { inPictureWorker, makeMaster } from '#server/pictures/pictures.server.ts'
import type { PrintedOfficer, CertificateContent } from './certificate-content.ts'

/** The officers whose names and scanned signatures certificates show. A certificate keeps those it was issued with. */

export type SignaturePosition = 1 | 2

export interface SigningOfficer {
  slot: SignaturePosition
  name: string
  office: string
  /** As an address that shows the scanned signature. */
  picture: string | null
}

/** Both of them; one who is not named is empty. */
export async function listOfficers(db: Db): Promise<SigningOfficer[]> {
  const rows = await db
    .selectFrom('signing_officer')
    .leftJoin('signature_picture', 'signature_picture.sha256', 'signing_officer.signature')
    .select(['slot', 'name', 'office', 'jpeg'])
    .execute()
  return ([1, 2] as const).map((slot) => {
    const row = rows.find((one) => one.slot === slot)
    const picture = row?.jpeg == null ? null : `data:image/jpeg;base64,${row.jpeg}`
    return { slot, name: row?.name ?? '', office: row?.office ?? '', picture }
  })
}

/** Changes whenever one of the names, offices or signatures does. */
export function shownHashOfOfficers(officers: SigningOfficer[]): string {
  return shownHashOf(officers)
}

/** As the next certificate names them; locked, so that no signature is removed while it is being issued. */
export async function officersForCertificates(db: Db): Promise<PrintedOfficer[]> {
  const rows = await db
    .selectFrom('signing_officer')
    .select(['name', 'office', 'signature'])
    .orderBy('slot')
    .$call(lockRows(db))
    .execute()
  return rows.map(({ name, office, signature }) => ({
    name,
    office,
    ...(signature !== null && { signature }),
  }))
}

/** The scanned signatures that a certificate shows, by their SHA-256. */
export async function readSignatures(
  db: Db,
  { officers = [] }: CertificateContent,
): Promise<Record<string, Uint8Array>> {
  const hashes = officers.flatMap(({ signature }) => signature ?? [])
  if (hashes.length === 0) return {}
  const rows = await db
    .selectFrom('signature_picture')
    .select(['sha256', 'jpeg'])
    .where('sha256', 'in', hashes)
    .execute()
  return Object.fromEntries(rows.map(({ sha256, jpeg }) => [sha256, Buffer.from(jpeg, 'base64')]))
}

export type NamedOfficers = Record<SignaturePosition, { name: string; office: string }>

type Saved = { ok: true } | { ok: false; reason: 'conflict'; current: SigningOfficer[] }

/**
 * Saves both officers, unless they or their signatures have changed since they were shown, by their hash. A signature
 * belongs to a person: under another name it is removed.
 */
export function saveOfficers(
  db: Db,
  actor: Actor,
  { named, shownHash }: { named: NamedOfficers; shownHash: string },
  now: Date,
): Promise<Saved> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'settings')
    const current = await listOfficers(db)
    if (shownHashOfOfficers(current) !== shownHash) return { ok: false, reason: 'conflict', current }
    for (const slot of [1, 2] as const) {
      const former = await findOfficer(db, slot)
      const { name, office } = named[slot]
      if (name === '') {
        await db.deleteFrom('signing_officer').where('slot', '=', slot).execute()
        continue
      }
      const signature = former?.name === name ? former.signature : null
      const officer = { name, office, signature, updated_at: now.getTime() }
      await db
        .insertInto('signing_officer')
        .values({ slot, ...officer })
        .onConflict((conflict) => conflict.column('slot').doUpdateSet(officer))
        .execute()
    }
    await removeUnusedPictures(db)
    const changes = differenceOf(inWords(current), inWords(await listOfficers(db)))
    await record(db, actor, 'settings.officers-changed', 'settings', { changes }, now)
    return { ok: true }
  })
}

/** For the audit log. */
function inWords(officers: SigningOfficer[]): Record<string, string | null> {
  const [first, second] = officers.map(({ name, office, picture }) =>
    name === '' ? null : `${name}, ${office}${picture === null ? '' : ', with a scanned signature'}`,
  )
  return { firstOfficer: first ?? null, secondOfficer: second ?? null }
}

type PictureRefusal = 'unreadable' | 'too-high'

/** The scan is decoded and encoded again by us, so nothing else in the file is stored. */
export async function addSignature(
  db: Db,
  actor: Actor,
  { slot, scan, shownHash }: { slot: SignaturePosition; scan: Buffer; shownHash: string },
  now: Date,
): Promise<Outcome<PictureRefusal | 'no-officer' | 'conflict'>> {
  const drawn = await reencode(scan)
  if (!drawn.ok) return drawn
  const sha256 = createHash('sha256').update(drawn.jpeg).digest('hex')
  return inTransaction(db, async (db) => {
    await lockWork(db, 'settings')
    const officer = await findOfficer(db, slot)
    if (!officer) return { ok: false, reason: 'no-officer' }
    if (!(await isStillShown(db, shownHash))) return { ok: false, reason: 'conflict' }
    await db
      .insertInto('signature_picture')
      .values({ sha256, jpeg: drawn.jpeg.toString('base64'), created_at: now.getTime() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await setSignature(db, slot, sha256, now)
    await record(db, actor, 'settings.signature-added', 'settings', { officer: officer.name }, now)
    return { ok: true }
  })
}

export function removeSignature(
  db: Db,
  actor: Actor,
  { slot, shownHash }: { slot: SignaturePosition; shownHash: string },
  now: Date,
): Promise<Outcome<'no-signature' | 'conflict'>> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'settings')
    const officer = await findOfficer(db, slot)
    if (!officer?.signature) return { ok: false, reason: 'no-signature' }
    if (!(await isStillShown(db, shownHash))) return { ok: false, reason: 'conflict' }
    await setSignature(db, slot, null, now)
    await record(db, actor, 'settings.signature-removed', 'settings', { officer: officer.name }, now)
    return { ok: true }
  })
}

/** Otherwise a signature could go to an officer whom someone else has entered in between. */
async function isStillShown(db: Db, shownHash: string): Promise<boolean> {
  return shownHashOfOfficers(await listOfficers(db)) === shownHash
}

const widest = 600

async function reencode(scan: Buffer): Promise<Outcome<PictureRefusal, { jpeg: Buffer }>> {
  try {
    const { bytes: master, width, height } = await makeMaster(scan)
    if (height > width) return { ok: false, reason: 'too-high' }
    const task = { kind: 'variant', master, crop: undefined, width: widest, format: 'jpeg' } as const
    return { ok: true, jpeg: Buffer.from((await inPictureWorker(task)).bytes) }
  } catch (error) {
    if (error instanceof UnfitFile) return { ok: false, reason: 'unreadable' }
    throw error
  }
}

function findOfficer(db: Db, slot: SignaturePosition) {
  return db
    .selectFrom('signing_officer')
    .select(['name', 'signature'])
    .where('slot', '=', slot)
    .executeTakeFirst()
}

async function setSignature(db: Db, slot: SignaturePosition, signature: string | null, now: Date) {
  await db
    .updateTable('signing_officer')
    .set({ signature, updated_at: now.getTime() })
    .where('slot', '=', slot)
    .execute()
  await removeUnusedPictures(db)
}

/** Pictures that no officer has and no certificate shows. */
async function removeUnusedPictures(db: Db) {
  const unused = await db
    .selectFrom('signature_picture')
    .select('sha256')
    .where('sha256', 'not in', (eb) =>
      eb
        .selectFrom('signing_officer')
        .select('signature')
        .where('signature', 'is not', null)
        .$castTo<{ signature: string }>(),
    )
    .execute()
  for (const { sha256 } of unused) {
    const shown = await db
      .selectFrom('certificate')
      .select('id')
      .where('statement', 'like', `%"${sha256}"%`)
      .limit(1)
      .executeTakeFirst()
    if (!shown) await db.deleteFrom('signature_picture').where('sha256', '=', sha256).execute()
  }
}
