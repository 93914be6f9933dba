import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { StoreLocation } from '#server/files/stores.server.ts'
import type { BackupLocation } from '#features/backups/backup-store.server.ts'
import type { TakenPoint } from './take.server.ts'

export interface PointRequest extends StoreLocation, BackupLocation {
  database: string
  key: string
  days: number
}

export type PointAnswer = { ok: true; taken: TakenPoint } | { ok: false; message: string }

/** Beside this file, in the source as in the build. */
const entry = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './point-worker.ts' : './point-worker.js', import.meta.url),
)

/** The backups may be in a store whose certificate only an authority of the operator's own signed. */
const passedOn = ['SystemRoot', 'NODE_EXTRA_CA_CERTS']

export function environmentFrom(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const passed = Object.entries(given).filter(([name]) => passedOn.includes(name))
  return { NODE_ENV: 'production', MALLOC_ARENA_MAX: '1', ...Object.fromEntries(passed) }
}

/** Takes a recovery point in a process of its own; the signal ends it. */
export async function takePointInProcess(request: PointRequest, signal?: AbortSignal): Promise<TakenPoint> {
  const child = fork(entry, [], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: environmentFrom(process.env),
    execArgv: ['--max-semi-space-size=4', '--disable-warning=ExperimentalWarning'],
  })
  const end = () => child.kill('SIGKILL')
  signal?.addEventListener('abort', end, { once: true })
  if (signal?.aborted) end()
  try {
    const answer = await answerOf(child, request)
    if (answer.ok) return answer.taken
    throw new Error(answer.message)
  } finally {
    signal?.removeEventListener('abort', end)
    end()
  }
}

async function answerOf(child: ChildProcess, request: PointRequest): Promise<PointAnswer> {
  const answered = once(child, 'message')
  const ended = once(child, 'exit').then(() => undefined)
  child.send(request)
  const answer = (await Promise.race([answered, ended])) as [PointAnswer] | undefined
  if (!answer) throw new Error('The process that takes recovery points ended during its work.')
  return answer[0]
}
