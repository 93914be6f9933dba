import { copyFileSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#db/engine/engine.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import { openFileStore } from '#server/files/files.server.ts'
import { loadStarterContent } from '#starter/load.server.ts'
import { createDatabase, dropDatabase } from './postgres.ts'

/** A site with the starter content, made once for a run: each test file gets a copy instead of loading it again. */

declare module 'vitest' {
  interface ProvidedContext {
    starterFolder: string
    starterDatabase: string
  }
}

/** Small pictures look the same to every test and are fast to make. */
const pictureWidth = 90

export async function provideStarter(project: TestProject, now: Date, postgresUrl?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'starter-'))
  const database = postgresUrl ? await createDatabase(postgresUrl) : join(folder, 'site.db')
  const db = openDatabase(database)
  await migrate(db, now)
  await loadStarterContent(db, openFileStore(join(folder, 'files')), now, () => undefined, pictureWidth)
  await db.destroy()
  project.provide('starterFolder', folder)
  project.provide('starterDatabase', database)
  return {
    folder,
    async drop() {
      if (postgresUrl) await dropDatabase(database)
      rmSync(folder, { recursive: true })
    },
  }
}

/** Copies it into the folder, and the database beside it or to a separate one. */
export async function copyStarter(folder: string) {
  const from = inject('starterFolder')
  const database = inject('starterDatabase')
  if (process.env['TEST_ENGINE'] === 'postgres') {
    copyFiles(from, folder)
    const address = await createDatabase(inject('postgresUrl'), database)
    return { address, drop: () => dropDatabase(address) }
  }
  copyStarterFolder(from, folder)
  return { address: join(folder, 'site.db'), drop: async () => undefined }
}

/** The same for SQLite outside a test. */
export function copyStarterFolder(from: string, folder: string) {
  const database = join(from, 'site.db')
  if (existsSync(`${database}-wal`)) throw new Error('Someone has the starter database open.')
  copyFiles(from, folder)
  copyFileSync(database, join(folder, 'site.db'))
}

function copyFiles(from: string, folder: string) {
  cpSync(join(from, 'files'), join(folder, 'files'), { recursive: true })
}
