/** One measurement: an engine, a number of people in the register, a number of processes. Times are in milliseconds. */
export interface Grown {
  engine: string
  people: number
  processes: number
  list: Times
  search: Times
  person: Times
  homePerSecond: number
  formsPerSecond: number
  megabytes: number
}

export interface Times {
  p50: number
  p99: number
  perSecond: number
}

interface Panel {
  label: string
  of: (grown: Grown) => number
}

const panels: Panel[] = [
  { label: 'Search, half of them within ms', of: ({ search }) => search.p50 },
  { label: 'A page of a list, half within ms', of: ({ list }) => list.p50 },
  { label: 'Home page, answers a second', of: ({ homePerSecond }) => homePerSecond },
  { label: 'Forms stored per second', of: ({ formsPerSecond }) => formsPerSecond },
]

const panel = { width: 300, height: 150 }
const edge = { left: 72, top: 100, right: 124, gapX: 190, gapY: 74, bottom: 56 }
/** Lines differ by their dashes and markers as well as by their colour. */
const dashes = ['', '7 4', '2 4']

/** A panel for each quantity and engine; in each a line for each number of processes, over the number of people. */
export function growthPlot(all: Grown[], caption: string): string {
  const engines = unique(all.map(({ engine }) => engine))
  const width = edge.left + engines.length * panel.width + (engines.length - 1) * edge.gapX + edge.right
  const height = edge.top + panels.length * (panel.height + edge.gapY) - edge.gapY + edge.bottom
  const drawn = panels.flatMap((one, row) => {
    const top = niceTop(Math.max(...all.map(one.of)))
    return engines.map((engine, column) =>
      drawPanel(
        one,
        all.filter((grown) => grown.engine === engine),
        top,
        edge.left + column * (panel.width + edge.gapX),
        edge.top + row * (panel.height + edge.gapY),
        `${engine}: ${one.label}`,
      ),
    )
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title desc">
<title id="title">How the site grows with people and processes</title>
<desc id="desc">${escaped(`${caption} Each panel has a line for each number of processes over the number of people in the register. The figures are in the table of load.md.`)}</desc>
<style>${style}</style>
<rect class="ground" width="${width}" height="${height}"/>
<text class="head" x="${edge.left}" y="32">How the site grows with people and processes</text>
<text x="${edge.left}" y="52">${escaped(caption)}</text>
${drawn.join('\n')}
</svg>
`
}

const style = `
text { font: 13px system-ui, sans-serif; fill: #1d2733 }
.head { font-size: 18px; font-weight: 600 }
.name { font-weight: 600 }
.ground { fill: #ffffff }
.grid { stroke: #ccd3db; stroke-width: 1 }
.axis { stroke: #5b6673; stroke-width: 1 }
.line { fill: none; stroke-width: 2 }
.n0 { stroke: #0b5cad } .n1 { stroke: #a14a00 } .n2 { stroke: #1b7340 }
.d0 { fill: #0b5cad } .d1 { fill: #a14a00 } .d2 { fill: #1b7340 }
@media (prefers-color-scheme: dark) {
text { fill: #e6eaee }
.ground { fill: #12181f }
.grid { stroke: #36414d }
.axis { stroke: #93a0ad }
.n0 { stroke: #7db8f5 } .n1 { stroke: #f0a35e } .n2 { stroke: #6fce96 }
.d0 { fill: #7db8f5 } .d1 { fill: #f0a35e } .d2 { fill: #6fce96 }
}
`

function drawPanel({ of }: Panel, own: Grown[], top: number, x: number, y: number, name: string): string {
  const sizes = unique(own.map(({ people }) => people)).toSorted((a, b) => a - b)
  const at = (people: number) => x + fractionOf(people, sizes) * panel.width
  const up = (value: number) => y + panel.height * (1 - value / top)
  const ticks = [0, top / 2, top].map(
    (value) =>
      `<line class="grid" x1="${x}" x2="${x + panel.width}" y1="${up(value)}" y2="${up(value)}"/>` +
      `<text x="${x - 8}" y="${up(value) + 4}" text-anchor="end">${grouped(value)}</text>`,
  )
  const feet = sizes.map(
    (people) =>
      `<line class="axis" x1="${at(people)}" x2="${at(people)}" y1="${y + panel.height}" y2="${y + panel.height + 4}"/>` +
      `<text x="${at(people)}" y="${y + panel.height + 19}" text-anchor="middle">${grouped(people)}</text>`,
  )
  const counts = unique(own.map(({ processes }) => processes)).toSorted((a, b) => a - b)
  const lines = counts.map((count, number) => {
    const points = own
      .filter(({ processes }) => processes === count)
      .toSorted((a, b) => a.people - b.people)
      .map((grown) => ({ x: round(at(grown.people)), y: round(up(of(grown))) }))
    return drawLine(points, number)
  })
  const ends = counts.map((count) => {
    const last = own.find(({ processes, people }) => processes === count && people === sizes.at(-1))
    return { label: count === 1 ? '1 process' : `${count} processes`, y: last ? up(of(last)) : y }
  })
  const labels = apart(ends).map(
    ({ label, y }, number) =>
      `<rect class="d${number}" x="${x + panel.width + 10}" y="${round(y - 5)}" width="9" height="9"/>` +
      `<text x="${x + panel.width + 23}" y="${round(y + 4)}">${label}</text>`,
  )
  return [
    `<g><text class="name" x="${x}" y="${y - 12}">${escaped(name)}</text>`,
    ...ticks,
    `<line class="axis" x1="${x}" x2="${x + panel.width}" y1="${y + panel.height}" y2="${y + panel.height}"/>`,
    ...feet,
    `<text x="${x + panel.width / 2}" y="${y + panel.height + 37}" text-anchor="middle">people in the register</text>`,
    ...lines,
    ...labels,
    '</g>',
  ].join('\n')
}

function drawLine(points: { x: number; y: number }[], number: number): string {
  const dash = dashes[number % dashes.length]
  const path = points.map(({ x, y }) => `${x},${y}`).join(' ')
  const marks = points.map(({ x, y }) => `<circle class="d${number}" cx="${x}" cy="${y}" r="3.5"/>`)
  return `<polyline class="line n${number}"${dash ? ` stroke-dasharray="${dash}"` : ''} points="${path}"/>${marks.join('')}`
}

/** From 0 to 1 by the power of ten, because each size is ten times the one before. */
function fractionOf(people: number, sizes: number[]): number {
  const [least = 1, most = 1] = [sizes[0], sizes.at(-1)]
  return most > least ? Math.log(people / least) / Math.log(most / least) : 0.5
}

/** Labels at the ends of lines that nearly meet are moved apart, in the order of the lines. */
function apart<T extends { y: number }>(ends: T[]): T[] {
  const spaced = ends.map((end, number) => ({ ...end, number })).toSorted((a, b) => a.y - b.y)
  for (let at = 1; at < spaced.length; at++) spaced[at]!.y = Math.max(spaced[at]!.y, spaced[at - 1]!.y + 17)
  return spaced.toSorted((a, b) => a.number - b.number)
}

/** The next of 1, 2, 3, 4, 5, 6, 8, 10 times a power of ten, so that half of it is a plain number too. */
export function niceTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most > 0 ? most : 1))
  return power * ([1, 2, 3, 4, 5, 6, 8].find((times) => most <= times * power) ?? 10)
}

function unique<T>(values: T[]): T[] {
  return [...new Set(values)]
}

function grouped(value: number): string {
  return value.toLocaleString('en-GB', { maximumFractionDigits: 2 })
}

function round(value: number): number {
  return Number(value.toFixed(1))
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
