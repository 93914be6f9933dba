import { hash, sign, type KeyObject } from 'node:crypto'
import { detachedSignature, sealMarker } from './cms.ts'
import type { PdfSigner } from './signer.server.ts'

/** Fills the space that a drawn PDF reserves for its signature: ISO 32000-2, 12.8. */

/** Enough for a chain of four certificates. */
export const signatureBytes = 10_240
const unknownRange = 9_999_999_999
export const unknownRanges = [0, unknownRange, unknownRange, unknownRange]

/** With both signatures: the standard one for readers, and inside it the seal over every byte of the file. */
export function signPdf(file: Buffer, signer: PdfSigner, sealKey: KeyObject): Buffer {
  const signed = Buffer.from(file)
  const start = signed.indexOf(`<${'0'.repeat(signatureBytes * 2)}>`)
  const end = start + signatureBytes * 2 + 2
  const ranges = `[${unknownRanges.join(' ')}]`
  const at = signed.indexOf(ranges)
  if (start < 0 || at < 0) throw new Error('The certificate has no room for its signature.')
  const known = `[0 ${start} ${end} ${signed.length - end}]`
  signed.write(known.padEnd(ranges.length), at, 'latin1')
  const covered = Buffer.concat([signed.subarray(0, start), signed.subarray(end)])
  const signature = detachedSignature(hash('sha256', covered, 'buffer'), signer).toString('hex')
  if (signature.length > signatureBytes * 2) throw new Error('The chain of the PDF certificate is too long.')
  signed.write(signature, start + 1, 'latin1')
  return seal(signed, sealKey)
}

const marker = sealMarker.toString('hex')

/** Our own signature counts as zeros while it is made and checked. */
function seal(file: Buffer, key: KeyObject): Buffer {
  const at = file.indexOf(marker) + marker.length
  const sealed = Buffer.from(file)
  sealed.write(sign(null, file, key).toString('hex'), at, 'latin1')
  return sealed
}

/** Where the seal is, and what it is; undefined if there is none, or more than one. */
export function findSeal(file: Buffer): { at: number; signature: string } | undefined {
  const start = file.indexOf(marker)
  if (start < 0 || file.indexOf(marker, start + 1) >= 0) return undefined
  const at = start + marker.length
  const signature = file.toString('latin1', at, at + 128)
  return /^[0-9a-f]{128}$/.test(signature) ? { at, signature } : undefined
}
