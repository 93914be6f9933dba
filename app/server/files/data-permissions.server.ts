import { chmodSync, existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig, type Config } from '#server/config/config.server.ts'

/**
 * The configuration of a separate process. What it and its child processes write from now on is readable only by its
 * user, and so is existing data under DATA_DIR.
 */
export function configureProcess(env: Record<string, string | undefined>): Config {
  process.umask(0o077)
  const config = readConfig(env)
  closeToOthers(config.dataDir)
  return config
}

/** A mail server puts reports there, possibly as another user. */
const mailbox = 'bounces'

/**
 * Removes everyone else's rights. A folder that others cannot enter protects everything in it, so it is walked only
 * once; it is changed last, in case the walk is interrupted.
 */
export function closeToOthers(dataDir: string): void {
  if (process.platform === 'win32' || isOwnersOnly(dataDir)) return
  const isShared = isSharedMailbox(join(dataDir, mailbox))
  for (const { name } of readdirSync(dataDir, { withFileTypes: true }))
    if (name !== mailbox || !isShared) closeBranch(join(dataDir, name))
  takeAway(dataDir, isShared ? 0o066 : 0o077)
}

function closeBranch(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  // A link may lead to someone else's folder.
  if (!found || found.isSymbolicLink()) return
  if (found.isDirectory()) for (const name of namesIn(path)) closeBranch(join(path, name))
  takeAway(path, 0o077)
}

function isOwnersOnly(path: string): boolean {
  return (statSync(path).mode & 0o077) === 0
}

/** The mail server must be able to reach it and to write there. */
function isSharedMailbox(folder: string): boolean {
  return [folder, join(folder, 'new')].some((path) => {
    if (!existsSync(path)) return false
    const { mode, uid } = statSync(path)
    return uid !== process.getuid?.() || (mode & 0o022) !== 0
  })
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    return ignoreUnchangeable(error, [])
  }
}

function takeAway(path: string, rights: number): void {
  try {
    const { mode } = statSync(path)
    if ((mode & rights) !== 0) chmodSync(path, mode & 0o7777 & ~rights)
  } catch (error) {
    ignoreUnchangeable(error, undefined)
  }
}

/** Ignores files that another process removed, and files of another user, which only that user can change. */
function ignoreUnchangeable<T>(error: unknown, answer: T): T {
  if (!['ENOENT', 'EPERM', 'EACCES', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? ''))
    throw error
  return answer
}
