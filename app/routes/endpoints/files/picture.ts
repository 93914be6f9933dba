import { findPictureFile } from '#features/media/queries.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { notThere } from '#routes/endpoints/answers.ts'
import { sendStored } from './stored-file.server.ts'
import type { Route } from './+types/picture.ts'

const formats = {
  avif: { format: 'avif', type: 'image/avif' },
  webp: { format: 'webp', type: 'image/webp' },
  jpg: { format: 'jpeg', type: 'image/jpeg' },
} as const

export async function loader(args: Route.LoaderArgs) {
  const { db, files } = begin(args, 'routes/endpoints/files/picture')
  const { params, request } = args
  const [, sha256, ending] = /^([0-9a-f]{64})\.(avif|webp|jpg)$/.exec(params.name) ?? []
  if (!sha256) return notThere('There is no picture at this address.')
  const { format, type } = formats[ending as keyof typeof formats]
  const file = await findPictureFile(db, sha256, format)
  if (!file) return notThere('There is no picture at this address.')
  return sendStored(request, files, file, {
    'content-type': type,
    // The address is the hash of the bytes, so they can never change.
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': `default-src 'none'; sandbox`,
  })
}
