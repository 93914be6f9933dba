import type { Durations, Meters } from '#server/meters.server.ts'
import { steps } from '#server/meters.server.ts'
import { metricsText, type Family, type HistogramFamily, type Sample } from '#server/metrics-text.ts'
import { version } from '#server/version.ts'
import type { Figures } from './queries.server.ts'

/** All figures as text. Those of the database are left out while it is away, and `iaps_database_up` says so. */
export function writeMetrics(meters: Meters, figures: Figures | undefined): string {
  return metricsText([
    gauge('iaps_info', 'The version that runs.', { labels: { version }, value: 1 }),
    ...requestFamilies(meters),
    counter(
      'iaps_page_cache_total',
      'Pages asked for that may be cached, by whether they were.',
      { labels: { result: 'hit' }, value: meters.cache.hits },
      { labels: { result: 'miss' }, value: meters.cache.misses },
    ),
    histogram('iaps_database_query_seconds', 'Queries of this process.', [sampleOf(meters.queries)]),
    counter('iaps_database_query_errors_total', 'Queries of this process that failed.', {
      value: meters.failedQueries,
    }),
    gauge('iaps_database_up', 'Whether the database answers.', { value: figures ? 1 : 0 }),
    ...(figures ? databaseFamilies(figures) : []),
    ...processFamilies(meters),
  ])
}

function requestFamilies({ requests }: Meters) {
  const meters = [...requests]
  return [
    counter(
      'iaps_requests_total',
      'Requests answered, by route and status.',
      ...meters.flatMap(([route, { byStatus }]) =>
        [...byStatus].map(([status, value]) => ({ labels: { route, status }, value })),
      ),
    ),
    histogram(
      'iaps_request_seconds',
      'How long the answers took.',
      meters.map(([route, { durations }]) => sampleOf(durations, { route })),
    ),
  ]
}

function databaseFamilies({ querySeconds, connections, jobs, mail }: Figures) {
  const states = (of: Record<string, number>): Sample[] =>
    Object.entries(of).map(([state, value]) => ({ labels: { state }, value }))
  const { late, ...jobStates } = jobs
  return [
    gauge('iaps_database_answer_seconds', 'How long the shortest question takes now.', {
      value: querySeconds,
    }),
    ...(connections
      ? [gauge('iaps_database_connections', 'Connections of this process.', ...states(connections))]
      : []),
    gauge('iaps_jobs', 'Jobs, by what has become of them.', ...states(jobStates)),
    gauge('iaps_jobs_late_seconds', 'How long the oldest job is overdue.', { value: late }),
    gauge('iaps_mail', 'Letters, by what has become of them.', ...states(mail)),
  ]
}

function processFamilies(meters: Meters) {
  const { mean, p99, max } = meters.takeDelay()
  const memory = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return [
    gauge(
      'iaps_event_loop_delay_seconds',
      'How long others had to wait for the process since this was last asked.',
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
