export interface MemorySample {
  minutes: number
  megabytes: number
}

const size = { width: 720, height: 260 }
const edge = { left: 56, top: 48, right: 24, bottom: 40 }

/** The memory of a process over time, as a line. */
export function memoryPlot(weights: MemorySample[], caption: string): string {
  const longest = Math.max(...weights.map(({ minutes }) => minutes))
  const most = Math.ceil(Math.max(...weights.map(({ megabytes }) => megabytes)) / 50) * 50
  const x = (minutes: number) =>
    round(edge.left + (minutes / longest) * (size.width - edge.left - edge.right))
  const y = (megabytes: number) =>
    round(size.height - edge.bottom - (megabytes / most) * (size.height - edge.top - edge.bottom))
  const line = weights.map((one) => `${x(one.minutes)},${y(one.megabytes)}`).join(' ')
  const levels = Array.from({ length: most / 50 + 1 }, (_, step) => step * 50)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-labelledby="title desc">
<title id="title">Memory of the site over time</title>
<desc id="desc">${caption.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</desc>
<style>
text { font: 13px system-ui, sans-serif; fill: #1d2733 }
.ground { fill: #ffffff }
.grid { stroke: #ccd3db }
.line { fill: none; stroke: #0b5cad; stroke-width: 2 }
@media (prefers-color-scheme: dark) {
text { fill: #e6eaee }
.ground { fill: #12181f }
.grid { stroke: #36414d }
.line { stroke: #6cb2ff }
}
</style>
<rect class="ground" width="${size.width}" height="${size.height}"/>
<text x="${edge.left}" y="28">Megabytes in memory, over minutes</text>
${levels.map((level) => `<line class="grid" x1="${edge.left}" x2="${size.width - edge.right}" y1="${y(level)}" y2="${y(level)}"/><text x="12" y="${y(level) + 4}">${level}</text>`).join('\n')}
<text x="${edge.left}" y="${size.height - 14}">0</text>
<text x="${size.width - edge.right}" y="${size.height - 14}" text-anchor="end">${Math.round(longest)}</text>
<polyline class="line" points="${line}"/>
</svg>
`
}

function round(value: number): number {
  return Number(value.toFixed(1))
}
