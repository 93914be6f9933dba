import { maySend, type CallNow } from '#features/calls/call.ts'
import type { RequestedChange } from '#features/nominations/requested-change.server.ts'

/** Whether a started form can be submitted right now, and until when. */
export type CallStatus =
  | { state: 'open'; until: number | undefined; change?: RequestedChange | undefined }
  /** The call is closed; those who started before may still submit. */
  | { state: 'grace'; until: number }
  | { state: 'closed'; since: number | undefined }
  | { state: 'coming'; opens: number | undefined }

const minute = 60_000

export function callStatusOf(
  call: CallNow | undefined,
  {
    isOpenWithoutCall,
    startedAt,
    graceMinutes,
  }: { isOpenWithoutCall: boolean; startedAt: Date; graceMinutes: number },
  now: Date,
): CallStatus {
  if (!call)
    return isOpenWithoutCall ? { state: 'open', until: undefined } : { state: 'closed', since: undefined }
  if (call.state === 'coming') return { state: 'coming', opens: call.opensAt }
  if (call.state === 'open') return { state: 'open', until: call.closesAt }
  return call.closesAt !== undefined && maySend(call, startedAt, graceMinutes, now)
    ? { state: 'grace', until: call.closesAt + graceMinutes * minute }
    : { state: 'closed', since: call.closesAt }
}
