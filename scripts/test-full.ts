import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'

/**
 * The checks at their full scale, in parts, because all of them take hours: without names every part, one after the
 * other. Each part writes into docs/evidence/full-run.md when it ran, at which commit, how long it took and how it ended.
 */

interface Part {
  name: string
  command: string[]
  env?: Record<string, string>
}

const record = join('docs', 'evidence', 'full-run.md')

const projects = ['rules', 'pages', 'sqlite', 'postgres', 'browser']
const long = readdirSync(join('test', 'long')).filter((file) => file.endsWith('.test.ts'))

const parts: Part[] = [
  ...projects.map((name) => ({
    name,
    command: ['vitest', 'run', '--project', name],
    env: { TEST_FULL: 'yes' },
  })),
  { name: 'audit-mutations', command: [process.execPath, 'test/long/audit-mutations.ts'] },
  { name: 'decoder-fuzz', command: [process.execPath, 'test/long/decoder-fuzz.ts'] },
  ...long.map((file) => ({
    name: basename(file, '.test.ts'),
    command: ['vitest', 'run', '--config', 'test/long/vitest.config.ts', `test/long/${file}`],
  })),
]

const names = process.argv.slice(2)
const unknown = names.filter((name) => !parts.some((part) => part.name === name))
if (unknown.length > 0) {
  console.error(
    `There is no part ${unknown.join(', ')}. The parts: ${parts.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(1)
}

const chosen = names.length === 0 ? parts : parts.filter(({ name }) => names.includes(name))
const failed = chosen.filter((part) => !run(part)).map(({ name }) => name)
console.log(failed.length === 0 ? 'All parts passed.' : `Failed: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1

function run({ name, command, env }: Part): boolean {
  const commit = commitNow()
  const startedAt = new Date()
  console.log(`\n${name}: ${command.join(' ')}\n`)
  const [program = '', ...args] = command
  const { status } = spawnSync(program, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  })
  const minutes = ((Date.now() - startedAt.getTime()) / 60_000).toFixed(1)
  const day = startedAt.toISOString().slice(0, 10)
  note(name, `| ${name} | ${day} | ${commit} | ${minutes} min | ${status === 0 ? 'passed' : 'failed'} |`)
  return status === 0
}

function commitNow(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '--untracked-files=no', '--', ':!docs')
  return `${git('rev-parse', '--short', 'HEAD')}${changed === '' ? '' : ' with changes'}`
}

/** Replaces the row of this part, and keeps those of the others. */
function note(name: string, row: string) {
  const rows = new Map(readRows().map((line) => [/^\| (\S+)/.exec(line)?.[1] ?? '', line]))
  rows.set(name, row)
  const inOrder = parts.map((part) => rows.get(part.name) ?? `| ${part.name} | – | – | – | not recorded |`)
  writeFileSync(record, `${introduction()}\n${inOrder.join('\n')}\n`)
}

function readRows(): string[] {
  try {
    const lines = readFileSync(record, 'utf8').split('\n')
    return lines.filter((line) => /^\| [a-z]/.test(line))
  } catch {
    return []
  }
}

function introduction(): string {
  return `# The checks at their full scale

Written by \`npm run test:full\`, on ${availableParallelism()} processors at the last part. All parts together take hours; \`npm run test:full -- sqlite browser\` runs the named ones. Each row is the last run of that part.

| Part | Day | Commit | Took | Result |
|---|---|---|---|---|`
}
