import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nginxAround } from '#test/faults/front-cache.ts'
import { freePort } from '#test/harness/http.ts'
import { findProgram } from './machine.ts'
import { startServer, type RunningServer } from './servers.ts'

export interface ServedAnswer {
  headers: string[]
  body: Buffer
}

/**
 * One nginx worker that sends the given bytes under the given headers from files, or undefined if there is no nginx.
 */
export async function startNginx(
  folder: string,
  answers: Record<string, ServedAnswer>,
): Promise<RunningServer | undefined> {
  if (!findProgram('nginx', ['-v'])) return undefined
  const port = await freePort()
  mkdirSync(join(folder, 'temporary'), { recursive: true })
  const locations = Object.entries(answers).map(([encoding, { headers, body }]) => {
    const file = join(folder, encoding)
    writeFileSync(file, body)
    return location(encoding, file, headers)
  })
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configuration(folder, port, locations))
  const command = ['nginx', '-c', file, '-e', join(folder, 'errors.log'), '-p', folder]
  return startServer(command, {}, '/gzip', port)
}

function configuration(folder: string, port: number, locations: string[]): string {
  return nginxAround(
    folder,
    `
  open_file_cache max=10;
  open_file_cache_valid 1h;
  server_tokens off;
  etag off;
  server {
    listen 127.0.0.1:${port};
    ${locations.join('\n    ')}
  }`,
  )
}

/** What nginx writes itself: the length of the file, and the connection header. */
const nginxsOwn = new Set(['content-length', 'content-type', 'date', 'connection', 'keep-alive'])

function location(name: string, file: string, headers: string[]): string {
  const pairs = Array.from({ length: headers.length / 2 }, (_, index) => [
    headers[2 * index]!,
    headers[2 * index + 1]!,
  ])
  const type = pairs.find(([key]) => key!.toLowerCase() === 'content-type')?.[1] ?? 'text/html'
  const added = pairs.filter(([key]) => !nginxsOwn.has(key!.toLowerCase()))
  const lines = added.map(([key, value]) => `add_header ${key} ${quoted(value!)};`)
  return `location = /${name} { alias ${file}; types {} default_type ${quoted(type)}; ${lines.join(' ')} }`
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, (character) => `\\${character}`)}"`
}
