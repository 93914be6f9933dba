import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What the cluster needs: Debian has all of them (patroni, etcd-server, haproxy, postgresql, openssl). */
const programs = ['patroni', 'etcd', 'haproxy', 'openssl'] as const

const folders = ['/usr/lib/postgresql', '/usr/pgsql']

/** Where initdb, pg_ctl and pg_rewind are, of the newest version. */
export function findPostgres(): string | undefined {
  const versions = folders
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  const newest = versions.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).toReversed()
  return newest.map((folder) => join(folder, 'bin')).find((folder) => existsSync(join(folder, 'pg_rewind')))
}

/** A sentence that says what is missing on this machine, if anything is. */
export function whatIsMissing(): string | undefined {
  const isThere = (name: string) =>
    spawnSync(name, [name === 'haproxy' ? '-v' : '--version']).error === undefined
  const missing = [
    ...programs.filter((name) => !isThere(name)),
    ...(findPostgres() ? [] : ['PostgreSQL’s own programs']),
  ]
  if (missing.length === 0) return undefined
  return `This machine lacks ${missing.join(', ')}. On Debian: apt-get install patroni python3-etcd etcd-server haproxy postgresql openssl, and stop the services that it starts.`
}
