import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '#db/schema/tables.ts'
import type { FileStore } from '#server/files/files.server.ts'
import { ask } from './ask.ts'
import {
  pictureRequest,
  expectSaved,
  fillInForms,
  networkNumber,
  openForForms,
  writePicture,
} from './forms-to-send.ts'
import { runTraffic } from './load.ts'
import { residentBytes } from './machine.ts'
import { median, megabytes, printTable, round, type Goal } from './numbers.ts'
import { statusesOf, type TrafficRequest, type TrafficGroup, type Outcomes } from './traffic-plan.ts'

const readers = 50
const thinkMs = 200
const senders = 4
const times = 5
const signInsASecond = 50
const picturesASecond = 20
const silentClients = 100
const probers = 2000
const maxMs = 1000
const maxRefusalMs = 1000
const maxSecondsUntilNormal = 30
const search = '/search?q=*'
const accepts = { 'accept-encoding': 'gzip' }

interface BenchSite {
  db: Db
  store: FileStore
  folder: string
  address: string
  pid: number
  paths: string[]
  seconds: number
}

/** Too much of everything, one kind after the other, while people keep reading and some keep submitting forms. */
export async function measureOverload(dataDir: string, folder: string, paths: string[], seconds: number) {
  const own = join(folder, 'overload')
  const { db, store, site, close } = await openForForms(dataDir, own)
  const picture = await writePicture(own)
  const { address, pid } = site
  try {
    const saved = await cachedPages(address, paths)
    const bench: BenchSite = { db, store, folder: own, address, pid, paths: saved, seconds }
    const capacity = await measureCapacity(bench)
    const phases = [
      await trouble(bench, 'nothing', []),
      await trouble(bench, `${times} times as many searches as possible`, [
        { name: 'trouble', kind: 'flood', perSecond: times * capacity, asks: [{ path: search }] },
      ]),
      await trouble(bench, `${signInsASecond} sign-ins a second`, [
        { name: 'trouble', kind: 'flood', perSecond: signInsASecond, asks: signIns() },
      ]),
      await trouble(bench, `${picturesASecond} photographs of 2 MB a second`, [
        {
          ...{ name: 'trouble', kind: 'flood', perSecond: picturesASecond },
          asks: await pictures(bench, picture),
        },
      ]),
      await trouble(bench, `${silentClients} clients that read nothing of their answers`, [
        { name: 'trouble', kind: 'deaf', count: silentClients, path: largestAsset() },
      ]),
      await trouble(bench, `${probers} connections that request /healthz without a pause`, [
        {
          ...{ name: 'trouble', kind: 'readers', count: probers, thinkMs: 0 },
          ...{ paths: ['/healthz'], headers: accepts },
        },
      ]),
    ]
    return report(capacity, phases)
  } finally {
    await close()
  }
}

/** Pages that are cached once rendered: forms, which are rendered for each visitor, are part of the overload. */
async function cachedPages(address: string, paths: string[]): Promise<string[]> {
  const saved: string[] = []
  for (const path of paths) {
    const { status, headers } = await ask(address + path, accepts)
    if (status === 200 && headers['cache-control']?.startsWith('public')) saved.push(path)
  }
  return saved
}

/** Many times this does not fit into the buffers of the machine. */
function largestAsset(): string {
  const folder = 'build/client/assets'
  const sized = readdirSync(folder).map((name) => ({ name, bytes: statSync(join(folder, name)).size }))
  return `/assets/${sized.toSorted((a, b) => b.bytes - a.bytes)[0]!.name}`
}

/** How many searches a second are answered when clients send as many as are answered. */
async function measureCapacity({ folder, address }: BenchSite): Promise<number> {
  const searching: TrafficGroup = {
    ...{ name: 'searching', kind: 'readers', count: 8, thinkMs: 0 },
    ...{ paths: [search], headers: accepts },
  }
  const plan = { address, groups: [searching] }
  await runTraffic(folder, { ...plan, seconds: 1 })
  const { searching: reported } = await runTraffic(folder, { ...plan, seconds: 3 })
  return reported!.perSecond
}

/** With wrong passwords for unknown people, each from another network. */
function signIns(): TrafficRequest[] {
  return Array.from({ length: 2000 }, (_, at) => ({
    path: '/admin/admin-editor-login',
    method: 'POST',
    headers: {
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': networkNumber(at),
    },
    body: `email=nobody-${at}%40example.org&password=not+the+right+password`,
  }))
}

async function pictures(
  { db, store, address, seconds }: BenchSite,
  picture: string,
): Promise<TrafficRequest[]> {
  const count = picturesASecond * seconds
  const forms = await fillInForms(db, store, address, { lot: 'pictures', count })
  return forms.map(({ asks: [sending] }) => {
    const { 'content-type': _, ...headers } = sending!.headers!
    return pictureRequest(picture, headers)
  })
}

interface Phase {
  what: string
  reading: Outcomes
  sending: Outcomes
  trouble: Outcomes | undefined
  saved: number
  normalAfter: number
  megabytes: number
}

let lots = 0

async function trouble(bench: BenchSite, what: string, groups: TrafficGroup[]): Promise<Phase> {
  const { db, store, folder, address, pid, paths, seconds } = bench
  const usual = await timeOfSearch(address)
  const lot = `overload${++lots}`
  const errands = await fillInForms(db, store, address, { lot, count: 20 * seconds })
  const reported = await runTraffic(folder, {
    ...{ address, seconds },
    groups: [
      { name: 'reading', kind: 'readers', count: readers, paths, headers: accepts, thinkMs },
      { name: 'sending', kind: 'senders', count: senders, errands },
      ...groups,
    ],
  })
  const weight = residentBytes(pid)
  const normalAfter = await untilNormal(address, usual)
  const { saved } = await expectSaved(db, lot, reported['sending']!.acknowledged)
  return {
    ...{ what, reading: reported['reading']!, sending: reported['sending']!, trouble: reported['trouble'] },
    ...{ saved, normalAfter, megabytes: megabytes(weight) },
  }
}

async function timeOfSearch(address: string): Promise<number> {
  const taken: number[] = []
  for (let time = 0; time < 9; time++) taken.push((await search1(address)).ms)
  return median(taken)
}

let made = 0

function search1(address: string) {
  return ask(`${address}${search.replace('*', `probe${++made}`)}`, accepts)
}

/** Seconds until five searches in a row take no more than twice as long as before. */
async function untilNormal(address: string, usual: number): Promise<number> {
  const started = performance.now()
  let good = 0
  let since = 0
  while (good < 5) {
    const startedAt = performance.now()
    const { status, ms } = await search1(address)
    if (status === 200 && ms <= Math.max(50, usual * 2)) {
      if (good++ === 0) since = startedAt
    } else good = 0
    if (performance.now() - started > 60_000) return Infinity
    await wait(50)
  }
  return round((since - started) / 1000)
}

function report(capacity: number, phases: Phase[]) {
  console.log(
    `\nOverload, beside ${readers} readers of cached pages and ${senders} senders; ` +
      `${round(capacity)} searches a second are possible (P3)`,
  )
  printTable(
    [
      ...['trouble', 'readers p99', 'failed', 'forms p99', 'kept'],
      ...['done/s', 'refused', 'refused p50', 'p99', 'normal after s', 'MB'],
    ],
    phases.map(({ what, reading, sending, trouble, saved, normalAfter, megabytes }) => [
      ...[what, round(reading.p99), failedOf(reading), round(sending.p99)],
      `${saved} of ${sending.acknowledged.length}`,
      ...(trouble?.answers ? [round(doneOf(trouble)), refusedOf(trouble)] : ['', '']),
      ...(trouble && refusedOf(trouble) > 0
        ? [round(trouble.refusedP50), round(trouble.refusedP99)]
        : ['', '']),
      ...[normalAfter, megabytes],
    ]),
  )
  for (const { what, reading, trouble } of phases) {
    if (trouble)
      console.log(
        `  ${what}: ${statusesOf(trouble)}${trouble.closed ? `${trouble.closed} disconnected` : ''}`,
      )
    if (failedOf(reading) > 0) console.log(`  ${what}, readers: ${statusesOf(reading)}`)
  }
  return { capacity, results: phases.map(withoutKeys), goals: phases.slice(1).flatMap(goalsOf) }
}

function goalsOf({ what, reading, sending, trouble, saved, normalAfter }: Phase): Goal[] {
  const failed = failedOf(reading)
  const lost = sending.acknowledged.length - saved
  return [
    {
      goal: `${what}: readers' p99 at most ${maxMs} ms, none refused`,
      measured: `${round(reading.p99)} ms, ${failed}`,
      met: reading.p99 <= maxMs && failed === 0,
    },
    {
      goal: `${what}: normal within ${maxSecondsUntilNormal} s, nothing acknowledged lost`,
      measured: `${normalAfter} s, ${lost}`,
      met: normalAfter <= maxSecondsUntilNormal && lost <= 0,
    },
    ...(trouble && refusedOf(trouble) > 0
      ? [
          {
            goal: `${what}: half of the refusals within ${maxRefusalMs} ms`,
            measured: `${round(trouble.refusedP50)} ms, ${refusedOf(trouble)} of ${trouble.answers} refused`,
            met: trouble.refusedP50 <= maxRefusalMs,
          },
        ]
      : []),
  ]
}

function failedOf({ answers, statuses }: Outcomes): number {
  return answers - (statuses['200'] ?? 0)
}

function refusedOf({ statuses }: Outcomes): number {
  return (statuses['503'] ?? 0) + (statuses['429'] ?? 0)
}

function doneOf(trouble: Outcomes): number {
  return (trouble.perSecond * (trouble.answers - refusedOf(trouble))) / trouble.answers
}

function withoutKeys({ sending, ...phase }: Phase) {
  return { ...phase, sending: { ...sending, acknowledged: sending.acknowledged.length } }
}
