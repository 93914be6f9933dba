import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

/** Another process of ours, with the lines it has printed so far. */
export interface OtherProcess {
  process: ChildProcessWithoutNullStreams
  lines: string[]
  /** The first matching line, already printed or still to come. */
  line(pattern: RegExp): Promise<string>
  /** How it ended: the code, and its error output. */
  ended: Promise<{ code: number | null; signal: string | null; errors: string; lines: string[] }>
}

/** Runs one of the small programs in test/harness/processes. */
export function runOther(program: string, ...args: string[]): OtherProcess {
  return start(process.execPath, [join(import.meta.dirname, 'processes', `${program}.ts`), ...args], {})
}

/** Runs a program of the project with only the given environment. */
export function runProgram(path: string, env: Record<string, string>, ...args: string[]): OtherProcess {
  return start(process.execPath, [resolve(path), ...args], env)
}

/** Runs a command of the machine with only the given environment. */
export function runCommand(command: string, args: string[], env: Record<string, string>): OtherProcess {
  return start(command, args, env)
}

/** Passed on to the processes that they start themselves, so that all of them are watched. */
export const watched = { NODE_OPTIONS: `--import ${join(import.meta.dirname, 'outbound-child.ts')}` }

function start(command: string, args: string[], env: Record<string, string>): OtherProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  // With the setting of serve.mjs, so that a site does not start itself a second time.
  const own = { PATH, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX: '1' }
  const child = spawn(command, args, { env: { ...own, ...watched, ...env } })
  const lines: string[] = []
  const said = createInterface(child.stdout)
  said.on('line', (line) => lines.push(line))
  const errors = text(child.stderr)
  const closed = once(said, 'close')
  const ended = once(child, 'exit').then(async ([code, signal]) => {
    await closed
    return { code: code as number | null, signal: signal as string | null, errors: await errors, lines }
  })
  const line = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = lines.find((line) => pattern.test(line))
      if (found !== undefined) return found
      const more = await Promise.race([once(said, 'line').then(() => true), ended.then(() => false)])
      if (!more && !lines.some((line) => pattern.test(line)))
        throw new Error(`It ended without printing ${pattern}: ${lines.join('\n')} ${await errors}`)
    }
  }
  return { process: child, lines, line, ended }
}
