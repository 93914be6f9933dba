import type { CertificateContent } from '#features/certificates/certificate-content.ts'
import type { BadgePicture } from '#features/credentials/open-badge.ts'
import { notThere } from '#routes/endpoints/answers.ts'
import fellowshipPng from './badges/fellowship.png?inline'
import fellowshipSvg from './badges/fellowship.svg?raw'
import membershipPng from './badges/membership.png?inline'
import membershipSvg from './badges/membership.svg?raw'

/** The pictures that carry a credential, by kind. `scripts/make-badges.ts` draws them. */

const drawn: Record<CertificateContent['kind'], { png: string; svg: string }> = {
  fellowship: { png: fellowshipPng, svg: fellowshipSvg },
  membership: { png: membershipPng, svg: membershipSvg },
}

export interface BadgePictures {
  png: Buffer
  svg: string
}

export function badgePictures(kind: CertificateContent['kind']): BadgePictures {
  const { png, svg } = drawn[kind]
  return { png: Buffer.from(png.slice(png.indexOf(',') + 1), 'base64'), svg }
}

/** As a credential names them. */
export function namedPictures(kind: CertificateContent['kind'], origin: string): BadgePicture[] {
  const { png, svg } = badgePictures(kind)
  const address = `${origin}/certificates/badges/${kind}`
  return [
    { address: `${address}.png`, mediaType: 'image/png', bytes: png },
    { address: `${address}.svg`, mediaType: 'image/svg+xml', bytes: Buffer.from(svg) },
  ]
}

/** The picture of a badge without a credential in it, as credentials name it. */
export function answerBadge(name: string): Response {
  const named = /^(fellowship|membership)\.(png|svg)$/.exec(name)
  if (!named) return notThere('There is no badge with this name.')
  const { png, svg } = badgePictures(named[1] as CertificateContent['kind'])
  const isPng = named[2] === 'png'
  return new Response(isPng ? new Uint8Array(png) : svg, {
    headers: {
      'content-type': isPng ? 'image/png' : 'image/svg+xml; charset=utf-8',
      'content-security-policy': `default-src 'none'; sandbox`,
      'cache-control': 'public, max-age=86400',
    },
  })
}
