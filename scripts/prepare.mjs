// Plain JavaScript on purpose: it runs on whatever Node (20.19 or newer) the machine has, before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const stampFolder = join('node_modules', '.prepared')

const onlyChecks = process.argv.includes('--check')

checkNode()
step('install', fingerprint(['package.json', 'package-lock.json']), install)
step(
  'build',
  fingerprint([
    'package-lock.json',
    'server.ts',
    'site.ts',
    'background.ts',
    'drawing-worker.ts',
    'heavy-work.ts',
    'heavy-worker.ts',
    'vite.config.ts',
    'react-router.config.ts',
    'app',
    'public',
    'scripts/build.ts',
    'scripts/page-styles.ts',
    'scripts/script-groups.ts',
    'scripts/verify-certificate.ts',
  ]),
  build,
)

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  fail(`This project needs Node 20.19 or newer for its setup. This machine has ${process.versions.node}.`)
}

/** Does the work unless it was done before for the very same files. */
function step(name, print, work) {
  const stamp = join(stampFolder, name)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === print && isComplete(name)) return
  if (onlyChecks)
    fail(
      `The ${name === 'install' ? 'installation' : name} is older than the code. Run "node scripts/prepare.mjs" as the user who owns it.`,
    )
  work()
  mkdirSync(stampFolder, { recursive: true })
  writeFileSync(stamp, print)
}

function isComplete(name) {
  return name === 'install' ? existsSync(projectNode()) : existsSync(join('build', 'server', 'index.js'))
}

function install() {
  say('Installing packages (this can take a minute or two the first time) …')
  const npm = process.env.npm_execpath
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const result = npm ? run(process.execPath, [npm, ...args]) : run('npm', args)
  if (result !== 0) fail('The packages could not be installed. Check your connection to the npm registry.')
  if (!existsSync(projectNode()))
    fail(`This project has no Node for ${process.platform} ${process.arch}. Install Node 26 and try again.`)
}

function build() {
  say('Building the site …')
  if (run(projectNode(), [join('scripts', 'build.ts')]) !== 0) fail('The site could not be built.')
}

/** The Node of the lockfile; if none exists for this machine, its own if that is new enough. */
function projectNode() {
  const ours = join('node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  const newEnough = Number(process.versions.node.split('.')[0]) >= 24
  return existsSync(ours) || !newEnough ? ours : process.execPath
}

function run(command, args) {
  return spawnSync(command, args, { stdio: 'inherit', shell: command.endsWith('.cmd') }).status
}

/** Changes whenever one of the files does; times and sizes are enough and fast to read. An archive has whole seconds. */
function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesUnder).toSorted()) {
    const { mtimeMs, size } = statSync(path)
    hash.update(`${path} ${size} ${Math.floor(mtimeMs / 1000)}\n`)
  }
  return hash.digest('hex')
}

function filesUnder(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true }).flatMap((item) => filesUnder(join(path, item.name)))
}

function say(line) {
  console.log(line)
}

function fail(line) {
  console.error(line)
  process.exit(1)
}
