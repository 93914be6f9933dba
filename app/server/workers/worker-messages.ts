import type { Family, HistogramFamily } from '#server/observe/metrics-text.ts'

/** The messages between the supervisor and its workers. They outlive a release: an old supervisor starts new workers. */

/** The metrics of one process; no families if it did not answer in time. */
export interface WorkerMetrics {
  worker: number
  families?: Families
}

export type Families = (Family | HistogramFamily)[]

/** A process that serves alone has one item, without a number, and no count of deaths. */
export interface GatheredMetrics {
  of: { worker?: number; families?: Families }[]
  deaths?: number
}

export type ToWorker =
  /** Do the background work of this machine: jobs and scheduled tasks. */
  | { to: 'work' }
  /** A successor is serving: finish your requests and exit. */
  | { to: 'leave' }
  /** The connection is sent with this message. */
  | { to: 'serve'; connection: number }
  | { to: 'report-metrics'; question: number }
  | { to: 'metrics'; question: number; of: WorkerMetrics[]; deaths: number }

export type FromWorker =
  | { is: 'open'; host: string; port: number }
  /** Sent before the first byte of the connection is read. */
  | { is: 'taken'; connection: number }
  /** Background work has stopped, so another worker may start it. */
  | { is: 'rested' }
  | { is: 'request-metrics'; question: number }
  | { is: 'metrics'; question: number; families: Families }
