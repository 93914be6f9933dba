import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { expect } from 'vitest'
import { policy } from '#routes/request/policy.server.ts'
import { gentleCloser } from '#server/http/stop.server.ts'
import { listen } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { tryRoute, ways } from '#test/models/policy-cells.ts'
import type { AddressedRoute } from '#test/harness/route-table.ts'
import { autumn, importBuild, type TestSite } from '#test/harness/site.ts'
import { kinds, test, type Caller, type VisitorKind } from '#test/harness/visitors.ts'

/**
 * Removes one guard at a time from the built site and tries the cells of its route: at least one must be answered
 * differently than declared. Writes the results to docs/evidence/guards.md.
 */

/** The build is in several files; the guards are in one of them. */
const built = globSync('build/server/*.js').find((file) =>
  readFileSync(file, 'utf8').match(/begin(\$\d+)?\(args, "root"\)/),
)!
const guard =
  /(?<=function (loader|action)(?:\$\d+)?\(args\) \{\s+(?:const (?:started|\{[^{}]*\}) = )?)begin(?:\$\d+)?\(args, ("routes\/staff\/[\w/-]+"|route(?:\$\d+)?)\)/g

interface Result {
  id: string
  what: 'read' | 'act'
  /** How many cells were answered differently than declared. */
  wrong: number
  isOpen: boolean
}

test(
  'when any one guard is missing, some cell of its route is answered differently than declared',
  { timeout: 3_600_000 },
  async ({ testSite, callers, table }) => {
    captureLog()
    const source = readFileSync(built, 'utf8')
    const { port, close } = await openMutant(source, testSite)
    const results: Result[] = []
    for (const [number, match] of [...source.matchAll(guard)].entries()) {
      const what = match[1] === 'loader' ? 'read' : 'act'
      const id = idOf(source, match[2] ?? '')
      const isOpen = policy[id]?.[what]?.includes('visitor') ?? false
      const routes = isOpen ? [] : table.filter((route) => route.id === id)
      Object.assign(globalThis, { missingGuard: number })
      results.push({ id, what, wrong: await countWrong(port, routes, callers), isOpen })
    }
    Object.assign(globalThis, { missingGuard: undefined })
    await close()
    writeFileSync('docs/evidence/guards.md', report(results))

    expect(results.length).toBeGreaterThan(100)
    expect(results.filter(({ isOpen, wrong }) => !isOpen && wrong === 0)).toEqual([])
  },
)

/** The built site with a switch at every guard, by its number, that lets everyone past it. */
async function openMutant(source: string, { config }: TestSite) {
  const file = 'build/server/mutant.js'
  const given = /function (given(?:\$\d+)?)\(\{ context \}\) \{\s+const session/.exec(source)?.[1]
  let number = 0
  const code = source.replaceAll(guard, (asks) => {
    const isMissing = `globalThis.missingGuard === ${number++}`
    return `(${isMissing} ? ${given}(args) : ${asks})`
  })
  writeFileSync(file, `${code}\nexport { openSite }\n`)
  const site = await (await importBuild(file)).openSite(config, () => autumn)
  rmSync(file)
  const closeServer = gentleCloser(site.http)
  const close = async () => {
    await closeServer()
    await site.close()
  }
  return { port: await listen(site.http), close }
}

async function countWrong(
  port: number,
  routes: AddressedRoute[],
  callers: Record<VisitorKind, Caller>,
): Promise<number> {
  let wrong = 0
  for (const route of routes)
    for (const kind of kinds) wrong += (await tryRoute(port, route, kind, callers[kind].cookie, ways)).length
  return wrong
}

/** A name in the built file stands for its id. */
function idOf(source: string, name: string): string {
  if (name.startsWith('"')) return name.slice(1, -1)
  const escaped = name.replace('$', String.raw`\$`)
  return new RegExp(`(?:const|var|let) ${escaped} = "([^"]+)"`).exec(source)?.[1] ?? name
}

function report(results: Result[]): string {
  const guarded = results.filter(({ isOpen }) => !isOpen)
  const noticed = guarded.filter(({ wrong }) => wrong > 0)
  const open = results.length - guarded.length
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  return `# No guard can go unnoticed

Test B1 of the threat model, made by \`npm run test:full\`; the table itself is tried in \`npm test\`.

${new Date().toISOString().slice(0, 10)}, commit ${commit}, Node ${process.versions.node}, SQLite, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}.

Each check of the policy table was removed from the built site, one at a time, and the cells of its route were
tried for ${kinds.length} kinds of visitors. Noticed: ${noticed.length} of ${guarded.length}. Another ${open} checks are where everyone may pass,
so that removing one changes nothing; the fast test reads in the source that they are there.

| Route | What | Cells that differ |
|---|---|---|
${guarded.map(({ id, what, wrong }) => `| ${id} | ${what} | ${wrong} |`).join('\n')}
`
}
