import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject } from 'node:crypto'
import { basename } from 'node:path'
import { ConfigError } from '#server/config/config-error.ts'
import type { SiteKey } from '#server/config/site-keys.server.ts'
import { createOnce } from '#server/files/create-once.server.ts'
import { certificateKeyFile } from './key-file.ts'

/**
 * The private key of this site: configured, so that several machines share it, or created at the first start. It has
 * its own file and does not depend on the secret, which may be changed at any time, while a certificate is shown for
 * decades.
 */
export function openCertificateKey({ certificateKey, dataDir }: KeyLocation): KeyObject {
  if (certificateKey !== undefined) return readGiven(certificateKey)
  const path = certificateKeyFile(dataDir)
  try {
    return createPrivateKey(createOnce(path, newKey))
  } catch (cause) {
    throw new ConfigError(`The key for certificates, "${path}", could not be created or read.`, { cause })
  }
}

export interface KeyLocation {
  certificateKey?: string | undefined
  dataDir: string
}

/** By which every machine of the site recognises the key. */
export function siteKeyOf(certificateKey: KeyObject): SiteKey {
  const shown = createPublicKey(certificateKey).export({ type: 'spki', format: 'der' })
  return {
    name: 'CERTIFICATE_KEY',
    file: basename(certificateKeyFile('')),
    fingerprint: hash('sha256', shown),
  }
}

/** The lines of the file, or on one line what is between the first and the last. */
function readGiven(text: string): KeyObject {
  const bare = text.replaceAll(/-----[A-Z ]+-----|\\n|\s/g, '')
  try {
    const key = createPrivateKey({ key: Buffer.from(bare, 'base64'), format: 'der', type: 'pkcs8' })
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // The original error would repeat parts of a secret.
  }
  throw new ConfigError(
    'CERTIFICATE_KEY must be the content of a certificate-key file, an Ed25519 private key.',
  )
}

function newKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
}
