import { failureOf } from '#db/engine/failure.server.ts'

/** What somebody is told when the database or the disk fails: how to go on, without losing what they wrote. */
export interface FailureAnswer {
  status: 503 | 507
  sentence: string
}

export const retryAfterSeconds = '60'

const reading = 'We cannot reach our records at the moment. Please try again in a few minutes.'
const sendingWhileAway =
  'We cannot reach our records at the moment, so do not take what you sent as kept. Go back, where your text still is, and send it again in a few minutes.'
const sendingWhileFull =
  'There is no room left on our side, so what you sent was not kept. Go back, where your text still is, and send it again later.'

/** Undefined where the error is something else, which only an error page with a reference fits. */
export function answerForFailure(error: unknown, method: string): FailureAnswer | undefined {
  const failure = failureOf(error)
  if (!failure) return undefined
  if (method !== 'POST') return { status: 503, sentence: reading }
  return failure === 'full'
    ? { status: 507, sentence: sendingWhileFull }
    : { status: 503, sentence: sendingWhileAway }
}
