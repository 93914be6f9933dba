import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { openDatabase } from '#db/engine/engine.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { draftCookieName } from '#routes/request/draft-cookies.server.ts'
import { openFileStore, type FileStore } from '#server/files/files.server.ts'
import { makeFilledDraft, openCalls } from '#test/makers/cases.ts'
import { randomFrom } from '#test/harness/random.ts'
import { startSite } from './servers.ts'
import type { TrafficRequest, Errand } from './traffic-plan.ts'

const form = '/fellowship/fellow-nomination-form'

/** A copy of the site that accepts forms and trusts the network that a request names. */
export async function openForForms(dataDir: string, own: string) {
  cpSync(dataDir, own, { recursive: true })
  const db = openDatabase(join(own, 'site.db'))
  await openCalls(db, new Date())
  const site = await startSite(own, 'node', { TRUSTED_PROXIES: '127.0.0.1' })
  const close = async () => {
    await db.destroy()
    await site.stop()
  }
  return { db, store: openFileStore(join(own, 'private')), site, close }
}

interface FormBatch {
  /** Distinguishes this batch of forms from others. */
  lot: string
  count: number
  /** Sent with every fifth. */
  picture?: string
}

/** Nominations with 4 KB of text, filled in and ready to submit, each from another network. */
export async function fillInForms(
  db: Db,
  store: FileStore,
  address: string,
  { lot, count, picture }: FormBatch,
): Promise<Errand[]> {
  const now = new Date()
  const analysis = 'A word of four thousand. '.repeat(164).trim()
  const errands: Errand[] = []
  for (let at = 0; at < count; at++) {
    const key = `bench-${lot}-${at}@example.org`
    const own = { email: `n-${lot}-${at}@example.org`, proposerEmail: key, analysis }
    const token = await makeFilledDraft(db, 'fellow', now, own, store)
    const headers = {
      cookie: `${draftCookieName('fellow', address)}=${token}`,
      'x-forwarded-for': networkNumber(at),
    }
    const sending: TrafficRequest = {
      path: `${form}/check`,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    }
    const withPicture = picture && at % 5 === 4 ? [pictureRequest(picture, headers)] : []
    errands.push({ key, asks: [...withPicture, sending] })
  }
  return errands
}

export function pictureRequest(file: string, headers: Record<string, string>): TrafficRequest {
  return {
    path: `${form}/upload?question=photograph`,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/octet-stream', 'x-file-name': 'me.jpg' },
    file,
  }
}

/** Trusted because the site treats this machine as its proxy. */
export function networkNumber(at: number): string {
  return `10.${Math.floor(at / 65_536) % 256}.${Math.floor(at / 256) % 256}.${at % 256}`
}

/** A photograph of nearly 2 MB, the most that a form accepts. */
export async function writePicture(folder: string): Promise<string> {
  const random = randomFrom(1994)
  const [width, height] = [1500, 1500]
  const rgb = Uint8Array.from({ length: width * height * 3 }, () => 128 + 64 * random())
  const raw = { raw: { width, height, channels: 3 as const } }
  for (let quality = 95; ; quality -= 3) {
    const bytes = await sharp(rgb, raw).jpeg({ quality }).toBuffer()
    if (bytes.length > 2 * 1024 * 1024) continue
    const file = join(folder, 'picture.jpg')
    writeFileSync(file, bytes)
    return file
  }
}

/** What was acknowledged must be there exactly once. */
export async function expectSaved(db: Db, lot: string, acknowledged: string[]) {
  const rows = await db
    .selectFrom('dossier')
    .select('sender_email')
    .where('sender_email', 'like', `bench-${lot}-%`)
    .execute()
  const saved = rows.map((row) => row.sender_email)
  const there = new Set(saved)
  const lost = acknowledged.filter((key) => !there.has(key))
  if (lost.length > 0) throw new Error(`${lost.length} forms were acknowledged and are not there.`)
  if (there.size < saved.length) throw new Error(`${saved.length - there.size} forms are there twice.`)
  return { acknowledged: acknowledged.length, saved: saved.length }
}
