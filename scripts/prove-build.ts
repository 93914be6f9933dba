import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

/**
 * S1 of the threat model: installs from the lockfile without a network and without scripts, from npm's cache, and
 * builds twice, in two folders. Exits with an error if that fails or the two differ by a byte.
 */

const folders = [mkdtempSync(join(tmpdir(), 'one-')), mkdtempSync(join(tmpdir(), 'another-place-'))]
try {
  const builds = folders.map(installAndBuild)
  const [one, other] = builds.map((files) =>
    hash([...files].map(([name, sum]) => `${sum} ${name}`).join('\n')),
  )
  const differing = [...builds[0]!]
    .filter(([name, sum]) => builds[1]!.get(name) !== sum)
    .map(([name]) => name)
  console.log(`${builds[0]!.size} files, ${one}\n${builds[1]!.size} files, ${other}`)
  if (one !== other) fail(`The builds differ: ${differing.slice(0, 10).join(', ') || 'one has more files'}`)
  console.log('Installed offline, without scripts, and built twice to the same bytes.')
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true })
}

function installAndBuild(folder: string): Map<string, string> {
  const { stdout } = spawnSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
  for (const name of stdout.split('\0').filter(Boolean)) cpSync(name, join(folder, name))
  run(folder, 'npm', 'ci', '--offline', '--ignore-scripts', '--no-audit', '--no-fund')
  run(folder, process.execPath, 'scripts/build.ts')
  const built = join(folder, 'build')
  const names = globSync('**/*', { cwd: built }).filter((name) => statSync(join(built, name)).isFile())
  return new Map(names.toSorted().map((name) => [relative('.', name), hash(readFileSync(join(built, name)))]))
}

function run(cwd: string, command: string, ...args: string[]) {
  const { status, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status !== 0) fail(`${command} ${args.join(' ')} failed: ${stderr.slice(-2000)}`)
}

function hash(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function fail(sentence: string): never {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  console.error(sentence)
  process.exit(1)
}
