import { execFile } from 'node:child_process'
import { logError } from '#server/observe/log.server.ts'

export type ScanResult = 'clean' | 'infected' | 'failed'

const maxMs = 60_000

/** Passes a file to the virus scanner, if the site has one. Exit codes are those of clamscan: 0 clean, 1 infected. */
export function scanFile(command: string[] | undefined, path: string): Promise<ScanResult> {
  if (!command) return Promise.resolve('clean')
  const [program = '', ...args] = command
  return new Promise((resolve) => {
    execFile(program, [...args, path], { timeout: maxMs, maxBuffer: 64 * 1024 }, (error) => {
      if (!error) return resolve('clean')
      if (error.code === 1) return resolve('infected')
      logError('scan.failed', error, { program })
      resolve('failed')
    })
  })
}
