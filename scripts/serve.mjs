import { join } from 'node:path'
import { keepCompiledCode } from './compiled-code.mjs'

// Plain JavaScript on purpose: an old Node must be able to print this sentence before the native modules stop it.
const oldest = 24
const major = Number(process.versions.node.split('.')[0])
if (major < oldest) {
  console.error(
    `The site needs Node ${oldest} or newer; this is ${process.versions.node}. Start it with "npm start".`,
  )
  process.exit(1)
}

// Otherwise glibc gives each thread a heap of its own, and they hold on to 20 MB. It is read when a process starts.
if (process.platform === 'linux' && !process.env.MALLOC_ARENA_MAX && !process.connected && process.execve) {
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  process.execve(process.execPath, args, { ...process.env, MALLOC_ARENA_MAX: '1' })
}

// A shell between npm and this process does not pass on a signal; without it the port would stay taken.
if (process.env.npm_lifecycle_event === 'start' && !process.connected) {
  const { ppid } = process
  const endWithParent = () => process.ppid !== ppid && process.kill(process.pid, 'SIGTERM')
  setInterval(endWithParent, 500).unref()
}

keepCompiledCode(process.env.DATA_DIR || 'data', join(import.meta.dirname, '../build/server/index.js'))

// By default React uses its development build, which is slower and larger.
process.env.NODE_ENV ??= 'production'

const isWorker = process.connected && process.env.WORKER_NUMBER
if (!isWorker && (process.env.WORKERS || '1') !== '1') {
  const { superviseWorkers } = await import('../build/server/supervisor.js')
  await superviseWorkers()
} else {
  const { runSite } = await import('../build/server/index.js')
  await runSite()
}
