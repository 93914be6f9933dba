import type { RequestContext } from '#routes/request/begin.server.ts'

/** What the answers to a request for a file of a certificate need of it. */
export type FileRequest = Pick<RequestContext, 'db' | 'config' | 'client' | 'now'>
