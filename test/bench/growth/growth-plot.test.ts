import { expect, test } from 'vitest'
import { growthPlot, niceTop, type Grown } from './growth-plot.ts'

function grown(engine: string, people: number, processes: number): Grown {
  const times = { p50: people / 1000 + processes, p99: people / 500, perSecond: 100 }
  return {
    ...{ engine, people, processes, list: times, search: times, person: times },
    ...{ homePerSecond: 5000 * processes, formsPerSecond: 130, megabytes: 200 },
  }
}

const all = ['SQLite', 'PostgreSQL'].flatMap((engine) =>
  [1000, 10_000, 100_000].flatMap((people) => [1, 2, 3].map((count) => grown(engine, people, count))),
)

test('each panel has a line for each number of processes, through a point for each size', () => {
  const svg = growthPlot(all, 'On 15 November.')
  const lines = [...svg.matchAll(/<polyline[^>]* points="([^"]+)"/g)].map(([, points = '']) => points)

  expect(lines).toHaveLength(4 * 2 * 3)
  for (const points of lines) expect(points).toMatch(/^72,|^562,/)
  expect(new Set(lines.map((points) => points.split(' ').length))).toEqual(new Set([3]))
  expect(svg.match(/<circle /g)).toHaveLength(4 * 2 * 3 * 3)
})

test('sizes are evenly spaced, and larger values are higher', () => {
  const [first = ''] = [...growthPlot(all, '').matchAll(/points="([^"]+)"/g)].map(([, points]) => points)
  const points = first.split(' ').map((point) => point.split(',').map(Number))

  expect(points.map(([x]) => x)).toEqual([72, 222, 372])
  expect(points[0]![1]).toBeGreaterThan(points[2]![1]!)
})

test('the picture says what it shows, and has both themes and a description', () => {
  const svg = growthPlot(all, 'Measured <here> & now.')

  expect(svg).toMatch(/^<svg [^>]*role="img" aria-labelledby="title desc"/)
  expect(svg).toContain('<title id="title">How the site grows')
  expect(svg).toContain('Measured &lt;here> &amp; now.')
  expect(svg).toContain('@media (prefers-color-scheme: dark)')
  for (const label of ['people in the register', '100,000', '1 process<', '3 processes', 'SQLite: Search'])
    expect(svg).toContain(label)
  expect(svg).not.toMatch(/NaN|undefined|Infinity|style="|<script/)
})

test('labels of lines that meet do not overlap', () => {
  const ends = [...growthPlot(all, '').matchAll(/<rect class="d\d" x="382" y="([\d.]+)"/g)].map(([, y]) =>
    Number(y),
  )
  const forms = ends.slice(9, 12)

  expect(new Set(forms.map(Math.round)).size).toBe(3)
  expect(Math.abs(forms[1]! - forms[0]!)).toBeGreaterThanOrEqual(16)
})

test.for([
  [0, 1],
  [0.3, 0.3],
  [7, 8],
  [130, 200],
  [5000, 5000],
  [91_000, 100_000],
])('the top of an axis over %d is %d', ([most = 0, top]) => {
  expect(niceTop(most)).toBeCloseTo(top!)
})
