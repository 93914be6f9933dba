import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { isPostgresUrl, openDatabase } from '#db/engine/engine.server.ts'
import { readPublicKey } from '#features/certificates/key.server.ts'
import { certificateKeyFile } from '#features/certificates/key-file.ts'
import { checkFile, isPdf, maxFileBytes } from '#features/credentials/check-file.server.ts'
import { didOf } from '#features/credentials/did.ts'
import { isObject, listOf, type JsonObject } from '#features/credentials/json.ts'
import type { OwnKeys } from '#features/credentials/key-lookup.ts'
import { listCertificateKeys } from '#features/credentials/keys.server.ts'
import { keyOfMultikey, multikeyOf } from '#features/credentials/multibase.ts'
import { withRegister } from '#features/credentials/queries.server.ts'
import type { FileVerdict, VerdictWord } from '#features/credentials/verdict.ts'

/**
 * Checks the file of a certificate or of any Open Badge 3.0 (PDF, JSON, JWT, PNG or SVG), with the site switched off
 * and without a network:
 *   npm run certificate:verify -- FILE [--key KEYFILE] [--did DIDFILE] [--status LISTFILE] [--ours]
 * Prints one line: one of six words, and why. `docs/running.md` says what the options and exit codes mean.
 */

const exitCodes: Record<VerdictWord, number> = {
  valid: 0,
  changed: 1,
  'not ours': 2,
  unreadable: 3,
  revoked: 4,
  expired: 5,
}

const usage =
  'npm run certificate:verify -- FILE [--key KEYFILE] [--did DIDFILE] [--status LISTFILE] [--ours]'

async function main(): Promise<FileVerdict> {
  const { values, positionals } = parseArgs({
    options: {
      key: { type: 'string', multiple: true, default: [] },
      did: { type: 'string' },
      status: { type: 'string' },
      ours: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [path] = positionals
  if (path === undefined || positionals.length > 1) return unchecked(`Name one file: ${usage}`)
  const file = readFile(path)
  if (!file) return unchecked(`We cannot read the file "${path}", or it is larger than 5 MB.`)
  const { status } = values
  if (status !== undefined && !isFile(status))
    return unchecked(`There is no list of revoked credentials at "${status}".`)
  const now = new Date()
  const isGiven = values.key.length > 0 || values.did !== undefined
  const register = isGiven ? undefined : await openRegister()
  try {
    const own = isGiven ? givenKeys(values.key, values.did) : await siteKeys(register)
    if (own.keys.length === 0 && isPdf(file))
      return unchecked('There is no certificate key here to check a PDF with. Name one with --key or --did.')
    const readList = (address: string) => readListBeside(path, address, status)
    const verdict = await checkFile(file, { own, now, readList })
    if (values.ours && verdict.word === 'valid' && !verdict.isOurs) return { ...verdict, word: 'not ours' }
    return register ? await withRegister(register, verdict, now) : withPage(verdict)
  } finally {
    await register?.destroy()
  }
}

function unchecked(why: string): FileVerdict {
  return { word: 'unreadable', why, isOurs: false }
}

/** Reads at most one byte too many, also from a pipe or a device, which have no size. */
function readFile(path: string): Buffer | undefined {
  const room = Buffer.alloc(maxFileBytes + 1)
  let length = 0
  try {
    const opened = openSync(path, 'r')
    for (let read = -1; read !== 0 && length < room.length; length += read)
      read = readSync(opened, room, length, room.length - length, null)
    closeSync(opened)
  } catch {
    return undefined
  }
  return length > maxFileBytes ? undefined : room.subarray(0, length)
}

/** Without the register nobody can tell whether the file of a certificate was revoked. */
function withPage(verdict: FileVerdict): FileVerdict {
  const { word, isOurs, page, why } = verdict
  if (word !== 'valid' || !isOurs || page === undefined) return verdict
  return { ...verdict, why: `${why} To see whether it was revoked since, open ${page}` }
}

function givenKeys(keyFiles: string[], didFile: string | undefined): OwnKeys {
  const keys = keyFiles.map((path) => {
    const key = isFile(path) ? readPublicKey(path) : undefined
    if (!key) throw new Error(`There is no certificate key at "${path}".`)
    return multikeyOf(key)
  })
  return didFile === undefined ? { keys } : readDidDocument(didFile, keys)
}

function readDidDocument(path: string, more: string[]): OwnKeys {
  const document = readDocument(path)
  const { id } = document
  const methods = listOf(document['verificationMethod']).filter(isObject)
  const keys = methods.map(({ publicKeyMultibase }) => String(publicKeyMultibase))
  if (typeof id !== 'string' || !id.startsWith('did:') || !keys.some(keyOfMultikey))
    throw new Error(`The file "${path}" is not a DID document with a key.`)
  return { did: id, keys: [...more, ...keys] }
}

function readDocument(path: string): JsonObject {
  try {
    const document: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isObject(document) ? document : {}
  } catch {
    return {}
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

const dataDir = process.env['DATA_DIR'] || 'data'

async function siteKeys(register: Register): Promise<OwnKeys> {
  const path = certificateKeyFile(dataDir)
  const current = existsSync(path) ? readPublicKey(path) : undefined
  const former = register ? await listCertificateKeys(register).catch(() => []) : []
  const origin = process.env['ORIGIN']
  const did = origin !== undefined && URL.canParse(origin) ? didOf(origin) : undefined
  return { did, keys: [...(current ? [multikeyOf(current)] : []), ...former] }
}

type Register = ReturnType<typeof openDatabase> | undefined

/** The database of the site, if it is here and can be read. */
async function openRegister(): Promise<Register> {
  const address = process.env['DATABASE_URL'] || join(dataDir, 'site.db')
  if (!isPostgresUrl(address) && !existsSync(address)) return undefined
  try {
    const db = openDatabase(address)
    await db.selectFrom('certificate_key').select('public_key').limit(1).execute()
    return db
  } catch {
    return undefined
  }
}

/** The list that was named, or a file beside the credential with the last part of the list's address as its name. */
function readListBeside(path: string, address: string, named: string | undefined): string | undefined {
  const last = basename(address.split(/[?#]/)[0] ?? '')
  const candidates =
    named === undefined ? [last, `${last}.json`].map((name) => join(dirname(path), name)) : [named]
  const found = candidates.find(isFile)
  return found === undefined ? undefined : readFile(found)?.toString()
}

const verdict = await main().catch((error: unknown) =>
  unchecked(error instanceof Error ? error.message : String(error)),
)
console.log(`${verdict.word}: ${verdict.why.replaceAll(/\s+/g, ' ')}`)
process.exitCode = exitCodes[verdict.word]
