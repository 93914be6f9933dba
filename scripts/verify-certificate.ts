import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readPublicKey } from '#features/certificates/key.server.ts'
import { certificateKeyFile } from '#features/certificates/key-file.ts'
import {
  verifyFile,
  type SealedStatement,
  type SignatureVerdict,
} from '#features/certificates/signature.server.ts'
import { linesOf } from '#features/certificates/statement.ts'

/**
 * Checks the PDF of a certificate, with the site switched off and without its database:
 *   npm run certificate:verify -- FILE [--key KEYFILE]
 * The key is the one that the site offers at /certificates/key, or the site's own in DATA_DIR.
 * Ends with 0 when the file is as it was signed, 1 when it was changed, 2 when it is not signed by this key, and 3
 * when it could not be checked.
 */

const exitCodes: Record<SignatureVerdict['verdict'], number> = { valid: 0, changed: 1, 'not-ours': 2 }
const unchecked = 3

function main(): number {
  const { values, positionals } = parseArgs({ options: { key: { type: 'string' } }, allowPositionals: true })
  const [path] = positionals
  if (path === undefined || positionals.length > 1)
    return giveUp('Name one file: npm run certificate:verify -- FILE [--key KEYFILE]')
  const keyPath = values.key ?? certificateKeyFile(process.env['DATA_DIR'] || 'data')
  const key = unlessMissing(() => readPublicKey(keyPath))
  if (!key) return giveUp(`There is no certificate key at "${keyPath}". Name one with --key.`)
  const file = unlessMissing(() => readFileSync(path))
  if (!file) return giveUp(`We cannot read the file "${path}".`)

  const outcome = verifyFile(file, key)
  if (outcome.verdict === 'valid') print(outcome.sealed)
  else console.log(sentences[outcome.verdict])
  return exitCodes[outcome.verdict]
}

const sentences = {
  changed: 'CHANGED. This file was changed after the Academy signed it. Do not trust it.',
  'not-ours': 'NOT OURS. This file is not a certificate signed with this key.',
}

function print({ statement, page }: SealedStatement) {
  const today = new Date().toISOString().slice(0, 10)
  console.log('VALID. The file is exactly as the Academy signed it.')
  for (const { label, text } of linesOf(statement)) console.log(`  ${label}: ${text}`)
  if (statement.sample) console.log('  This is a sample. The person does not exist.')
  if (statement.validTo !== null && statement.validTo < today) console.log('This membership has ended.')
  console.log(`An offline check cannot show whether the certificate was revoked. To see that, open ${page}`)
}

function giveUp(sentence: string): number {
  console.error(sentence)
  return unchecked
}

function unlessMissing<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

try {
  process.exitCode = main()
} catch (error) {
  process.exitCode = giveUp(error instanceof Error ? error.message : String(error))
}
