import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/**
 * Format, rules, types and dead code. The types are checked beside the rest: both need the time of one processor, so two
 * finish in half the time.
 */

const rest = [['oxfmt', '--check'], ['npm', 'run', '--silent', 'lint'], ['knip']]

await run('react-router', 'typegen')
await Promise.all([run('tsc', '--singleThreaded'), inTurn(rest)])

async function inTurn(commands: string[][]) {
  for (const [program = '', ...args] of commands) await run(program, ...args)
}

/** Prints what a program said when it ends, so that two that run together do not mix. */
async function run(program: string, ...args: string[]) {
  const child = spawn(program, args, { shell: process.platform === 'win32', windowsHide: true })
  const said = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = (await once(child, 'exit')) as [number | null]
  console.log(`> ${[program, ...args].join(' ')}\n${(await said).join('')}`)
  if (code !== 0) process.exitCode = 1
}
