import { createServer, type IncomingHttpHeaders } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import { gentleCloser } from '#server/http/stop.server.ts'
import { readTraceTarget } from '#server/observe/trace-target.ts'
import { ask, listen } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn, importBuild, test, type TestSite } from '#test/harness/site.ts'

/** Traces as a collector receives them as OTLP over HTTP. */

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Record<string, string | number> }[]
}

interface TraceExport {
  resourceSpans: { resource: unknown; scopeSpans: { spans: Span[] }[] }[]
}

async function startCollector(status = 200) {
  const sent: { path: string | undefined; headers: IncomingHttpHeaders; body: TraceExport }[] = []
  const http = createServer(async (request, response) => {
    sent.push({ path: request.url, headers: request.headers, body: (await json(request)) as TraceExport })
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  const port = await listen(http)
  onTestFinished(() => void http.close())
  const spans = () => sent.flatMap(({ body }) => body.resourceSpans[0]?.scopeSpans[0]?.spans ?? [])
  return { sent, spans, endpoint: `http://127.0.0.1:${port}` }
}

async function openTraced({ config }: TestSite, env: Record<string, string>) {
  const built = await importBuild()
  const site = await built.openSite({ ...config, traces: readTraceTarget(env) }, () => autumn)
  const closeServer = gentleCloser(site.http)
  const close = async () => {
    await closeServer()
    await site.close()
  }
  return { port: await listen(site.http), close }
}

test('each request becomes a span that names its route, its outcome and the work of the database', async ({
  testSite,
}) => {
  captureLog()
  const collector = await startCollector()
  const { port, close } = await openTraced(testSite, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x',
    OTEL_SERVICE_NAME: 'academy',
  })
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  await ask(port, '/awards?name=someone@example.org', { traceparent: `00-${traceId}-b7ad6b7169203331-01` })
  await ask(port, '/awards?name=someone@example.org', { traceparent: `00-${traceId}-b7ad6b7169203331-00` })
  await ask(port, '/no-such-page/of-somebody')
  await close()

  expect(collector.sent[0]).toMatchObject({ path: '/v1/traces', headers: { authorization: 'Bearer x' } })
  expect(collector.sent[0]?.body.resourceSpans[0]?.resource).toMatchObject({
    attributes: expect.arrayContaining([{ key: 'service.name', value: { stringValue: 'academy' } }]),
  })
  const [awards, missing, ...more] = collector.spans()
  expect(more).toEqual([])
  expect(awards).toMatchObject({ name: 'GET /awards', traceId, parentSpanId: 'b7ad6b7169203331', kind: 2 })
  expect(valueOf(awards, 'http.response.status_code')).toEqual({ intValue: '200' })
  expect(Number(valueOf(awards, 'iaps.database.queries')?.['intValue'])).toBeGreaterThan(0)
  expect(BigInt(awards?.endTimeUnixNano ?? 0)).toBeGreaterThan(BigInt(awards?.startTimeUnixNano ?? 0))
  expect(missing?.parentSpanId).toBeUndefined()
  expect(valueOf(missing, 'http.response.status_code')).toEqual({ intValue: '404' })
  expect(JSON.stringify(collector.sent)).not.toMatch(/someone|of-somebody/)
})

test('an unreachable or refusing collector harms nobody and is logged once', async ({ testSite }) => {
  const lines = captureLog()
  for (const endpoint of ['http://127.0.0.1:1', (await startCollector(503)).endpoint]) {
    const { port, close } = await openTraced(testSite, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
    expect((await ask(port, '/awards')).status).toBe(200)
    await close()
  }

  expect(lines.filter((line) => JSON.stringify(line).includes('traces.away'))).toHaveLength(2)
})

function valueOf(span: Span | undefined, key: string) {
  return span?.attributes.find((attribute) => attribute.key === key)?.value
}
