import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import type { CopyManifest } from '#features/site-copy/format.ts'
import { writeZip } from '#features/site-copy/zip-out.server.ts'

/** A copy of a site, taken apart and put together again. */

type Parts = Map<string, Buffer>

export async function remade(
  bytes: Buffer,
  folder: string,
  change: (parts: Parts) => unknown,
): Promise<Buffer> {
  const parts = await partsOf(bytes)
  change(parts)
  const path = join(folder, 'remade.zip')
  await writeZip(
    path,
    [...parts].map(([name, part]) => ({
      name,
      bytes: part.length,
      open: () => Readable.from([part], { objectMode: false }),
    })),
  )
  return readFileSync(path)
}

/** With a manifest that matches the changed parts. */
export function honest(bytes: Buffer, folder: string, change: (parts: Parts) => unknown) {
  return remade(bytes, folder, (parts) => {
    change(parts)
    const members = [...parts]
      .filter(([name]) => name !== 'manifest.json')
      .map(([name, part]) => ({ name, bytes: part.length, sha256: hashOf(part) }))
    inManifest(parts, { members })
  })
}

export function edit(
  parts: Parts,
  table: keyof CopyManifest['rows'],
  change: (text: string) => string,
  rows?: number,
) {
  const name = `rows/${table}.jsonl`
  parts.set(name, Buffer.from(change(parts.get(name)!.toString())))
  const manifest = JSON.parse(parts.get('manifest.json')!.toString()) as CopyManifest
  if (rows !== undefined) inManifest(parts, { rows: { ...manifest.rows, [table]: rows } })
}

export function inManifest(parts: Parts, values: object) {
  const manifest = JSON.parse(parts.get('manifest.json')!.toString()) as object
  parts.set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, ...values })))
}

export async function partsOf(bytes: Buffer): Promise<Parts> {
  const zip = await fromBufferPromise(bytes)
  const parts: Parts = new Map()
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return parts
}

export function hashOf(bytes: Buffer) {
  return createHash('sha256').update(bytes).digest('hex')
}
