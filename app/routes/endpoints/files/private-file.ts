import { attachment, shownInViewer, tryLater } from '#routes/endpoints/answers.ts'

/** A document that we draw for one reader, opened in the browser's viewer. */
export function privatePdf(bytes: Buffer | undefined, name: string): Response {
  if (!bytes) return tryLater()
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': 'application/pdf',
      ...shownInViewer(name),
      'cache-control': 'no-store',
    },
  })
}

/** Types that are shown as such; anything else is only bytes to save. */
const shownTypes = new Set(['application/pdf', 'image/jpeg', 'image/png'])

/** A file that came with a form. Whatever it contains, nothing of it runs here. */
export function privateFile(
  { name, mediaType, bytes }: { name: string; mediaType: string; bytes: Buffer },
  isShown = false,
): Response {
  const type = shownTypes.has(mediaType) ? mediaType : 'application/octet-stream'
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': type,
      'content-length': String(bytes.length),
      'content-disposition': isShown && type.startsWith('image/') ? 'inline' : attachment(name || 'file'),
      'content-security-policy': `default-src 'none'; sandbox`,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    },
  })
}
