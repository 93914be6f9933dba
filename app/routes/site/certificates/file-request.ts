import type { RequestContext } from '#routes/request/begin.server.ts'

/** The parts of a request for a file of a certificate that its answers need. */
export type FileRequest = Pick<RequestContext, 'db' | 'config' | 'client' | 'now'>
