import { failureOf } from '#db/engine/failure.server.ts'

/** The message when the database or the disk fails: how to continue without losing what was written. */
export interface FailureAnswer {
  status: 503 | 507
  sentence: string
}

export const retryAfterSeconds = '60'

const reading = 'Our database is not available right now. Please try again in a few minutes.'
const sendingWhileAway =
  'Our database is not available right now, so we may not have saved what you sent. Go back to the form, where your text still is, and send it again in a few minutes.'
const sendingWhileFull =
  'Our storage is full, so we did not save what you sent. Go back to the form, where your text still is, and send it again later.'

/** Undefined for other errors, which need an error page with a reference. */
export function answerForFailure(error: unknown, method: string): FailureAnswer | undefined {
  const failure = failureOf(error)
  if (!failure) return undefined
  if (method !== 'POST') return { status: 503, sentence: reading }
  return failure === 'full'
    ? { status: 507, sentence: sendingWhileFull }
    : { status: 503, sentence: sendingWhileAway }
}
