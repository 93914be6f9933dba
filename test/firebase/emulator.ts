import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The Authentication emulator of firebase-tools. The package takes 240 MB, so it is no dependency: the full run installs
 * this version into a cache folder when it first needs it.
 */

const version = '15.34.2'
const folder = fileURLToPath(new URL(`../../node_modules/.cache/firebase-tools-${version}/`, import.meta.url))

/** Undefined, with a sentence on the terminal, where it cannot be installed. */
export async function startEmulator(projectId: string) {
  if (!existsSync(`${folder}node_modules/firebase-tools`) && !install()) return undefined
  const script = fileURLToPath(new URL('./run-emulator.ts', import.meta.url))
  const child = fork(script, [folder, projectId], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const [port] = (await once(child, 'message')) as [number]
  return { host: `127.0.0.1:${port}`, close: () => child.kill() }
}

function install(): boolean {
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}package.json`, '{ "private": true }')
  try {
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact']
    execFileSync('npm', ['install', ...options, `firebase-tools@${version}`], {
      cwd: folder,
      stdio: 'ignore',
    })
    return true
  } catch {
    process.stderr.write(
      `firebase-tools@${version} could not be installed, so Firebase is tested against our stand-in only.\n`,
    )
    return false
  }
}
