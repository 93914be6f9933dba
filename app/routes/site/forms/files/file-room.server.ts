import { endUpload, reserveUpload } from '#features/forms/drafts/storage-quota.server.ts'
import { log } from '#server/observe/log.server.ts'
import { isLive, callStatusIn, type DraftPlace, type Place } from '#routes/site/forms/place.server.ts'

/** Whether files may come now. It is asked before the first byte of one is written. */
export type FileRoom =
  | { ok: true; place: DraftPlace; close: () => Promise<void> }
  | { ok: false; status: 404 | 409 | 429 | 507; sentence: string }

export async function openFileRoom(place: Place, request: Request, most: number): Promise<FileRoom> {
  if (!isLive(place)) return refuse(404, noForm(place))
  const { state } = callStatusIn(place, place.draft)
  if (state === 'closed' || state === 'ahead')
    return refuse(409, 'this form is not open, so it takes no files.')
  const reserved = await reserveUpload(place.db, place.draft.id, bytesSaid(request, most), place.now)
  if (reserved.ok) return { ok: true, place, close: () => endUpload(place.db, reserved.id) }
  switch (reserved.reason) {
    case 'not-found':
      return refuse(404, noForm(place))
    case 'too-many-uploads':
      return refuse(429, 'very many files are being sent from your network. Send it again in a minute.')
    case 'network-full':
      log('forms.network-full', {})
      return refuse(
        429,
        'the forms begun from your network hold as many files as we can store for it. Try again tomorrow, or write to the office.',
      )
    case 'all-full':
      log('forms.full', {})
      return refuse(507, 'we cannot store more files at present. Try again tomorrow, or write to the office.')
  }
}

function noForm({ isTakenOver }: Place): string {
  return isTakenOver
    ? 'this form was opened with the link we emailed, so this browser can no longer add files to it.'
    : 'this form is no longer there, so the file was not saved.'
}

/** A request need not say how long it is. */
function bytesSaid(request: Request, most: number): number {
  const said = Number(request.headers.get('content-length') ?? '')
  return Number.isSafeInteger(said) && said > 0 ? Math.min(said, most) : most
}

function refuse(status: 404 | 409 | 429 | 507, sentence: string): FileRoom {
  return { ok: false, status, sentence }
}
