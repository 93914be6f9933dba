import { join } from 'node:path'
import { expectSaved, fillInForms, openForForms, writePicture } from './forms-to-send.ts'
import { runTraffic } from './load.ts'
import { printTable, round, type Goal } from './numbers.ts'
import { statusesOf, type TrafficGroup, type Outcomes } from './traffic-plan.ts'

const submitters = 50
const readers = 200
const thinkMs = 500
const formsEach = 300
const maxMs = 1000
const maxReadMs = 500

/**
 * The last hour before a deadline: fifty people submit forms, every fifth with a photograph of 2 MB, while two hundred
 * read, a page every half second. Before it the readers alone, as the baseline.
 */
export async function measureRush(dataDir: string, folder: string, paths: string[]) {
  const own = join(folder, 'rush')
  const { db, store, site, close } = await openForForms(dataDir, own)
  const picture = await writePicture(own)
  try {
    const { address } = site
    const reading: TrafficGroup = {
      ...{ name: 'reading', kind: 'readers', count: readers, paths, thinkMs },
      headers: { 'accept-encoding': 'gzip' },
    }
    const alone = await runTraffic(own, { address, seconds: 5, groups: [reading] })
    const errands = await fillInForms(db, store, address, { lot: 'rush', count: formsEach, picture })
    const sending: TrafficGroup = { name: 'sending', kind: 'senders', count: submitters, errands }
    const rush = await runTraffic(own, { address, seconds: 0, groups: [reading, sending] })
    const { saved } = await expectSaved(db, 'rush', rush['sending']!.acknowledged)
    return report(alone['reading']!, rush['reading']!, rush['sending']!, saved)
  } finally {
    await close()
  }
}

function report(alone: Outcomes, reading: Outcomes, sending: Outcomes, saved: number) {
  const acknowledged = sending.acknowledged.length
  console.log(
    `\nA deadline: ${submitters} send ${formsEach} forms, each fifth with 2 MB, beside ${readers} readers (P2)`,
  )
  printTable(
    ['who', 'a second', 'p50 ms', 'p99 ms', 'longest ms', 'answers'],
    [
      ['readers alone', alone],
      ['readers in the rush', reading],
      ['forms', sending],
    ].map(([who, reported]) => {
      const { perSecond, p50, p99, longest } = reported as Outcomes
      const times = [round(perSecond), round(p50), round(p99), round(longest)]
      return [who as string, ...times, statusesOf(reported as Outcomes)]
    }),
  )
  console.log(
    `  ${acknowledged} acknowledged, ${saved} found again; a file took ${round(sending.beforeP50)} ms (p99 ${round(sending.beforeP99)})`,
  )
  const errors = reading.answers - (reading.statuses['200'] ?? 0)
  const goals: Goal[] = [
    {
      goal: `deadline rush: all of ${formsEach} forms acknowledged and found again`,
      measured: `${acknowledged} and ${saved}`,
      met: acknowledged === formsEach && saved === formsEach,
    },
    {
      goal: `deadline rush: forms' p99 at most ${maxMs} ms`,
      measured: `${round(sending.p99)} ms (files ${round(sending.beforeP99)} ms)`,
      met: sending.p99 <= maxMs,
    },
    {
      goal: `deadline rush: readers' p99 at most ${maxReadMs} ms, no error`,
      measured: `${round(reading.p99)} ms (${round(alone.p99)} alone), ${errors}`,
      met: reading.p99 <= maxReadMs && errors === 0,
    },
  ]
  return { results: { alone, reading, sending: { ...sending, acknowledged }, saved }, goals }
}
