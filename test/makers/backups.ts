import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { test as base } from 'vitest'
import { listTableShapes } from '#db/copy/all-rows.server.ts'
import { openDatabase } from '#db/engine/engine.server.ts'
import type { Db, Tables } from '#db/schema/tables.ts'
import type { BackupLocation } from '#features/backups/backup-store.server.ts'
import { backupJobs, queueDueBackup } from '#features/backups/schedule.server.ts'
import { linesOf, writeBackup } from '#features/backups/write.server.ts'
import { openFileStore, type FileStore } from '#server/files/files.server.ts'
import { runDueJobs } from '#server/jobs/jobs.server.ts'
import { queueLetter } from '#server/mail/mail.server.ts'
import { loadStarterContent } from '#starter/load.server.ts'
import { makeCase } from './casework.ts'
import { createEmptyDatabase, monday, openTestDatabase } from '#test/harness/db.ts'
import { makeSignedIn } from './staff.ts'
import { backupJob } from '#features/backups/jobs.ts'

/** A site with something of everything, and empty sites to restore it into. */

export const backupKey = 'the key of a test, which is long enough'

export interface SourceSite {
  db: Kysely<Tables>
  database: string
  dataDir: string
  backupDir: string
  backupKey: string
  files: FileStore
  privateFiles: FileStore
}

/** What the site does every minute, and its heavy worker then. */
export async function backUpWhenDue(
  site: SourceSite & Partial<BackupLocation>,
  clock: () => Date,
): Promise<void> {
  await queueDueBackup(site.db, site, clock())
  await runDueJobs(site.db, { [backupJob]: backupJobs(site, clock)[backupJob]! }, clock)
}

export interface EmptySite {
  database: string
  dataDir: string
}

type Fixtures = { sourceSite: SourceSite; makeEmptySite: (engine?: 'sqlite') => Promise<EmptySite> }

export const test = base.extend<Fixtures>({
  sourceSite: [
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'backup-'))
      const { db, address, drop } = await openTestDatabase(join(dataDir, 'site.db'))
      const files = openFileStore(join(dataDir, 'files'))
      const privateFiles = openFileStore(join(dataDir, 'private'))
      await fillSite(db, files, privateFiles)
      writeFileSync(join(dataDir, 'secret'), 'the secret of the source site, long enough')
      const backupDir = join(dataDir, 'backups')
      await use({ db, database: address, dataDir, backupDir, backupKey, files, privateFiles })
      await db.destroy()
      await drop()
      rmSync(dataDir, { recursive: true })
    },
    { scope: 'file' },
  ],
  makeEmptySite: async ({}, use) => {
    const ended: (() => Promise<void>)[] = []
    await use(async (engine) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'restored-'))
      const path = join(dataDir, 'site.db')
      const made = engine ? { address: path, drop: async () => undefined } : await createEmptyDatabase(path)
      ended.push(async () => {
        await made.drop()
        rmSync(dataDir, { recursive: true })
      })
      return { database: made.address, dataDir }
    })
    for (const end of ended) await end()
  },
})

async function fillSite(db: Kysely<Tables>, files: FileStore, store: FileStore) {
  await loadStarterContent(db, files, monday, () => undefined, 30)
  await makeSignedIn(db, monday, { role: 'admin', email: 'asha@example.org' })
  const vitae = { question: 'vitae', name: 'cv.pdf', mediaType: 'application/pdf', store }
  await makeCase(db, monday, { files: [{ ...vitae, bytes: Buffer.alloc(900_000, '%PDF-1.7') }] })
  // The draft that the case was made of; what has expired is not restored with a backup.
  const inTwoMonths = monday.getTime() + 60 * 86_400_000
  await db.updateTable('form_draft').set({ expires_at: inTwoMonths }).execute()
  await writeOne(db, monday)
}

export function writeOne(db: Db, now: Date): Promise<string> {
  const letter = {
    kind: 'test',
    subject: 'Physics’ 祝 “√2”',
    text: 'Line one\nline two\t\u2028',
    html: '<p>ä</p>',
  }
  return queueLetter(db, { ...letter, to: 'asha@example.org' }, now)
}

/** Every row of every table as one text each, for comparing sites. */
export async function dumpAll(
  address: string,
  leaveOut: (keyof Tables)[] = [],
): Promise<Record<string, string>> {
  const db = openDatabase(address)
  try {
    return await db.transaction().execute(async (db) => {
      const dump: Record<string, string> = {}
      for (const shape of await listTableShapes(db)) {
        if (leaveOut.includes(shape.name)) continue
        let text = ''
        for await (const lines of linesOf(db, shape)) text += String(lines.text)
        dump[shape.name] = text
      }
      return dump
    })
  } finally {
    await db.destroy()
  }
}

let made = 0

export async function backUp(sourceSite: SourceSite): Promise<string> {
  mkdirSync(sourceSite.backupDir, { recursive: true })
  const path = join(sourceSite.backupDir, `${made++}.backup`)
  await writeBackup(sourceSite, path, backupKey, monday)
  return path
}
