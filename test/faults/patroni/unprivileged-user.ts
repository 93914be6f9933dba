import { spawnSync } from 'node:child_process'

export type User = { uid: number; gid: number }

/** PostgreSQL refuses to run as root, and Debian has this user. */
export function unprivilegedUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (kind: string) => Number(spawnSync('id', [kind, 'nobody']).stdout.toString())
  return { uid: idOf('-u'), gid: idOf('-g') }
}
