import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { askerCore, findProgram, pinned } from './machine.ts'
import type { Outcomes, Plan } from './traffic-plan.ts'

/** How a server handled as many requests as it could take. Times are in milliseconds. */
export interface Load {
  perSecond: number
  p50: number
  p99: number
}

export const connections = 32
export const generator = findProgram('wrk', ['-v']) ? 'wrk' : 'own'

export function applyLoad(url: string, encoding: string, seconds: number): Promise<Load> {
  return generator === 'wrk' ? applyWrk(url, encoding, seconds) : applyOwn(url, encoding, seconds)
}

async function applyWrk(url: string, encoding: string, seconds: number): Promise<Load> {
  const header = `accept-encoding: ${encoding}`
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-H', header]
  const said = await run('wrk', [...options, url])
  if (/Non-2xx|Socket errors/.test(said)) throw new Error(`${url} failed under load:\n${said}`)
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(said)?.[1]),
    p50: readTime(/ 50%\s+(\S+)/.exec(said)?.[1]),
    p99: readTime(/ 99%\s+(\S+)/.exec(said)?.[1]),
  }
}

const units: Record<string, number> = { us: 0.001, ms: 1, s: 1000 }

function readTime(text = ''): number {
  const [, amount, unit = ''] = /^([\d.]+)(us|ms|s)$/.exec(text) ?? []
  return Number(amount) * (units[unit] ?? Number.NaN)
}

function applyOwn(url: string, encoding: string, seconds: number): Promise<Load> {
  return runOwn('load-generator.ts', [url, encoding, String(seconds), String(connections)])
}

/** One of the generators beside this file, on the client's core. */
async function runOwn<Output = Load>(name: string, args: string[]): Promise<Output> {
  const program = join(import.meta.dirname, name)
  return JSON.parse(await run(process.execPath, [program, ...args])) as Output
}

/** Runs visitors of several kinds in parallel, and returns the results of each kind. */
export async function runTraffic(folder: string, plan: Plan): Promise<Record<string, Outcomes>> {
  const file = join(folder, 'plan.json')
  writeFileSync(file, JSON.stringify(plan))
  return runOwn('traffic.ts', [file])
}

async function run(command: string, args: string[]): Promise<string> {
  const child = spawn(...pinned(askerCore, command, args), { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) throw new Error(`${command} ended with ${String(code)}: ${said}`)
  return said
}
