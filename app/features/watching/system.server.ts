import { statfs } from 'node:fs/promises'
import { engineName } from '#db/engine/engine.server.ts'
import { countCasesWithoutAdministrator } from '#db/search/hidden-cases.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { readBackups } from '#features/backups/queries.server.ts'
import type { Config } from '#server/config/config.server.ts'
import { freshBounces } from '#server/mail/mail-bounces.server.ts'
import { version } from '#server/config/version.ts'

/** What the administrator must know about the machine, each checked directly. */
export async function describeSystem(db: Db, config: Config, now: Date) {
  const disk = await statfs(config.dataDir)
  return {
    version,
    engine: engineName(db),
    node: process.versions.node,
    disk: { free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize },
    mail: { isSending: config.smtpUrl !== undefined, failed: await countFailedMail(db) },
    jobs: await countJobs(db),
    backups: await readBackups(db),
    audit: { entries: await countAuditEntries(db) },
    casesWithoutAdministrator: await countCasesWithoutAdministrator(db),
    now,
  }
}

export async function countFailedMail(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('mail')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('failed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Bounced letters that are about no open case; the others are on the dashboard with their case. */
export async function countOtherBounces(db: Db, now: Date): Promise<number> {
  const { count } = await freshBounces(db, now)
    .leftJoin('dossier', 'dossier.id', 'mail.dossier_id')
    .where((eb) => eb.or([eb('dossier.id', 'is', null), eb('dossier.ended_at', 'is not', null)]))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export function countJobs(db: Db) {
  return db
    .selectFrom('job')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('failed_at', 'is', null).as('waiting'),
      eb.fn.countAll<number>().filterWhere('failed_at', 'is not', null).as('failed'),
    ])
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow()
}

async function countAuditEntries(db: Db): Promise<number> {
  const { seq } = await db.selectFrom('audit_head').select('seq').executeTakeFirstOrThrow()
  return seq
}
