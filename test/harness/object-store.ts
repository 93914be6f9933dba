import S3rver from '@20minutes/s3rver'
import { readConfig } from '#server/config/config.server.ts'

/** A real S3 server, its bucket in a folder, and its `FILES_URL`. */
export async function startObjectServer(directory: string) {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'academy' }],
  })
  const { port } = await server.run()
  const address = `http://S3RVER:S3RVER@127.0.0.1:${port}/academy/site?region=eu-central-1`
  return { address, stop: () => server.close() }
}

export function objectsAt(address: string, dataDir: string) {
  return readConfig({ DATA_DIR: dataDir, FILES_URL: address }).objects!
}
