import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { reachedPackages, type LockedPackage } from './packages.ts'

/**
 * Packs the built site with its packages and its Node into one archive for this kind of machine, and writes its
 * checksum beside it. Whoever unpacks it needs no network: `npm start`, or the commands of docs/running.md.
 */

const platform = `${process.platform}-${process.arch}`
const nodePackage = `node-${platform}`

const files = [
  ...['package.json', 'package-lock.json', '.npmrc', 'LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md'],
  ...[
    'server.ts',
    'site.ts',
    'background.ts',
    'drawing-worker.ts',
    'heavy-work.ts',
    'heavy-worker.ts',
    'vite.config.ts',
    'react-router.config.ts',
  ],
  ...['app', 'build', 'deploy', 'docs', 'public', 'scripts'],
]

const { values } = parseArgs({ options: { to: { type: 'string', default: 'release' } } })
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const name = `iaps-${version}-${platform}`
const folder = mkdtempSync(join(tmpdir(), 'release-'))

try {
  if (!existsSync(join('node_modules', nodePackage)))
    throw new Error(`There is no Node for ${platform} in the packages of this project.`)
  copyEverything(join(folder, name))
  mkdirSync(values.to, { recursive: true })
  const archive = resolve(values.to, `${name}.tar.gz`)
  pack(folder, archive)
  const sum = await checksum(archive)
  writeFileSync(`${archive}.sha256`, `${sum}  ${basename(archive)}\n`)
  console.log(`${archive}\nSHA-256 ${sum}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function copyEverything(to: string) {
  for (const file of files.filter((one) => existsSync(one))) copy(file, join(to, file))
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const reached = [...reachedPackages(packages), `node_modules/${nodePackage}`]
  for (const one of reached.filter((path) => existsSync(path))) copy(one, join(to, one))
  mkdirSync(join(to, 'node_modules', '.bin'))
  symlinkSync(`../${nodePackage}/bin/node`, join(to, 'node_modules', '.bin', 'node'))
  // Says that everything is installed and built, so that the first start does neither.
  copy(join('node_modules', '.prepared'), join(to, 'node_modules', '.prepared'))
}

/** A package may have others inside it, which are listed themselves. */
function copy(from: string, to: string) {
  cpSync(from, to, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => path === from || basename(path) !== 'node_modules',
  })
}

function pack(from: string, archive: string) {
  const args = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--format=posix', '-C', from]
  const { status, stderr } = spawnSync('tar', ['-czf', archive, ...args, name], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The archive could not be written: ${stderr}`)
}

async function checksum(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
