import { expect, test } from 'vitest'
import { ConfigError } from '#server/config/config-error.ts'
import { readTraceTarget } from './trace-target.ts'

const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }

test('nothing set means that nothing is traced', () => {
  expect(readTraceTarget({})).toBeUndefined()
})

test('the address of a collector is enough', () => {
  expect(readTraceTarget(collector)).toEqual({
    url: 'http://collector:4318/v1/traces',
    headers: {},
    service: 'iaps',
    share: 1,
  })
})

test('an address for traces is used as it is, with the given headers', () => {
  const target = readTraceTarget({
    ...collector,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.org/in',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20eA==, x-team = site',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  })

  expect(target).toMatchObject({
    url: 'https://traces.example.org/in',
    headers: { authorization: 'Basic eA==', 'x-team': 'site' },
    share: 0.25,
  })
})

test.for([{ OTEL_SDK_DISABLED: 'true' }, { OTEL_TRACES_EXPORTER: 'none' }])('%o turns it off', (off) => {
  expect(readTraceTarget({ ...collector, ...off })).toBeUndefined()
})

test.for([
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
  { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
  { OTEL_TRACES_SAMPLER_ARG: 'all' },
])('%o stops the start with one sentence', (wrong) => {
  expect(() => readTraceTarget({ ...collector, ...wrong })).toThrow(ConfigError)
})
