import { globSync, readFileSync } from 'node:fs'

/** Which feature folder imports from which, without tests. */

export interface SourceFile {
  path: string
  text: string
}

export interface Edge {
  from: string
  to: string
}

export function readSources(): SourceFile[] {
  return globSync('app/features/**/*.{ts,tsx}')
    .filter((path) => !path.includes('.test.'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}

export function edgesOf(files: readonly SourceFile[]): Edge[] {
  const edges = new Map<string, Edge>()
  for (const { path, text } of files) {
    const from = path.split('/')[2]!
    for (const [, to = ''] of text.matchAll(/['"]#features\/([^/'"]+)\//g))
      if (from !== to) edges.set(`${from} ${to}`, { from, to })
  }
  return [...edges.values()].toSorted((a, b) => (`${a.from} ${a.to}` < `${b.from} ${b.to}` ? -1 : 1))
}

/** The features along one cycle, the first repeated at the end; undefined if there is none. */
export function findCycle(edges: readonly Edge[]): string[] | undefined {
  const done = new Set<string>()
  const walk = (feature: string, path: string[]): string[] | undefined => {
    if (path.includes(feature)) return [...path.slice(path.indexOf(feature)), feature]
    if (done.has(feature)) return undefined
    for (const { to } of edges.filter(({ from }) => from === feature)) {
      const cycle = walk(to, [...path, feature])
      if (cycle) return cycle
    }
    done.add(feature)
    return undefined
  }
  for (const { from } of edges) {
    const cycle = walk(from, [])
    if (cycle) return cycle
  }
  return undefined
}
