import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { judgeMaintenance, productionPackages, type LockedPackage, type Maintenance } from './packages.ts'

/**
 * S4 of the threat model: which packages of a running site had no release for two years, or have only one maintainer.
 * Asks the registry that npm uses; if it gives no times, the report says so.
 */

const ask = promisify(execFile)
const atOnce = 8
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>
}
const names = [...new Set(productionPackages(packages).map(({ name }) => name))].toSorted()
const found = new Map<string, Maintenance>()
const waiting = [...names]
await Promise.all(Array.from({ length: atOnce }, askOneAfterAnother))
const { old, single, unknown } = judgeMaintenance(found, new Date())

console.log(`${names.length} packages of a running site`)
print('no new version for more than 24 months', old)
print('one maintainer', single)
print('unknown to the registry', unknown)

async function askOneAfterAnother() {
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop())
    found.set(name, await maintenanceOf(name))
}

async function maintenanceOf(name: string): Promise<Maintenance> {
  const shell = process.platform === 'win32'
  const { stdout } = await ask('npm', ['view', name, 'time', 'maintainers', '--json'], { shell }).catch(
    () => ({
      stdout: '{}',
    }),
  )
  const { time, maintainers } = JSON.parse(stdout || '{}') as {
    time?: Record<string, string>
    maintainers?: string[]
  }
  const moments = Object.entries(time ?? {})
    .filter(([version]) => /^\d/.test(version))
    .map(([, at]) => Date.parse(at))
  return {
    newestAt: moments.length > 0 ? new Date(Math.max(...moments)) : undefined,
    maintainers: maintainers && [maintainers].flat().length,
  }
}

function print(what: string, lines: string[]) {
  console.log(`\n${lines.length}: ${what}${lines.length > 0 ? ':' : ''}`)
  for (const line of lines) console.log(`  ${line}`)
}
