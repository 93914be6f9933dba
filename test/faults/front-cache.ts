import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#test/harness/http.ts'

/** Whether this machine has nginx. */
export const hasNginx = spawnSync('nginx', ['-v']).status === 0

/** A program and its arguments, such as with another program in front that chooses the processor. */
type Command = (name: string, args: string[]) => [string, string[]]

/**
 * A real nginx with `deploy/nginx.conf` in front of the site at a port, without TLS. It says in a header whether an
 * answer came from its cache.
 */
export async function startFrontCache(
  sitePort: number,
  {
    knowsSession = true,
    startedBy = (name, args) => [name, args],
  }: {
    /** Whether it lets requests with the cookie of a session pass. */ knowsSession?: boolean
    startedBy?: Command
  } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'front-cache-'))
  const port = await freePort()
  mkdirSync(join(folder, 'temporary'))
  const file = join(folder, 'nginx.conf')
  const sample = readFileSync('deploy/nginx.conf', 'utf8')
  const served = asServed(sample, folder, port, sitePort)
  writeFileSync(
    file,
    nginxAround(
      folder,
      knowsSession ? served : served.replaceAll(/proxy_(cache_bypass|no_cache) [^;]*;/g, ''),
    ),
  )
  const args = ['-c', file, '-e', join(folder, 'errors.log'), '-p', folder]
  const nginx = spawn(...startedBy('nginx', args), { stdio: 'ignore' })
  const ended = once(nginx, 'exit')
  await untilItListens(port, join(folder, 'errors.log'))
  return {
    port,
    pid: nginx.pid ?? 0,
    /** Every answer in its cache, headers and body. */
    stored: () => listFiles(join(folder, 'cache')).map((name) => readFileSync(name, 'latin1')),
    async stop() {
      nginx.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

function asServed(sample: string, folder: string, port: number, sitePort: number): string {
  const [before = '', own = ''] = sample.split(/server \{\n {2}listen 80;[^}]*\}/)
  const changes: [RegExp, string][] = [
    [/\/var\/cache\/nginx\/site/, join(folder, 'cache')],
    [/127\.0\.0\.1:3000/, `127.0.0.1:${sitePort}`],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`],
    [/listen \[::\]:443 ssl http2;/, ''],
    [/( {2}ssl_\w+ [^;]*;\n)+/, ''],
    [/proxy_cache site;/, 'proxy_cache site; add_header x-cache $upstream_cache_status;'],
  ]
  return changes.reduce((text, [pattern, by]) => {
    if (!pattern.test(text)) throw new Error(`deploy/nginx.conf has nothing like ${pattern}`)
    return text.replace(pattern, by)
  }, before + own)
}

/** One worker in the foreground that writes only into its folder; sendfile is on as in Debian's own configuration. */
export function nginxAround(folder: string, inner: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
daemon off;
worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${join(folder, 'nginx.pid')};
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  ${kinds.map((kind) => `${kind}_temp_path ${join(folder, 'temporary')};`).join('\n  ')}
  ${inner}
}
`
}

async function untilItListens(port: number, errors: string) {
  for (let tries = 0; ; tries++) {
    try {
      await fetch(`http://127.0.0.1:${port}/healthz`)
      return
    } catch {
      if (tries > 200) throw new Error(`nginx did not start: ${readFileSync(errors, 'utf8')}`)
      await sleep(25)
    }
  }
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}
