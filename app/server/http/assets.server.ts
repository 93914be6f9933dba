import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { unpacked, type CachedAnswer, type Encoding } from '#server/cache/page-cache.server.ts'
import { unpooled } from '#server/cache/unpooled.ts'

/** The built files that browsers load, with the compressed versions that the build made beside them. */

export interface Asset {
  isPage: false
  status: 200
  etag: string
  answers: Record<Encoding, CachedAnswer>
}

export type Assets = Map<string, Asset>

const mediaTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
}

export function loadAssets(folder: string, shared: Record<string, string>): Assets {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name))
  const files = new Map(names.map((name) => [name, unpooled(readFileSync(name))]))
  const assets: Assets = new Map()
  for (const [name, bytes] of files) {
    const type = mediaTypes[extname(name)]
    if (!type) continue
    const path = `/${relative(folder, name).split(sep).join('/')}`
    assets.set(path, toAsset(path, type, shared, bytes, files.get(`${name}.br`), files.get(`${name}.gz`)))
  }
  return assets
}

function toAsset(
  path: string,
  type: string,
  shared: Record<string, string>,
  bytes: Buffer,
  br = bytes,
  gzip = bytes,
): Asset {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  const answer = (encoding: Encoding, body: Buffer): CachedAnswer => {
    const common = [
      ...Object.entries(shared).flat(),
      ...['content-type', type, 'etag', etag, 'vary', 'accept-encoding'],
      // Names under /assets/ contain a hash of their content.
      ...[
        'cache-control',
        path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
      ],
    ]
    const encoded = body === bytes ? [] : ['content-encoding', encoding]
    return {
      headers: [...common, ...encoded, 'content-length', String(body.length)],
      notModified: common,
      body,
    }
  }
  const plain = answer('identity', bytes)
  return {
    ...{ isPage: false, status: 200, etag },
    answers: {
      br: answer('br', br),
      gzip: answer('gzip', gzip),
      identity: gzip === bytes ? plain : unpacked(plain, gzip),
    },
  }
}
