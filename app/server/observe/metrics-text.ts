/** Writes metrics in the text format of Prometheus. */

export interface Sample {
  labels?: Record<string, string | number>
  value: number
}

export interface Family {
  name: string
  help: string
  type: 'counter' | 'gauge'
  samples: Sample[]
}

export interface HistogramFamily {
  name: string
  help: string
  type: 'histogram'
  samples: {
    labels?: Record<string, string | number>
    ends: number[]
    upTo: number[]
    count: number
    sum: number
  }[]
}

export function metricsText(families: (Family | HistogramFamily)[]): string {
  return `${families.flatMap(linesOf).join('\n')}\n`
}

function linesOf(family: Family | HistogramFamily): string[] {
  const { name, help, type } = family
  const head = [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
  if (family.type !== 'histogram')
    return [...head, ...family.samples.map(({ labels, value }) => line(name, labels, value))]
  return [...head, ...family.samples.flatMap((sample) => histogramLines(name, sample))]
}

/** Each bucket counts everything shorter, so the counts are cumulative. */
function histogramLines(name: string, sample: HistogramFamily['samples'][number]): string[] {
  const { labels, ends, upTo, count, sum } = sample
  let reached = 0
  const buckets = ends.map((end, index) =>
    line(`${name}_bucket`, { ...labels, le: end }, (reached += upTo[index] ?? 0)),
  )
  return [
    ...buckets,
    line(`${name}_bucket`, { ...labels, le: '+Inf' }, count),
    line(`${name}_sum`, labels, sum),
    line(`${name}_count`, labels, count),
  ]
}

function line(name: string, labels: Record<string, string | number> = {}, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(String(text))}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
