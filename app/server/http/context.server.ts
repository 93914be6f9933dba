import type { Kysely } from 'kysely'
import { createContext } from 'react-router'
import type { Db, Tables } from '#db/schema/tables.ts'
import type { Config } from '#server/config/config.server.ts'
import type { FailureAnswer } from './failure-answer.server.ts'
import type { readPageStyles } from './page-styles.server.ts'
import type { FileStore } from '#server/files/files.server.ts'
import type { VisitCounts } from '#server/observe/visit-counts.ts'
import type { GatheredMetrics } from '#server/workers/worker-messages.ts'

/** What every loader and action may use: nothing about a request is ambient. */

export const dbContext = createContext<Kysely<Tables>>()
export const filesContext = createContext<FileStore>()
/** What people sent with forms; sealed, and without any public address. */
export const privateFilesContext = createContext<FileStore>()
export const configContext = createContext<Config>()
export const nowContext = createContext<Date>()

/** The reference of this request in the log and on an error page. */
export const referenceContext = createContext<string>()

/** Set if the request was refused before routing; the error page then says why. */
export const refusalContext = createContext<{ status: number; sentence: string } | undefined>(undefined)

/** Set during a request, once the database or the disk has failed it. */
export const failureContext = createContext<{ answer?: FailureAnswer }>()

/** Returns the text of built style sheets, to inline in the page. */
export const styleContext = createContext<ReturnType<typeof readPageStyles>>()

/** The build of the scripts that this server's pages load. */
export const buildContext = createContext<string>()

/** Renders the public page at a path from a database, for an anonymous visitor. */
export type RenderPage = (db: Db, path: string) => Promise<Response>
export const renderPageContext = createContext<RenderPage>()

/** Whether the page shows unpublished content. */
export const previewContext = createContext(false)

/** Counts visits without visitors. */
export const visitsContext = createContext<Pick<VisitCounts, 'noteEmptySearch'>>()

/** The metrics of this process, or of all processes at the same port. */
export const metricsContext = createContext<() => Promise<GatheredMetrics>>()
