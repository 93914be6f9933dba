import { connectionsOf } from '#db/engine/postgres.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Durations, ProcessMetrics } from '#server/observe/process-metrics.server.ts'
import { steps } from '#server/observe/process-metrics.server.ts'
import { metricsText, type Family, type HistogramFamily, type Sample } from '#server/observe/metrics-text.ts'
import { version } from '#server/config/version.ts'
import type { Families, GatheredMetrics } from '#server/workers/worker-messages.ts'
import { alarmNames } from './alarm-paragraphs.ts'
import type { DatabaseMetrics } from './queries.server.ts'

/** All metrics as text. Those of the database are omitted while it is unreachable, and `iaps_database_up` says so. */
export function writeMetrics(
  gathered: GatheredMetrics,
  database: DatabaseMetrics | undefined,
  around: Around,
): string {
  return metricsText([
    gauge('iaps_info', 'The version that runs.', { labels: { version }, value: 1 }),
    ...besideEachOther(gathered),
    ...workerFamilies(gathered),
    gauge('iaps_database_up', 'Whether the database answers.', { value: database ? 1 : 0 }),
    gauge('iaps_store_up', 'Whether the store of pictures and files answers.', {
      value: around.isStoreUp ? 1 : 0,
    }),
    gauge(
      'iaps_disk_free_bytes',
      'Free space on the disks that the site writes to.',
      ...Object.entries(around.disks).map(([of, value]) => ({ labels: { of }, value })),
    ),
    ...(database ? databaseFamilies(database) : []),
  ])
}

/** What can be measured while the database is unreachable. */
interface Around {
  isStoreUp: boolean
  disks: Record<string, number>
}

/** What this process has counted, as data that can be sent to another one. */
export function metricsOf(metrics: ProcessMetrics, db: Db): Families {
  const connections = connectionsOf(db)
  return [
    ...requestFamilies(metrics),
    counter(
      'iaps_page_cache_total',
      'Requests for cacheable pages, by cache result.',
      { labels: { result: 'hit' }, value: metrics.pageHits.durations.count },
      { labels: { result: 'miss' }, value: metrics.cacheMisses },
    ),
    counter(
      'iaps_requests_turned_away_total',
      'Requests refused with 503 before work on them began, because there was too much to do.',
      ...Object.entries(metrics.turnedAway).map(([work, value]) => ({ labels: { work }, value })),
    ),
    histogram('iaps_database_query_seconds', 'Queries of this process.', [sampleOf(metrics.queries)]),
    counter('iaps_database_query_errors_total', 'Queries of this process that failed.', {
      value: metrics.failedQueries,
    }),
    ...(connections
      ? [gauge('iaps_database_connections', 'Connections of this process.', ...states(connections))]
      : []),
    ...processFamilies(metrics),
  ]
}

/** A label distinguishes the counts of several processes: each starts at zero with its process. */
function besideEachOther({ of }: GatheredMetrics): Families {
  const families = new Map<string, Family | HistogramFamily>()
  for (const { worker, families: own = [] } of of)
    for (const family of own) {
      const samples = family.samples.map((sample) => ({
        ...sample,
        labels: { ...(worker !== undefined && { worker }), ...sample.labels },
      }))
      const known = families.get(family.name)
      families.set(family.name, {
        ...family,
        samples: [...(known?.samples ?? []), ...samples],
      } as typeof family)
    }
  return [...families.values()]
}

function workerFamilies({ of, deaths }: GatheredMetrics): Families {
  if (deaths === undefined) return []
  return [
    gauge(
      'iaps_worker_up',
      'Whether each of the serving processes answers.',
      ...of.map(({ worker = 0, families }) => ({ labels: { worker }, value: families ? 1 : 0 })),
    ),
    counter('iaps_worker_deaths_total', 'Serving processes that ended by themselves.', { value: deaths }),
  ]
}

function requestFamilies({ requests }: ProcessMetrics) {
  const metrics = [...requests]
  return [
    counter(
      'iaps_requests_total',
      'Requests answered, by route and status.',
      ...metrics.flatMap(([route, { byStatus }]) =>
        [...byStatus].map(([status, value]) => ({ labels: { route, status }, value })),
      ),
    ),
    histogram(
      'iaps_request_seconds',
      'How long the answers took.',
      metrics.map(([route, { durations }]) => sampleOf(durations, { route })),
    ),
  ]
}

function states(of: Record<string, number>): Sample[] {
  return Object.entries(of).map(([state, value]) => ({ labels: { state }, value }))
}

function databaseFamilies({ querySeconds, jobs, waitingJobs, mail, backups, alarms }: DatabaseMetrics) {
  const { late, ...jobStates } = jobs
  return [
    gauge('iaps_database_answer_seconds', 'Duration of a minimal database query.', {
      value: querySeconds,
    }),
    gauge('iaps_jobs', 'Background jobs, by status.', ...states(jobStates)),
    gauge('iaps_jobs_late_seconds', 'How long the oldest background job is overdue.', { value: late }),
    gauge(
      'iaps_jobs_open',
      'Background jobs that are not done yet, by kind.',
      ...Object.entries(waitingJobs).map(([kind, value]) => ({ labels: { kind }, value })),
    ),
    gauge('iaps_mail', 'Emails, by status.', ...states(mail)),
    gauge(
      'iaps_last_success_seconds',
      'When the last backup began, the last restore drill succeeded and the last recovery point was stored, in seconds since 1970.',
      ...Object.entries(backups).map(([of, value]) => ({ labels: { of }, value })),
    ),
    gauge(
      'iaps_alarm',
      'Whether the dashboard shows this alarm.',
      ...alarmNames.map((name) => ({ labels: { name }, value: alarms.includes(name) ? 1 : 0 })),
    ),
  ]
}

function processFamilies(metrics: ProcessMetrics) {
  const { mean, p99, max } = metrics.delay
  const memory = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return [
    gauge(
      'iaps_event_loop_delay_seconds',
      'Event-loop delay in the last full 15 seconds.',
      ...Object.entries({ mean, p99, max }).map(([of, value]) => ({ labels: { of }, value })),
    ),
    gauge(
      'iaps_memory_bytes',
      'Memory of the process.',
      ...(['rss', 'heapUsed', 'heapTotal', 'external'] as const).map((of) => ({
        labels: { of },
        value: memory[of],
      })),
    ),
    counter('iaps_processor_seconds_total', 'Processor time used.', { value: (user + system) / 1e6 }),
    gauge('iaps_process_id', 'The number by which the system knows the process.', { value: process.pid }),
    gauge('iaps_up_seconds', 'Since the process began.', { value: process.uptime() }),
  ]
}

function counter(name: string, help: string, ...samples: Sample[]): Family {
  return { name, help, type: 'counter', samples }
}

function gauge(name: string, help: string, ...samples: Sample[]): Family {
  return { name, help, type: 'gauge', samples }
}

function histogram(name: string, help: string, samples: HistogramFamily['samples']): HistogramFamily {
  return { name, help, type: 'histogram', samples }
}

function sampleOf({ upTo, count, seconds }: Durations, labels: Record<string, string> = {}) {
  return { labels, ends: steps, upTo, count, sum: seconds }
}
