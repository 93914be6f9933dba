import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { ConfigError } from '#server/config-error.ts'
import { keepOnce } from '#server/kept-file.server.ts'
import { certificateKeyFile } from './key-file.ts'

/**
 * The private key of this site, made at its first start and kept. It has a file of its own and does not hang on the
 * secret, which may be changed at any time, while a certificate is shown for decades.
 */
export function openCertificateKey(dataDir: string): KeyObject {
  const path = certificateKeyFile(dataDir)
  try {
    return createPrivateKey(keepOnce(path, newKey))
  } catch (cause) {
    throw new ConfigError(`The key for certificates, "${path}", could not be made or read.`, { cause })
  }
}

function newKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
}
