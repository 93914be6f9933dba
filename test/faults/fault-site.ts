import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isPostgresUrl, openDatabase } from '#db/engine/engine.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import { openFileStore } from '#server/files/files.server.ts'
import { openCalls } from '#test/makers/cases.ts'
import { openMailServer } from '#test/harness/mail-server.ts'
import { createDatabase, dropDatabase } from '#test/harness/postgres.ts'
import { fillSite, RunningSite, runningOrigin } from '#test/harness/running-server.ts'

/** A site on one of the engines with everything that the campaign breaks: a mail server, a data folder, a process. */

export type FaultSite = Awaited<ReturnType<typeof openFaultSite>>

interface FaultSiteOptions {
  /** A PostgreSQL server to create a database on; without it the site has the embedded one. */
  postgresUrl?: string | undefined
  /** Where the data goes; a new folder by default. */
  folder?: string
  /** Sits between the site and PostgreSQL. */
  throughProxy?: (url: string) => string
  env?: Record<string, string>
}

export async function openFaultSite({
  postgresUrl,
  folder: given,
  throughProxy,
  env: more = {},
}: FaultSiteOptions = {}) {
  const folder = given ?? mkdtempSync(join(tmpdir(), 'faults-'))
  const address = postgresUrl ? await createDatabase(postgresUrl) : join(folder, 'site.db')
  const db = openDatabase(address, undefined, true)
  await migrate(db, new Date())
  const admin = await fillSite(db, folder)
  await openCalls(db, new Date())
  const mail = await openMailServer()
  const env: Record<string, string> = {
    ...{ DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0', ORIGIN: runningOrigin },
    // Every client of the campaign has its own network, so that no limit applies.
    ...{ TRUSTED_PROXIES: '127.0.0.1', SMTP_URL: mail.url, MAIL_FROM: 'office@example.org' },
    // Hundreds of starts of the same program need not compile it each time.
    NODE_COMPILE_CACHE: join(tmpdir(), 'faults-compiled'),
    ...(postgresUrl && { DATABASE_URL: throughProxy?.(address) ?? address }),
    ...more,
  }
  const site = new RunningSite(env)
  const close = async () => {
    await site.kill()
    await mail.close()
    await testSite.db.destroy()
    if (isPostgresUrl(address)) await dropDatabase(address)
    if (given === undefined) rmSync(folder, { recursive: true, force: true })
  }
  const stores = {
    files: openFileStore(join(folder, 'files')),
    privateFiles: openFileStore(join(folder, 'private')),
  }
  /** What was started here, so that nothing is sent twice by chance, and how often the process was killed. */
  const count = { acts: 0, kills: 0 }
  const testSite = { ...{ address, folder, db, admin, mail, env, site, close, count }, ...stores }
  return testSite
}
