import { chmodSync, existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig, type Config } from '#server/config/config.server.ts'

/**
 * The configuration of a process of its own. What it and the processes that it starts write from now on is for the
 * user that it runs as and for nobody else, and so is what lies under DATA_DIR from before.
 */
export function configureProcess(env: Record<string, string | undefined>): Config {
  process.umask(0o077)
  const config = readConfig(env)
  closeToOthers(config.dataDir)
  return config
}

/** What a mail server puts reports into, perhaps as another user. */
const mailbox = 'bounces'

/**
 * Takes everybody else's rights away. A folder that others cannot enter is closed with all that is in it, so it is
 * gone through only once; it is changed last, in case the walk is cut off.
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
  // Somebody else's folder may hang on the other end of a link.
  if (!found || found.isSymbolicLink()) return
  if (found.isDirectory()) for (const name of namesIn(path)) closeBranch(join(path, name))
  takeAway(path, 0o077)
}

function isOwnersOnly(path: string): boolean {
  return (statSync(path).mode & 0o077) === 0
}

/** Whoever delivers into it must be able to reach it and to write there. */
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
    return excuse(error, [])
  }
}

function takeAway(path: string, rights: number): void {
  try {
    const { mode } = statSync(path)
    if ((mode & rights) !== 0) chmodSync(path, mode & 0o7777 & ~rights)
  } catch (error) {
    excuse(error, undefined)
  }
}

/** What another process removed meanwhile needs nothing, and what belongs to another user only that one can change. */
function excuse<T>(error: unknown, answer: T): T {
  if (!['ENOENT', 'EPERM', 'EACCES', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? ''))
    throw error
  return answer
}
