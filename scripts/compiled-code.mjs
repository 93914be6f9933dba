import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'

/**
 * Node stores compiled code under DATA_DIR when the site ends, so that the next start need not compile it again. Only
 * where a site has started before, because nothing may be written into a folder that the start then refuses.
 */
export function keepCompiledCode(dataDir, program) {
  if (!['secret', 'site.db'].some((name) => existsSync(join(dataDir, name)))) return
  process.umask(0o077)
  const folder = join(dataDir, 'compiled')
  const build = String(Math.round(statSync(program).mtimeMs))
  module.enableCompileCache(join(folder, build))
  for (const other of namesIn(folder))
    if (other !== build) rmSync(join(folder, other), { recursive: true, force: true })
}

/** None if the disk is full or read-only: then the site starts without the folder. */
function namesIn(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
