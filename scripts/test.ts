import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'

/**
 * The tests, and beside them the checks of the code: many tests wait for a timer, a process or the browser, and the
 * checks use the processors meanwhile. They are at a lower priority, so that they delay no test.
 */

const tests = spawn('vitest', ['run', ...process.argv.slice(2)], options())
const checks = spawn(process.execPath, ['scripts/check-code.ts'], options())
if (checks.pid !== undefined) setPriority(checks.pid, constants.priority.PRIORITY_BELOW_NORMAL)

const codes = await Promise.all(
  [tests, checks].map(async (child) => (await once(child, 'exit'))[0] as unknown),
)
if (codes[0] === 0 && codes[1] !== 0)
  console.error('The tests passed; the checks of the code failed: see above.')
process.exitCode = codes.every((code) => code === 0) ? 0 : 1

function options() {
  return { stdio: 'inherit', shell: process.platform === 'win32', windowsHide: true } as const
}
