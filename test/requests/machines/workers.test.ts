import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { test as base, expect, vi } from 'vitest'
import { queueJob } from '#server/jobs/jobs.server.ts'
import { RunningSite } from '#test/harness/running-server.ts'
import { openFilledSite } from '#test/harness/two-sites.ts'
import { onlyInFull } from '#test/harness/scale.ts'
import { derivePictureJob } from '#features/media/jobs.ts'

/** Several serving processes at one port, as `WORKERS` sets, and clients that never stop sending. */

type TestSite = Awaited<ReturnType<typeof openWorkers>>

const test = base.extend<{ testSite: TestSite }>({
  testSite: [
    async ({}, use) => {
      const testSite = await openWorkers()
      await use(testSite)
      await testSite.close()
    },
    { scope: 'file' },
  ],
})

async function openWorkers() {
  const { db, env, close } = await openFilledSite()
  const site = new RunningSite({ ...env, WORKERS: '2', METRICS_TOKEN: token })
  await site.start()
  await vi.waitFor(() => expect(linesAbout(site, 'workers.open')).toHaveLength(1), soon)
  return {
    db,
    site,
    close: async () => {
      await site.stop()
      await close()
    },
  }
}

const token = 'a-token-of-the-test'
const soon = { timeout: 50_000, interval: 50 }

test('the metrics cover every process, whichever answers', async ({ testSite: { site } }) => {
  for (let times = 0; times < 8; times++) expect((await site.get('/awards')).status).toBe(200)
  const metrics = [await readMetrics(site), await readMetrics(site)]

  for (const text of metrics) {
    expect(text).toContain('iaps_worker_up{worker="1"} 1\niaps_worker_up{worker="2"} 1\n')
    expect(text).toContain('iaps_worker_deaths_total 0\n')
    const answered = [...text.matchAll(/^iaps_requests_total\{.*(\/awards|cached page).* (\d+)$/gm)]
    expect(answered.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(8)
    expect(text.match(/^iaps_up_seconds\{worker="\d"\}/gm)).toHaveLength(2)
    expect(text.match(/^# TYPE iaps_up_seconds/gm)).toHaveLength(1)
    expect(text.match(/^iaps_database_up 1$/gm)).toHaveLength(1)
  }
})

test(
  'all processes are replaced by new ones, and no request fails',
  onlyInFull,
  async ({ testSite: { site } }) => {
    const before = await pidsOf(site)
    const clients = askAllTheTime(site.port)
    await wait(300)
    site.signal('SIGHUP')
    await vi.waitFor(() => expect(linesAbout(site, 'workers.replaced')).toHaveLength(1), soon)
    await vi.waitFor(() => expect(linesAbout(site, 'worker.left')).toHaveLength(2), soon)
    const { answered, failures } = await clients.end()

    expect(failures).toEqual([])
    expect(answered).toBeGreaterThan(50)
    expect(linesAbout(site, 'worker.died')).toEqual([])
    const after = await pidsOf(site)
    expect(after).toHaveLength(2)
    expect(before.filter((pid) => after.includes(pid))).toEqual([])
    expect((await site.get('/readyz')).text).toBe('ready\n')
  },
)

test('a killed process is replaced, and the site keeps answering', async ({ testSite: { site } }) => {
  const [victim = 0, other] = await pidsOf(site)
  const clients = askAllTheTime(site.port)
  await wait(300)
  process.kill(victim, 'SIGKILL')
  await vi.waitFor(() => expect(linesAbout(site, 'worker.died')).toHaveLength(1), soon)
  const died = clients.count()
  await vi.waitFor(async () => expect(await pidsOf(site)).toHaveLength(2), soon)
  const { answered, failures } = await clients.end()

  // Only what the killed one was working on is lost, at most one request per client, and nobody waits in vain.
  expect(failures.length).toBeLessThanOrEqual(clientCount)
  expect(failures.filter((failure) => !/ECONNRESET|socket hang up/.test(failure))).toEqual([])
  expect(answered).toBeGreaterThan(died)
  const after = await pidsOf(site)
  expect(after).toContain(other)
  expect(after).not.toContain(victim)
  expect(await readMetrics(site)).toContain('iaps_worker_deaths_total 1\n')
})

test('after all this jobs are still done, each once', async ({ testSite: { db } }) => {
  const now = new Date()
  for (let count = 0; count < 6; count++)
    await queueJob(db, derivePictureJob, { fileId: `none-${count}` }, now)
  const open = () =>
    db.selectFrom('job').select(['attempts', 'done_at']).where('payload', 'like', '%none-%').execute()
  await vi.waitFor(
    async () => expect((await open()).every(({ done_at }) => done_at !== null)).toBe(true),
    soon,
  )
  expect((await open()).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1, 1])
})

const clientCount = 6

/** Four with a persistent connection and two that open a new one each time; cached pages and rendered ones. */
function askAllTheTime(port: number) {
  const failures: string[] = []
  const stopping = new AbortController()
  let answered = 0
  const client = async (number: number) => {
    const agent = number < 4 ? new Agent({ keepAlive: true, maxSockets: 1 }) : undefined
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      const path = turn % 3 === 0 ? `/iaps?x=${number}.${turn}` : '/iaps'
      const outcome = await askOnce(port, path, agent).catch((error: Error) => error.message)
      if (outcome === 200) answered++
      else failures.push(`${number}: ${outcome}`)
      await wait(30)
    }
    agent?.destroy()
  }
  const running = Array.from({ length: clientCount }, (_, number) => client(number))
  return {
    count: () => answered,
    async end() {
      stopping.abort()
      await Promise.all(running)
      return { answered, failures }
    },
  }
}

async function askOnce(port: number, path: string, agent: Agent | undefined): Promise<number> {
  const signal = AbortSignal.timeout(10_000)
  const headers = { host: 'localhost:3000' }
  const outgoing = request({ port, host: '127.0.0.1', path, headers, agent: agent ?? false, signal }).end()
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  if (!(await text(answer)).includes('</html>')) throw new Error('half an answer')
  return answer.statusCode ?? 0
}

function linesAbout(site: RunningSite, event: string): string[] {
  return site.lines.filter((line) => line.includes(`"event":"${event}"`))
}

async function readMetrics(site: RunningSite): Promise<string> {
  const { status, text } = await site.get('/metrics', { authorization: `Bearer ${token}` })
  expect(status).toBe(200)
  return text
}

async function pidsOf(site: RunningSite): Promise<number[]> {
  const reported = (await readMetrics(site)).matchAll(/^iaps_process_id\{worker="\d+"\} (\d+)$/gm)
  return [...reported].map(([, pid]) => Number(pid))
}
