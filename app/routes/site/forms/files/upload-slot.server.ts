import { endUpload, reserveUpload } from '#features/forms/drafts/storage-quota.server.ts'
import { log } from '#server/observe/log.server.ts'
import {
  isLive,
  callStatusIn,
  type DraftSession,
  type FormSession,
} from '#routes/site/forms/form-session.server.ts'

/** Whether uploads are possible now. It is checked before the first byte of one is written. */
export type UploadSlot =
  | { ok: true; formSession: DraftSession; close: () => Promise<void> }
  | { ok: false; status: 404 | 409 | 429 | 507; sentence: string }

export async function openUploadSlot(
  formSession: FormSession,
  request: Request,
  max: number,
): Promise<UploadSlot> {
  if (!isLive(formSession)) return refuse(404, noForm(formSession))
  const { state } = callStatusIn(formSession, formSession.draft)
  if (state === 'closed' || state === 'coming')
    return refuse(409, 'this form is not open, so you cannot add files.')
  const reserved = await reserveUpload(
    formSession.db,
    formSession.draft.id,
    bytesSaid(request, max),
    formSession.now,
  )
  if (reserved.ok) return { ok: true, formSession, close: () => endUpload(formSession.db, reserved.id) }
  switch (reserved.reason) {
    case 'not-found':
      return refuse(404, noForm(formSession))
    case 'too-many-uploads':
      return refuse(429, 'we are receiving too many files from your network. Upload it again in a minute.')
    case 'network-full':
      log('forms.network-full', {})
      return refuse(
        429,
        'the forms from your network have used all the space we allow for one network. Try again tomorrow, or contact the office.',
      )
    case 'all-full':
      log('forms.full', {})
      return refuse(
        507,
        'we cannot store more files at the moment. Try again tomorrow, or contact the office.',
      )
  }
}

function noForm({ isTakenOver }: FormSession): string {
  return isTakenOver
    ? 'this form was opened with the link we emailed, so this browser can no longer add files to it.'
    : 'this form no longer exists, so we did not save the file.'
}

/** A request may omit its length. */
function bytesSaid(request: Request, max: number): number {
  const said = Number(request.headers.get('content-length') ?? '')
  return Number.isSafeInteger(said) && said > 0 ? Math.min(said, max) : max
}

function refuse(status: 404 | 409 | 429 | 507, sentence: string): UploadSlot {
  return { ok: false, status, sentence }
}
