import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { alarmParagraphs } from '#features/watching/alarm-paragraphs.ts'
import { readConfig } from '#server/config/config.server.ts'
import { findUnsafe } from '#server/config/unsafe-settings.ts'

const read = (path: string) => readFileSync(path, 'utf8')

/** The variables that running.md explains. */
const known = new Set([...read('docs/running.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name!))
/** Read by the C library of the machine, and by packages. */
const others = ['MALLOC_ARENA_MAX', 'NODE_ENV']

const compose = read('deploy/compose.yaml')
const kubernetes = read('deploy/kubernetes.yaml')
const service = read('deploy/site.service')

/** What each way of running the site sets for it. */
const settings: Record<string, Record<string, string>> = {
  'deploy/compose.yaml': pairs(
    compose.slice(compose.indexOf('environment:'), compose.indexOf('volumes:')),
    ':',
  ),
  'deploy/kubernetes.yaml': {
    ...pairs(kubernetes.slice(kubernetes.indexOf('data:'), kubernetes.indexOf('---')), ':'),
    ...pairs(kubernetes.replaceAll('--from-literal=', '\n').slice(0, kubernetes.indexOf('apiVersion')), '='),
  },
  'deploy/site.service': pairs(service.match(/^Environment=(.*)$/m)![1]!.replaceAll(' ', '\n'), '='),
  Dockerfile: pairs(
    read('Dockerfile')
      .match(/^ENV (.*HOST.*)$/m)![1]!
      .replaceAll(' ', '\n'),
    '=',
  ),
}

test.for(Object.entries(settings))('%s sets only variables that the site knows', ([, set]) => {
  expect(Object.keys(set).length).toBeGreaterThan(3)
  expect(Object.keys(set).filter((name) => !known.has(name) && !others.includes(name))).toEqual([])
})

test('the site starts with what Compose sets, once its placeholders are filled', () => {
  const given: Record<string, string> = {
    SITE_NAME: 'www.example.org',
    DATABASE_PASSWORD: 'nine-words-of-no-sense',
    STORE_PASSWORD: 'nine-other-words',
    SECRET: 'k'.repeat(43),
    BACKUP_KEY: 'b'.repeat(43),
  }
  const fill = (text: string) =>
    text.replaceAll(/\$\{(\w+)(?::\?|:-)\}/g, (_, name: string) => given[name] ?? '').replaceAll("'", '')
  const set = Object.entries(settings['deploy/compose.yaml']!).map(([name, text]) => [name, fill(text)])

  const env = Object.fromEntries(set) as Record<string, string>
  const config = readConfig(env)
  expect(findUnsafe(config, { ...env, SECRET: '', BACKUP_KEY: '' }, [])).toBeUndefined()
  expect(config).toMatchObject({
    origin: 'https://www.example.org',
    database: 'postgresql://site:nine-words-of-no-sense@database/site',
  })
})

test.for(['deploy/site.service', 'deploy/kubernetes.yaml'])(
  'a site with the settings of %s is opened',
  (name) => {
    const { ORIGIN: origin = '', ...env } = settings[name]!
    expect(
      findUnsafe({ origin, dataDir: '/data' }, { ...env, SECRET: '', BACKUP_KEY: '', METRICS_TOKEN: '' }, []),
    ).toBeUndefined()
  },
)

test('the service may write where its data is', () => {
  expect(service).toContain('StateDirectory=site')
  expect(settings['deploy/site.service']!['DATA_DIR']).toBe('/var/lib/site')
})

test('each process has as long to end as the site needs to stop', () => {
  const drain = Number(settings['deploy/kubernetes.yaml']!['DRAIN_SECONDS']!.replaceAll("'", ''))
  const grace = Number(kubernetes.match(/terminationGracePeriodSeconds: (\d+)/)![1])
  expect(grace).toBeGreaterThanOrEqual(drain + 30)
})

function pairs(text: string, sign: ':' | '='): Record<string, string> {
  const line = new RegExp(`^\\s*([A-Z][A-Z_]+)${sign}\\s*(.*?)\\s*\\\\?$`, 'gm')
  return Object.fromEntries([...text.matchAll(line)].map(([, name, value]) => [name!, value!]))
}

test('every image has a version', () => {
  const images = [...`${compose}\n${kubernetes}`.matchAll(/^\s*image: (\S+)$/gm)].map(([, image]) => image!)
  expect(images.length).toBeGreaterThan(4)
  expect(images.filter((image) => !/:.*\d/.test(image))).toEqual([])
})

test('the passwords of Compose are neither in git nor in an image', () => {
  for (const file of ['.gitignore', '.dockerignore']) expect(read(file).split('\n')).toContain('.env')
})

test('a proxy lets the largest file through', () => {
  expect(Number(/client_max_body_size (\d+)m;/.exec(read('deploy/nginx.conf'))?.[1])).toBeGreaterThan(50)
})

test('HAProxy leads to the ports at which Patroni and its PostgreSQL listen', () => {
  const patroni = read('deploy/patroni.yml')
  const port = (section: string) =>
    new RegExp(`^${section}:(?:\\n .*)*?\\n +connect_address: \\S+:(\\d+)`, 'm').exec(patroni)?.[1]
  const servers = [
    ...read('deploy/haproxy.cfg').matchAll(/^ +server (db\d) \1\.example\.org:(\d+) check port (\d+)$/gm),
  ]
  expect(servers).toHaveLength(6)
  for (const [, , database, check] of servers)
    expect({ database, check }).toEqual({ database: port('postgresql'), check: port('restapi') })
})

test('a service does not start a build that is older than its code', () => {
  expect(service).toContain('ExecStartPre=/srv/site/node_modules/.bin/node scripts/prepare.mjs --check\n')
  const folder = mkdtempSync(join(tmpdir(), 'stale-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { status, stderr } = spawnSync(process.execPath, [resolve('scripts/prepare.mjs'), '--check'], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr:
      'The installation is older than the code. Run "node scripts/prepare.mjs" as the user who owns it.\n',
  })
})

test.for(['deploy/alerts.yaml', 'deploy/dashboard.json'])('%s asks only for metrics that exist', (file) => {
  const sources = ['metrics', 'queries']
    .map((name) => read(`app/features/watching/${name}.server.ts`))
    .join('\n')
  const named = new Set(
    [...read(file).matchAll(/\biaps_[a-z_]+/g)].map(([name]) => name.replace(/_bucket$/, '')),
  )
  expect(named.size).toBeGreaterThan(8)
  expect([...named].filter((name) => !sources.includes(`'${name}'`))).toEqual([])
})

test('each alert, and the email of each alarm, leads to a paragraph of the manual', () => {
  const headings = new Set([...read('docs/running.md').matchAll(/^##+ (.*)$/gm)].map(([, title]) => title!))
  const led = [...read('deploy/alerts.yaml').matchAll(/do: '?([A-Z][\w ]+)/g)].map(([, title]) =>
    title!.trim(),
  )
  expect(led.length).toBeGreaterThan(10)
  const emailed = Object.values(alarmParagraphs)
  expect([...led, ...emailed].filter((title) => !headings.has(title))).toEqual([])
})
