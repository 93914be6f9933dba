import { execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '#test/harness/http.ts'

/**
 * The Authentication and Firestore emulators of firebase-tools. The package takes 240 MB, so it is no dependency: the full run installs
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

/** The same for Firestore, whose emulator is a Java program that firebase-tools downloads. */
export async function startFirestoreEmulator() {
  if (!existsSync(`${folder}node_modules/firebase-tools`) && !install()) return undefined
  const program = findFirestore() ?? (download() ? findFirestore() : undefined)
  if (!program) {
    process.stderr.write(
      'The Firestore emulator needs Java and a program that npm does not install, so Firestore is tested against our stand-in only.\n',
    )
    return undefined
  }
  const host = `127.0.0.1:${await freePort()}`
  const [address = '', port = ''] = host.split(':')
  const child = spawn('java', ['-jar', program, '--host', address, '--port', port], { stdio: 'ignore' })
  while (child.exitCode === null && !(await fetch(`http://${host}/`).catch(() => undefined))) await wait(200)
  return { host, close: () => child.kill() }
}

const programs = `${folder}emulators`

function findFirestore(): string | undefined {
  const names = existsSync(programs) ? readdirSync(programs) : []
  const name = names.find((one) => /^cloud-firestore-emulator.*\.jar$/.test(one))
  return name && `${programs}/${name}`
}

function download(): boolean {
  try {
    execFileSync('java', ['-version'], { stdio: 'ignore' })
    const script = `${folder}node_modules/firebase-tools/lib/bin/firebase.js`
    execFileSync(process.execPath, [script, 'setup:emulators:firestore'], {
      env: { ...process.env, FIREBASE_EMULATORS_PATH: programs },
      stdio: 'ignore',
      timeout: 300_000,
    })
    return true
  } catch {
    return false
  }
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
