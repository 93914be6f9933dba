import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

const maxFiles = 10

/** Ends a run with the slowest files: the place to start for a shorter run. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= maxFiles) return
    const took = modules.map((module) => ({ name: nameOf(module), seconds: secondsOf(module) }))
    const slowest = took.toSorted((one, other) => other.seconds - one.seconds).slice(0, maxFiles)
    const lines = slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`)
    console.log(`\n The ${maxFiles} slowest files\n${lines.join('\n')}\n`)
  }
}

function nameOf(module: TestModule): string {
  return `${module.project.name} ${relative(process.cwd(), module.moduleId)}`
}

function secondsOf(module: TestModule): number {
  const { duration, collectDuration, setupDuration } = module.diagnostic()
  return (duration + collectDuration + setupDuration) / 1000
}
