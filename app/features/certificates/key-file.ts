import { join } from 'node:path'

/** Where a site stores the key that signs its certificates. */
export function certificateKeyFile(dataDir: string): string {
  return join(dataDir, 'certificate-key')
}
