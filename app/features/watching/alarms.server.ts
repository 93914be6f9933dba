import { statfs } from 'node:fs/promises'
import { officeTimeInWords } from '#office-time.ts'
import type { Db } from '#db/schema/tables.ts'
import { findLastPoint } from '#features/backups/points/queries.server.ts'
import { lastBackup } from '#features/backups/queries.server.ts'
import { findSignerEnd } from '#features/certificates/pdf-signature/signer.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import type { Settings } from '#features/settings/settings.ts'
import type { FileStore } from '#server/files/files.server.ts'
import type { AlarmName } from './alarm-paragraphs.ts'
import { findHeartbeat } from './heartbeat.server.ts'

export interface Watched {
  dataDir: string
  backupDir: string
  smtpUrl: string | undefined
  /** Above 0, recovery points are due all the time. */
  recoveryDays?: number | undefined
  /** Why the store of files cannot be used, found before any transaction. */
  storeProblem?: string | undefined
}

export interface Alarm {
  name: AlarmName
  /** What is wrong, since when, and what to do. */
  sentence: string
  /** Shown on the dashboard only: it is part of the setup, not an incident. */
  isQuiet?: boolean
}

const minute = 60_000
const hour = 60 * minute
const silentMs = 8 * minute
const lateMs = 8 * minute
const unsentMs = 5 * minute
const maxWithoutPointMs = 5 * minute
const minFreeShare = 0.15
const minFreeBytes = 10e9

/** What is wrong right now, checked directly, so that it is reported even if no monitoring runs. */
export async function listAlarms(db: Db, site: Watched, now: Date): Promise<Alarm[]> {
  const beat = await findHeartbeat(db, 'schedule')
  const settings = await readSettings(db)
  const found: [Alarm['name'], string | undefined][] = [
    ['schedule', scheduleProblem(beat, now)],
    ['jobs', await jobProblem(db, now)],
    ['mail', site.smtpUrl === undefined ? undefined : await mailProblem(db, now)],
    ['disk', (await diskProblem(site.dataDir)) ?? (await diskProblem(site.backupDir))],
    ['backup', await backupProblem(db, settings, beat, now)],
    ['recovery', await recoveryProblem(site, beat, now)],
    ['drill', await drillProblem(db)],
    ['store', site.storeProblem],
    ['signer', signerProblem(site.dataDir, now)],
  ]
  const alarms = found.flatMap(([name, sentence]) => (sentence === undefined ? [] : [{ name, sentence }]))
  const anchors = anchorProblem(settings, site)
  return anchors === undefined ? alarms : [...alarms, { name: 'anchors', sentence: anchors, isQuiet: true }]
}

const maxWaitMs = 3000

/** Asks the store for a file that cannot exist; only whether it answers matters. */
export async function findStoreProblem(files: Pick<FileStore, 'has'>): Promise<string | undefined> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('no answer')), maxWaitMs)
  try {
    await Promise.race([files.has('0'.repeat(64)), late.promise])
    return undefined
  } catch {
    return 'The file store does not respond: visitors cannot see pictures, and nobody can upload files. Check the object store and FILES_URL.'
  } finally {
    clearTimeout(timer)
  }
}

const storeKnownMs = 10_000

/** Whether the store answered when it was last asked. It is asked again after a while, and nobody waits for that. */
export function lastKnownStore(files: Pick<FileStore, 'has'>): () => boolean {
  let isUp = true
  let checkedAt = -Infinity
  return () => {
    if (performance.now() - checkedAt >= storeKnownMs) {
      checkedAt = performance.now()
      void findStoreProblem(files).then((problem) => (isUp = problem === undefined))
    }
    return isUp
  }
}

type Beat = Awaited<ReturnType<typeof findHeartbeat>>

function scheduleProblem(beat: Beat, now: Date) {
  if (!beat || now.getTime() - beat.at < silentMs) return undefined
  return `The scheduler has not run since ${officeTimeInWords(beat.at)}: nothing is published or closed automatically. Restart the site.`
}

/** If a worker is busy with one, the others are just queued; without a worker, they wait in vain. */
async function jobProblem(db: Db, now: Date) {
  const at = now.getTime()
  const open = await db
    .selectFrom('job')
    .select((eb) => [
      eb.fn
        .countAll<number>()
        .filterWhere('run_at', '<', at - lateMs)
        .as('late'),
      eb.fn.countAll<number>().filterWhere('leased_until', '>=', at).as('leased'),
      eb.fn.min<number | null>('run_at').as('since'),
    ])
    .where('done_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (open.late === 0 || open.leased > 0 || open.since === null) return undefined
  const jobs = open.late === 1 ? 'One background job is' : `${open.late} background jobs are`
  return `${jobs} overdue, the first since ${officeTimeInWords(open.since)}: emails and pictures are waiting. Check the log and restart the site.`
}

/** One refused address is not the mail server's fault; nothing sent at all since then is. */
async function mailProblem(db: Db, now: Date) {
  const { lastSent } = await db
    .selectFrom('mail')
    .select((eb) => eb.fn.max<number | null>('sent_at').as('lastSent'))
    .executeTakeFirstOrThrow()
  const stuck = await db
    .selectFrom('mail')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<number | null>('queued_at').as('since')])
    .where('sent_at', 'is', null)
    .where('error', 'is not', null)
    .where('queued_at', '>', Math.max(lastSent ?? 0, now.getTime() - 7 * 24 * hour))
    .where('queued_at', '<', now.getTime() - unsentMs)
    .executeTakeFirstOrThrow()
  if (stuck.since === null) return undefined
  const letters = stuck.count === 1 ? 'one email' : `${stuck.count} emails`
  return `The mail server has not accepted email since ${officeTimeInWords(stuck.since)}: ${letters} could not be sent. See the email log for the reason.`
}

async function diskProblem(folder: string) {
  const disk = await statfs(folder).catch(() => undefined)
  if (!disk) return undefined
  const [free, size] = [disk.bavail * disk.bsize, disk.blocks * disk.bsize]
  return isFilling(free, size)
    ? `The disk of ${folder} is almost full: ${(free / 1e9).toFixed(1)} of ${(size / 1e9).toFixed(1)} GB are free. Free some space.`
    : undefined
}

/** A seventh of a large disk is still a lot of room. */
export function isFilling(free: number, size: number): boolean {
  return free < size * minFreeShare && free < minFreeBytes
}

/** A backup is late when half the time to the next one has also passed. A new site has none yet. */
async function backupProblem(db: Db, { backupEveryHours }: Settings, opened: Beat, now: Date) {
  if (backupEveryHours === 0) return undefined
  const newest = await db
    .selectFrom('backup')
    .select(['state', 'problem', 'begun_at', lastBackup(db).as('last')])
    .where('state', '<>', 'running')
    .orderBy('begun_at', 'desc')
    .executeTakeFirst()
  if (newest?.state === 'failed')
    return `The backup of ${officeTimeInWords(newest.begun_at)} failed: ${newest.problem ?? 'see the log'}`
  const since = newest?.last ?? opened?.since
  if (since === undefined || !opened) return undefined
  if (now.getTime() - Math.max(since, 0) < (backupEveryHours * 1.5 + 1) * hour) return undefined
  return `The last backup was made on ${officeTimeInWords(since)}, which is too long ago. Run npm run backup and check the log.`
}

/** A site that has just been started has had no time for one. */
async function recoveryProblem({ dataDir, recoveryDays = 0 }: Watched, opened: Beat, now: Date) {
  if (recoveryDays === 0 || !opened) return undefined
  const since = (await findLastPoint(dataDir)) ?? opened.since
  if (now.getTime() - since < maxWithoutPointMs) return undefined
  return `No recovery point has been stored since ${officeTimeInWords(since)}: what was changed since then is only in the database. Check the log, the disk of the backups and BACKUP_URL.`
}

const signerNoticeMs = 30 * 24 * hour

/** PDF readers warn about a signature whose certificate has expired. */
function signerProblem(dataDir: string, now: Date): string | undefined {
  const todo = 'Put a new one into DATA_DIR/pdf-signing.pem and restart the site.'
  try {
    const end = findSignerEnd(dataDir)
    if (!end || end.getTime() - now.getTime() > signerNoticeMs) return undefined
    const verb = end < now ? 'expired' : 'expires'
    return `The certificate that signs PDF files ${verb} on ${officeTimeInWords(end)}: PDF readers warn about files that it signs after that. ${todo}`
  } catch {
    return `The certificate that signs PDF files cannot be read: nobody can download a certificate as a PDF. ${todo}`
  }
}

async function drillProblem(db: Db) {
  const last = await db
    .selectFrom('backup')
    .select(['drill_problem', 'drilled_at'])
    .where('drilled_at', 'is not', null)
    .orderBy('drilled_at', 'desc')
    .executeTakeFirst()
  return last?.drill_problem
    ? `The restore drill of the latest backup failed on ${officeTimeInWords(last.drilled_at ?? 0)}: ${last.drill_problem}`
    : undefined
}

/** An intruder on the machine has its database, its anchors and perhaps its secret. */
function anchorProblem({ auditMailTo }: Settings, { smtpUrl }: Watched) {
  if (auditMailTo !== '' && smtpUrl !== undefined) return undefined
  const steps = [
    ...(smtpUrl === undefined ? ['Set up a mail server (SMTP_URL).'] : []),
    ...(auditMailTo === '' ? ['In the settings, enter an address for the daily audit checksum.'] : []),
  ]
  return `No copy of the audit checksum is stored outside this server, so an intruder could rewrite the audit trail unnoticed. ${steps.join(' ')}`
}
