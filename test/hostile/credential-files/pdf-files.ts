import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { certificateAddress } from '#features/certificates/certificate-content.ts'
import { fingerprintOf } from '#features/certificates/key.server.ts'
import { findSeal, signPdf } from '#features/certificates/pdf-signature/sign-pdf.server.ts'
import { openPdfSigner } from '#features/certificates/pdf-signature/signer.server.ts'
import type { VerdictWord } from '#features/credentials/verdict.ts'
import { drawCertificate } from '#routes/site/certificates/certificate-pdf.server.ts'
import { certificate, issued, key, origin, other, png } from '#test/makers/credentials.ts'
import { hostile, type HostileFile } from './hostile-file.ts'

/** PDF files: ours, changed after they were signed, and others that look like ours. */

async function print(changes: object = {}, by = key, named = by): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'signer-'))
  const drawn = await drawCertificate({
    statement: { ...certificate.statement, ...changes },
    issuedAt: issued.getTime(),
    address: certificateAddress(origin, certificate.code),
    fingerprint: fingerprintOf(named),
    signatures: {},
  })
  const file = signPdf(drawn, await openPdfSigner(folder, 'Sample Academy', issued), by)
  rmSync(folder, { recursive: true })
  return file
}

/** What a program appends that changes a signed file: new objects, a new table and a new trailer. */
function updated(file: Buffer, object: string): Buffer {
  const start = file.length + 1
  const offset = String(start).padStart(10, '0')
  const before = /startxref\s+(\d+)/.exec(file.subarray(-200).toString('latin1'))?.[1] ?? '0'
  const table = `xref\n9000 1\n${offset} 00000 n \ntrailer\n<</Size 9001/Root 1 0 R/Prev ${before}>>`
  return Buffer.concat([
    file,
    Buffer.from(`\n${object}\n${table}\nstartxref\n${start + object.length + 1}\n%%EOF\n`),
  ])
}

export async function pdfFiles(): Promise<HostileFile[]> {
  const file = await print()
  const latin = file.toString('latin1')
  const { at, signature } = findSeal(file)!
  const carried = /\(iaps-certificate-2:[\w-]+\)/.exec(latin)?.[0] ?? ''
  const replaced = (from: string, to: string) => Buffer.from(latin.replace(from, to), 'latin1')
  const sealed = latin.slice(at - 44, at + 128)
  const note = '9000 0 obj\n<</Type/Annot/Subtype/FreeText/Contents(Fellow)>>\nendobj'
  const text = (value: object) =>
    `(iaps-certificate-2:${Buffer.from(JSON.stringify(value)).toString('base64url')})`
  const changed: [string, Buffer][] = [
    ['with an incremental update', updated(file, note)],
    ['with two updates', updated(updated(file, note), note)],
    ['with an update that contains its text again', updated(file, `9000 0 obj\n${carried}\nendobj`)],
    ['with an update that contains its seal again', updated(file, `9000 0 obj\n<${sealed}>\nendobj`)],
    ['with a byte after its end', Buffer.concat([file, Buffer.from('x')])],
    ['with a line break after its end', Buffer.concat([file, Buffer.from('\n')])],
    ['with zeros after its end', Buffer.concat([file, Buffer.alloc(5000)])],
    ['twice', Buffer.concat([file, file])],
    ['with a byte before it', Buffer.concat([Buffer.from(' '), file])],
    ['without its last byte', file.subarray(0, -1)],
    ['with another version', replaced('%PDF-1.', '%PDF-2.')],
    ['with another seal', replaced(signature, signature.toUpperCase())],
    ['with zeros for its seal', replaced(signature, '0'.repeat(128))],
    ['without its seal', replaced(signature, 'x'.repeat(128))],
    ['with another range', replaced('/ByteRange [0 ', '/ByteRange [1 ')],
    ['with another statement', replaced(carried, text({ key: fingerprintOf(key) }))],
    ['with its text twice', replaced(carried, carried + carried)],
  ]
  const others: [string, Buffer, VerdictWord | VerdictWord[]][] = [
    ['as it is', file, 'valid'],
    ['of a membership that ended', await print({ kind: 'membership', validTo: '2026-11-18' }), 'expired'],
    ['signed by a stranger', await print({}, other), 'not ours'],
    ['signed by a stranger who names our key', await print({}, other, key), 'changed'],
    ['without its text', replaced(carried, '(x)'), 'not ours'],
    ['cut in half', file.subarray(0, file.length / 2), ['not ours', 'changed']],
    ['that is empty', Buffer.from('%PDF-1.7\n%%EOF\n'), 'not ours'],
    ['that is only its first line', Buffer.from('%PDF-1.7'), 'not ours'],
    [
      'with 4 MB of texts',
      Buffer.from(`%PDF-1.7\n${'(iaps-certificate-2:AAAA)'.repeat(150_000)}`),
      'not ours',
    ],
    [
      'with a text of 4 MB',
      Buffer.from(`%PDF-1.7\n(iaps-certificate-1:${'A'.repeat(4_000_000)}`),
      'not ours',
    ],
    ['with a statement that is no JSON', Buffer.from(`%PDF-1.7\n${text([]).replace('W', '!')}`), 'not ours'],
    ['inside a PNG', Buffer.concat([png, file]), ['changed', 'unreadable']],
    ['that is JSON', Buffer.from('{"x":"%PDF-1.7"}'), 'unreadable'],
    ['of 6 MB', Buffer.concat([file, Buffer.alloc(6_000_000)]), 'unreadable'],
  ]
  return [
    ...changed.map(([name, bytes]) => hostile(`our PDF ${name}`, bytes, 'changed')),
    ...others.map(([name, bytes, words]) => hostile(`a PDF ${name}`, bytes, words)),
  ]
}
