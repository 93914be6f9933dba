import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { megabytes, round } from './numbers.ts'

export const evidenceFolder = 'docs/evidence'
const page = join(evidenceFolder, 'load.md')

/** A section of a page, from its heading to the next one of the same level, is replaced or appended. */
export function withSection(text: string, heading: string, body: string): string {
  const section = `## ${heading}\n\n${body.trim()}\n`
  const parts = text.trimEnd().split(/^(?=## )/m)
  const at = parts.findIndex((part) => part.startsWith(`## ${heading}\n`))
  const saved = parts.map((part) => `${part.trimEnd()}\n`)
  return (at === -1 ? [...saved, section] : saved.with(at, section)).join('\n')
}

type Cell = string | number

export function tableOf(headings: string[], rows: Cell[][]): string {
  const line = (cells: Cell[]) => `| ${cells.join(' | ')} |`
  const ruler = headings.map((_, column) => (typeof rows[0]?.[column] === 'number' ? '--:' : '---'))
  return [line(headings), line(ruler), ...rows.map(line)].join('\n')
}

/** When, what and where, and whether anything else ran: recorded before the measurement starts. */
export function describeRun([script = '', ...args]: string[]): string {
  const command = args.length > 0 ? `${script} -- ${args.join(' ')}` : script
  const commit = currentCommit()
  const isChanged = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' }).trim() !== ''
  const load = round(loadavg()[0]!, 2)
  const busy =
    load > 0.5
      ? ' **Something else ran on this machine, so these figures only show that the command works.**'
      : ''
  return (
    `${new Date().toISOString().slice(0, 10)}, commit ${commit}${isChanged ? ' with changes' : ''}, ` +
    `\`${command}\`, ${availableParallelism()} cores (${cpus()[0]?.model ?? ''}), ` +
    `${megabytes(totalmem())} MB, Node ${process.version}, load ${load} before.${busy}`
  )
}

export function currentCommit(): string {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
}

export function writeEvidence(heading: string, body: string) {
  writeFileSync(page, withSection(readFileSync(page, 'utf8'), heading, body))
  console.log(`Written to ${page}`)
}
