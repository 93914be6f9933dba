import { ConfigError } from '#server/config/config-error.ts'
import { product } from '#server/config/version.ts'

/** Where request traces are sent, by the standard OpenTelemetry variables. */
export interface TraceTarget {
  url: string
  headers: Record<string, string>
  service: string
  /** The share of requests to trace that come without their own trace. */
  share: number
}

export function readTraceTarget(env: Record<string, string | undefined>): TraceTarget | undefined {
  const url = readUrl(env)
  if (!url || env['OTEL_SDK_DISABLED'] === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none') return undefined
  const protocol = env['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] || env['OTEL_EXPORTER_OTLP_PROTOCOL']
  if (protocol && protocol !== 'http/json')
    throw new ConfigError(
      `OTEL_EXPORTER_OTLP_PROTOCOL must be http/json, the only supported protocol, not "${protocol}".`,
    )
  return {
    url,
    headers: readPairs(env['OTEL_EXPORTER_OTLP_TRACES_HEADERS'] || env['OTEL_EXPORTER_OTLP_HEADERS']),
    service: env['OTEL_SERVICE_NAME'] || product,
    share: readShare(env['OTEL_TRACES_SAMPLER_ARG']),
  }
}

function readUrl(env: Record<string, string | undefined>): string | undefined {
  const base = env['OTEL_EXPORTER_OTLP_ENDPOINT']
  const url = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] || (base && `${base.replace(/\/$/, '')}/v1/traces`)
  if (url && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new ConfigError(
      `OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://localhost:4318, not "${base ?? url}".`,
    )
  return url || undefined
}

/** `name=value,name=value`, the values encoded as in an address. */
function readPairs(text = ''): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.includes('='))
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]
    }),
  )
}

function readShare(text: string | undefined): number {
  const share = Number(text || 1)
  if (!(share >= 0 && share <= 1))
    throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${text}".`)
  return share
}
