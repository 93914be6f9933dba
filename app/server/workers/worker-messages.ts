import type { Family, HistogramFamily } from '#server/observe/metrics-text.ts'

/** What the parent of several serving processes and these say to each other. */

/** Figures of one process as data; nothing of a process that did not answer in time. */
export interface WorkerMetrics {
  worker: number
  families?: Families
}

export type Families = (Family | HistogramFamily)[]

/** Of a process that serves alone there is one, without a number, and no count of deaths. */
export interface GatheredMetrics {
  of: { worker?: number; families?: Families }[]
  deaths?: number
}

export type ToWorker =
  /** You are the one that does what nobody asks for: jobs, and what comes round by the clock. */
  | { to: 'work' }
  /** Another has taken your place: finish what you have begun. */
  | { to: 'leave' }
  /** A connection comes with this one. */
  | { to: 'serve'; connection: number }
  | { to: 'tell-figures'; question: number }
  | { to: 'figures'; question: number; of: WorkerMetrics[]; deaths: number }

export type FromWorker =
  | { is: 'open'; host: string; port: number }
  /** Said before the first byte of the connection is read. */
  | { is: 'taken'; connection: number }
  /** The work has been laid down, so that another may take it up. */
  | { is: 'rested' }
  | { is: 'asking-figures'; question: number }
  | { is: 'figures'; question: number; families: Families }
