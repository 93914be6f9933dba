import { createPrivateKey, generateKeyPair, X509Certificate, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ConfigError } from '#server/config/config-error.ts'
import { createOnce } from '#server/files/create-once.server.ts'
import { selfSigned } from './self-signed.ts'

/** The key and certificate that sign PDF files for ordinary readers. */
export interface PdfSigner {
  key: KeyObject
  /** The signer's own first, then those that vouch for it. */
  chain: Buffer[]
}

/** Where a site stores them: made by itself at the first PDF, or put there by the office. */
export function signerFile(dataDir: string): string {
  return join(dataDir, 'pdf-signing.pem')
}

const opened = new Map<string, Promise<PdfSigner>>()

/** Made when the first PDF is requested, so that a start takes no longer. */
export function openPdfSigner(dataDir: string, society: string, now: Date): Promise<PdfSigner> {
  const path = signerFile(dataDir)
  const open = opened.get(path) ?? readOrMake(path, society, now)
  opened.set(path, open)
  // A corrected file is read at the next try.
  open.catch(() => opened.delete(path))
  return open
}

async function readOrMake(path: string, society: string, now: Date): Promise<PdfSigner> {
  if (existsSync(path)) return readSigner(readFileSync(path, 'utf8'), path)
  const made = await makeSigner(society, now)
  return readSigner(
    createOnce(path, () => made),
    path,
  )
}

const years = 30

async function makeSigner(society: string, now: Date): Promise<string> {
  // RSA signs the same bytes in the same way each time, so that a download can be compared with an earlier one.
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 3072 })
  const from = new Date(now.getTime() - 24 * 3600_000)
  const to = new Date(Date.UTC(now.getUTCFullYear() + years, 0, 1))
  const certificate = selfSigned(privateKey, society, from, to)
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  const shown = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
  return privateKey.export({ type: 'pkcs8', format: 'pem' }) + shown
}

/** The last moment of the certificate; undefined while the site has none. Throws if the file cannot be used. */
export function findSignerEnd(dataDir: string): Date | undefined {
  const path = signerFile(dataDir)
  if (!existsSync(path)) return undefined
  const [own = Buffer.alloc(0)] = readSigner(readFileSync(path, 'utf8'), path).chain
  return new X509Certificate(own).validToDate
}

export function readSigner(pem: string, path: string): PdfSigner {
  try {
    const key = createPrivateKey(pem)
    const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
    const chain = blocks.map((block) => new X509Certificate(block))
    const own = chain.findIndex((certificate) => certificate.checkPrivateKey(key))
    const isKnown = key.asymmetricKeyType === 'rsa' || key.asymmetricKeyType === 'ec'
    if (own >= 0 && isKnown)
      return { key, chain: [chain[own]!, ...chain.filter((_, at) => at !== own)].map(({ raw }) => raw) }
  } catch {
    // The original error would repeat parts of a secret.
  }
  throw new ConfigError(
    `"${path}" must contain a private key (RSA or EC, without a password) and its certificate as PEM.`,
  )
}
