import { writeFileSync } from 'node:fs'
import { edgesOf, readSources, type Edge } from './feature-graph.ts'
import { featureRanks } from './feature-ranks.ts'

/**
 * Draws which feature imports from which, a row for each rank with the lowest at the bottom. An import implied by
 * others is left out: a feature that imports from memberships can be assumed to know cases.
 */

export const drawingFile = 'docs/decisions/042-rooms.svg'
/** More than the rows need; the empty part is cut off. */
const room = 960
const rowHeight = 84
const boxHeight = 34
const margin = 24
const sweeps = 30

/** A feature, or the position where a line passes a row between features. */
interface Node {
  name: string
  row: number
  x: number
  width: number
}

/** The picture as the imports are now. */
export function drawFeatures(): string {
  return draw(layOut(withoutImplied(edgesOf(readSources()))))
}

function withoutImplied(all: readonly Edge[]): Edge[] {
  const reaches = (from: string, to: string): boolean =>
    all.some((edge) => edge.from === from && (edge.to === to || reaches(edge.to, to)))
  return all.filter(
    ({ from, to }) => !all.some((edge) => edge.from === from && edge.to !== to && reaches(edge.to, to)),
  )
}

function layOut(drawn: readonly Edge[]) {
  const top = featureRanks.length - 1
  const rows: Node[][] = featureRanks
    .toReversed()
    .map((rank, row) => rank.map((name) => ({ name, row, x: 0, width: name.length * 8.4 + 26 })))
  const named = new Map(rows.flat().map((node) => [node.name, node]))
  const lines = drawn.map(({ from, to }) => {
    const [start, end] = [named.get(from)!, named.get(to)!]
    const between = Array.from({ length: end.row - start.row - 1 }, (_, index) => {
      const passing = { name: '', row: start.row + index + 1, x: 0, width: 6 }
      rows[passing.row]!.push(passing)
      return passing
    })
    return [start, ...between, end]
  })
  const neighbours = new Map<Node, Node[]>(rows.flat().map((node) => [node, []]))
  for (const line of lines)
    for (const [index, node] of line.slice(1).entries()) {
      neighbours.get(node)!.push(line[index]!)
      neighbours.get(line[index]!)!.push(node)
    }
  for (const row of rows) spread(row)
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const side = sweep % 2 === 0 ? -1 : 1
    for (let step = 0; step <= top; step++) {
      const row = rows[side === -1 ? step : top - step]!
      const wanted = new Map(row.map((node) => [node, middleOf(node, neighbours.get(node)!, side)]))
      row.sort((a, b) => wanted.get(a)! - wanted.get(b)!)
      spread(row, wanted)
    }
  }
  return { rows, lines, width: shiftLeft(rows.flat()) }
}

/** Where the neighbours on one side would put it. */
function middleOf(node: Node, neighbours: Node[], side: number): number {
  const near = neighbours.filter(({ row }) => Math.sign(row - node.row) === side)
  return near.length === 0 ? node.x : near.reduce((sum, { x }) => sum + x, 0) / near.length
}

/** Side by side without touching, each as close as possible to its wanted position. */
function spread(row: Node[], wanted?: Map<Node, number>) {
  const gap = 16
  let left = margin
  for (const node of row) {
    node.x = Math.max(left + node.width / 2, wanted?.get(node) ?? 0)
    left = node.x + node.width / 2 + gap
  }
  let right = room - margin
  for (const node of row.toReversed()) {
    node.x = Math.min(right - node.width / 2, node.x)
    right = node.x - node.width / 2 - gap
  }
}

/** Cuts off the empty part on the left, and returns the width of the rest. */
function shiftLeft(nodes: Node[]): number {
  const left = Math.min(...nodes.map(({ x, width }) => x - width / 2)) - 2 * margin
  for (const node of nodes) node.x -= left
  return Math.ceil(Math.max(...nodes.map(({ x, width }) => x + width / 2))) + margin
}

function draw({ rows, lines, width }: ReturnType<typeof layOut>): string {
  const height = rows.length * rowHeight
  const boxes = rows.flat().filter(({ name }) => name !== '')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title desc">
<title id="title">Which feature imports from which</title>
<desc id="desc">${featureRanks.map((rank, index) => `Rank ${index + 1}: ${rank.join(', ')}.`).join(' ')} ${lines.map((line) => `${line[0]!.name} imports from ${line.at(-1)!.name}.`).join(' ')}</desc>
<style>
  svg { background: #fbfaf6; font: 15px system-ui, sans-serif; }
  .box { fill: #fff; stroke: #7d8188; }
  .name { fill: #191b20; text-anchor: middle; }
  .rank { fill: #5a5e66; font-size: 12px; }
  .line { fill: none; stroke: #006f97; stroke-width: 1.25; opacity: 0.8; }
  .head { fill: #006f97; }
  .row { stroke: #dcdad1; }
  @media (prefers-color-scheme: dark) {
    svg { background: #0f1217; }
    .box { fill: #181c23; stroke: #767c86; }
    .name { fill: #e6e5e0; }
    .rank { fill: #a0a5ae; }
    .line { stroke: #009fd6; }
    .head { fill: #009fd6; }
    .row { stroke: #2b3038; }
  }
</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="head" d="M0 0 8 4 0 8z"/></marker></defs>
${rows.map((_, row) => rowMark(row, rows.length - row, width)).join('\n')}
${lines.map((line) => `<path class="line" d="${pathOf(line)}" marker-end="url(#head)"/>`).join('\n')}
${boxes.map(box).join('\n')}
</svg>
`
}

function rowMark(row: number, rank: number, width: number): string {
  const y = row * rowHeight + rowHeight - 1
  const edge = rank === 1 ? '' : `<path class="row" d="M0 ${y}H${width}"/>`
  return `${edge}<text class="rank" x="6" y="${topOf(row) + 22}">${rank}</text>`
}

function box({ name, row, x, width }: Node): string {
  const y = topOf(row)
  return `<rect class="box" x="${round(x - width / 2)}" y="${y}" width="${round(width)}" height="${boxHeight}" rx="6"/><text class="name" x="${round(x)}" y="${y + 22}">${name}</text>`
}

function pathOf(line: Node[]): string {
  const [start, ...rest] = line
  let at = { x: start!.x, y: topOf(start!.row) + boxHeight }
  let path = `M${round(at.x)} ${at.y}`
  for (const node of rest) {
    const y = topOf(node.row) - (node.name === '' ? 0 : 1)
    const bend = (y - at.y) / 2
    path += `C${round(at.x)} ${round(at.y + bend)} ${round(node.x)} ${round(y - bend)} ${round(node.x)} ${y}`
    at = { x: node.x, y }
    if (node.name === '') {
      at.y += boxHeight
      path += `V${at.y}`
    }
  }
  return path
}

function topOf(row: number): number {
  return margin + row * rowHeight
}

function round(number: number): number {
  return Math.round(number * 10) / 10
}

if (import.meta.main) writeFileSync(drawingFile, drawFeatures())
