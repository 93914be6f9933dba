import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const memory = '/dev/shm'
const roomNeeded = 4 * 1024 ** 3

/** If the machine has a memory file system, tests put their files there: none has to last, and no disk slows them. */
export function tempFolderEnv(): { TMPDIR?: string } {
  return !process.env['TMPDIR'] && hasRoom() && runsPrograms() ? { TMPDIR: memory } : {}
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > roomNeeded
  } catch {
    return false
  }
}

/** Containers often forbid it, and some tests write small programs. */
function runsPrograms() {
  try {
    const folder = mkdtempSync(join(memory, 'program-'))
    const program = join(folder, 'program')
    writeFileSync(program, '#!/bin/sh\n')
    chmodSync(program, 0o755)
    const { status } = spawnSync(program)
    rmSync(folder, { recursive: true })
    return status === 0
  } catch {
    return false
  }
}
