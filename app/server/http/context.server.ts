import type { KeyObject } from 'node:crypto'
import type { Kysely } from 'kysely'
import { createContext } from 'react-router'
import type { Db, Tables } from '#db/schema/tables.ts'
import type { Config } from '#server/config/config.server.ts'
import type { FailureAnswer } from './failure-answer.server.ts'
import type { FileStore } from '#server/files/files.server.ts'
import type { GatheredMetrics } from '#server/workers/worker-messages.ts'

/** What every loader and action may ask for: nothing about a request is ambient. */

export const dbContext = createContext<Kysely<Tables>>()
export const filesContext = createContext<FileStore>()
/** What people sent with forms; sealed, and never reached by an address of its own. */
export const privateFilesContext = createContext<FileStore>()
export const configContext = createContext<Config>()
/** The private key that signs certificates. */
export const certificateKeyContext = createContext<KeyObject>()
export const nowContext = createContext<Date>()

/** Names this request in the log and on an error page. */
export const referenceContext = createContext<string>()

/** Set when the request was refused before routing; the error page then says why. */
export const refusalContext = createContext<{ status: number; sentence: string } | undefined>(undefined)

/** Set while a request is answered, once the database or the disk has failed it. */
export const failureContext = createContext<{ answer?: FailureAnswer }>()

/** Gives the text of built style sheets, to be put into the page itself. */
export const styleContext = createContext<(names: string[]) => string>()

/** Draws the public page at a path from what a database says, seen by nobody in particular. */
export type Draw = (db: Db, path: string) => Promise<Response>
export const drawContext = createContext<Draw>()

/** Whether the page shows something that is not published. */
export const previewContext = createContext(false)

/** What this process, or every one of several at the same port, has counted of itself. */
export const metricsContext = createContext<() => Promise<GatheredMetrics>>()
/** Whether the process takes new work; false once it was told to stop. */
export const isOpenContext = createContext(true)
