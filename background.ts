import { join } from 'node:path'
import { dayMs } from '#office-time.ts'
import { anchorAndMail } from '#features/watching/anchor-letter.server.ts'
import { anchorKey } from '#features/audit/anchor-signatures.server.ts'
import { sendErasureList } from '#features/backups/erasure-copy.server.ts'
import { startRecoveryPoints } from '#features/backups/points/schedule.server.ts'
import { queueDueBackup } from '#features/backups/schedule.server.ts'
import { moveDue } from '#features/content/entry/schedule.server.ts'
import { releaseDueDecisions } from '#features/casework/decisions.server.ts'
import { releaseDueRemovals } from '#features/people/removing/operations.server.ts'
import { sendHeldLetters } from '#features/cases/held-letters.server.ts'
import { statusLetterJob } from '#features/cases/jobs.ts'
import { sendStatusLetter, type StatusLetter } from '#features/cases/status.server.ts'
import { showLateImports } from '#features/people/import/stale-pages.server.ts'
import { moveDueApplications } from '#features/memberships/due.server.ts'
import { remindMembersByMail } from '#features/memberships/renewal-reminders.server.ts'
import { writeErasureList } from '#features/erasures/erasure-list.server.ts'
import { showPhotograph, type ShowPhotograph } from '#features/nominations/photograph.server.ts'
import { moveDueNominations } from '#features/nominations/due.server.ts'
import { derivePicture } from '#features/media/variants.server.ts'
import { readBounces } from '#features/mail/bounces.server.ts'
import { sendNextLetters, type MailingStep } from '#features/newsletter/mailing.server.ts'
import { sendCode, type OwnCode } from '#features/own-pages/codes.server.ts'
import { watchHelpers } from '#features/own-pages/helpers/operations.server.ts'
import { ownCodeJob, ownPhotographJob } from '#features/own-pages/jobs.ts'
import type { OwnPhotograph } from '#features/own-pages/photograph-rows.server.ts'
import { showOwnPhotograph } from '#features/own-pages/photographs.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { linkLetterJob, type LinkLetter } from '#features/staff/joining/jobs.ts'
import { sendLinkLetter } from '#features/staff/joining/recovery.server.ts'
import { mirrorJobs } from '#features/staff/firebase/mirror-jobs.server.ts'
import { sendDueConfirmations, sendNewsletterLetter } from '#features/newsletter/operations.server.ts'
import { mailingJob, newsletterLetterJob, type NewsletterLetter } from '#features/newsletter/jobs.ts'
import { heartbeat } from '#features/watching/heartbeat.server.ts'
import { findStoreProblem } from '#features/watching/alarms.server.ts'
import { watch } from '#features/watching/operations.server.ts'
import { allLetters } from '#routes/staff/letters/all-letters.ts'
import { personalData } from '#routes/request/personal-data.server.ts'
import type { Config } from '#server/config/config.server.ts'
import { startJobs } from '#server/jobs/jobs.server.ts'
import { sendMailJob } from '#server/mail/mail-order.server.ts'
import { sendMail } from '#server/mail/mail.server.ts'
import { sendStoredLetters } from '#server/mail/stored-letters.server.ts'
import { sealLetters } from '#server/mail/seal-letters.server.ts'
import { steadyClock } from '#server/load/steady-clock.ts'
import { startScheduledTasks } from '#server/jobs/scheduled-tasks.server.ts'
import { startHeavyWork } from './heavy-work.ts'
import type { Site } from './site.ts'
import { derivePictureJob } from '#features/media/jobs.ts'
import { showPhotographJob } from '#features/nominations/jobs.ts'

/** Starts what runs without a request: jobs and scheduled tasks. The returned function stops it. */
export function startBackgroundWork(site: Site, config: Config): () => Promise<void> {
  const stopPictureJobs = startJobs(site.db, {
    [derivePictureJob]: ({ fileId }: { fileId: string }) =>
      derivePicture(site.db, site.files, fileId, new Date()),
    [ownPhotographJob]: (work: OwnPhotograph) => showOwnPhotograph(site.db, site, work, new Date()),
    [showPhotographJob]: (work: ShowPhotograph) => showPhotograph(site.db, site, work, new Date()),
  })
  // People wait for a letter, so letters do not queue behind pictures.
  const stopLetters = startJobs(site.db, {
    [sendMailJob]: ({ mailId }: { mailId: string }, isLastTry) =>
      sendMail(site.db, config, mailId, new Date(), isLastTry),
    [newsletterLetterJob]: (letter: NewsletterLetter) =>
      sendNewsletterLetter(site.db, config.origin, letter, new Date()),
    [statusLetterJob]: (letter: StatusLetter) => sendStatusLetter(site.db, config.origin, letter, new Date()),
    [ownCodeJob]: (code: OwnCode) => sendCode(site.db, config.secret, code, new Date()),
    [mailingJob]: (step: MailingStep) => sendNextLetters(site.db, config.origin, step, new Date()),
    [linkLetterJob]: (letter: LinkLetter) => sendLinkLetter(site.db, config, letter, new Date()),
  })
  const stopHeavyWork = startHeavyWork(site, config)
  const stopMirror = startMirror(site, config)
  const stopTasks = startScheduledTasks({
    anchor: (now) => anchorTrail(site, config, now),
    'seal-letters': async (now) => {
      await sealLetters(site.db, new Date(now.getTime() - 2 * dayMs))
    },
    'due-nominations': (now) => moveDueNominations(site.db, config.origin, now),
    'held-letters': (now) => sendHeldLetters(site.db, config.origin, allLetters, now),
    'due-applications': (now) => moveDueApplications(site.db, config.origin, now),
    'remind-members': (now) => remindMembersByMail(site.db, config, now),
    'newsletter-list': (now) => sendDueConfirmations(site.db, config.origin, now),
    helpers: (now) => watchHelpers(site.db, config.origin, now),
    ...expiryOf(site, config),
  })
  // A mail server reports within minutes, and staff should not wait for the hour.
  const stopMinuteTasks = startScheduledTasks(
    {
      bounces: (now) => readBounces(site.db, join(config.dataDir, 'bounces'), now),
      'show-late-imports': (now) => showLateImports(site.db, now),
      'stored-letters': (now) => sendStoredLetters(site.db, config, now),
      'release-decisions': (now) => releaseDueDecisions(site.db, config.origin, now),
      'release-removals': (now) => releaseDueRemovals(site.db, now),
    },
    60_000,
  )
  const stopBackups = startScheduledTasks(
    {
      erasures: async (now) => {
        await writeErasureList(site.db, [config.dataDir, config.backupDir], now)
        await sendErasureList(config)
      },
      backup: (now) => backUp(site, config, now),
    },
    60_000,
  )
  const stopPoints = startRecoveryPoints(config)
  const beat = heartbeat(site.db, 'schedule')
  const steady = steadyClock()
  const schedule = async (now: Date) => {
    const believed = steady()
    if (believed) await moveDue(site.db, believed)
    await beat(now)
  }
  const stopSchedule = startScheduledTasks({ schedule }, 1000)
  const stopWatching = startScheduledTasks({ watch: (now) => watchOver(site, config, now) }, 60_000)
  return async () => {
    const stops = [
      ...[stopPictureJobs, stopLetters, stopHeavyWork, stopMirror],
      ...[stopTasks, stopMinuteTasks, stopBackups, stopPoints, stopSchedule, stopWatching],
    ]
    await Promise.all(stops.map((stop) => stop()))
  }
}

/** What removes expired data. A restore runs the same list, so a task that is not in it must not be added here. */
function expiryOf({ db, files, privateFiles }: Site, config: Config) {
  const site = { db, files, privateFiles, location: config, personalData }
  return Object.fromEntries(personalData.expiry.map(({ name, run }) => [name, (now: Date) => run(site, now)]))
}

const firstBackupAfterMs = 10 * 60_000

const firstAlarmCheckAfterMs = 5 * 60_000

/** Firestore may be slow, so its records queue behind nothing and hold nothing up. */
function startMirror({ db }: Site, { firebase }: Config): () => Promise<void> {
  if (!firebase?.firestore) return () => Promise.resolve()
  return startJobs(
    db,
    mirrorJobs(db, firebase, () => new Date()),
  )
}

/** Only after a while: a site that was down for days first has to catch up. */
async function watchOver({ db, files }: Site, config: Config, now: Date) {
  if (process.uptime() * 1000 < firstAlarmCheckAfterMs) return
  await watch(db, { ...config, storeProblem: await findStoreProblem(files) }, now)
}

/** Not in the first minutes: someone who has just started a site wants to see it, and may restart it immediately. */
async function backUp({ db }: Site, config: Config, now: Date) {
  if (process.uptime() * 1000 >= firstBackupAfterMs) await queueDueBackup(db, config, now)
}

/** Once an hour the end of the audit trail is written outside the database. */
async function anchorTrail({ db }: Site, { dataDir, secret }: Config, now: Date) {
  const { auditMailTo } = await readSettings(db)
  const anchors = { folder: dataDir, key: anchorKey(secret) }
  await anchorAndMail(db, anchors, auditMailTo || undefined, now)
}
