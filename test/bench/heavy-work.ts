import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import { guessMapping } from '#features/people/import/fields.ts'
import { mapColumns, startImport } from '#features/people/import/operations.server.ts'
import { findImport } from '#features/people/import/queries.server.ts'
import type { PersonValues } from '#features/people/person-fields.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { beginSession } from '#features/staff/session/sessions.server.ts'
import { readConfig } from '#server/config/config.server.ts'
import { makeSamplePeople } from '#starter/people.ts'
import { actorFor, clientFrom, makeStaff, sessionHeader } from '#test/makers/staff.ts'
import { expectSaved, fillInForms, openForForms } from './forms-to-send.ts'
import { runTraffic } from './load.ts'
import { pinning, residentBytes } from './machine.ts'
import { megabytes, printTable, round, type Goal } from './numbers.ts'
import { statusesOf, type Outcomes } from './traffic-plan.ts'

const rows = 100_000
const seconds = 20
const formsAMinute = 1000
const readers = 20
const thinkMs = 100
const maxReadMs = 50
const maxFormMs = 500

type Site = Awaited<ReturnType<typeof openForForms>>

interface Phase {
  name: string
  home: Outcomes
  forms: Outcomes
  saved: number
  /** How many rows of the import were done in this time. */
  done: string
  memory: number
}

/**
 * A file with 100,000 people is uploaded, checked and imported, while twenty people read the home page and a thousand
 * forms a minute are sent. The server and its heavy worker share all cores, as in use.
 */
export async function measureHeavyWork(dataDir: string, folder: string) {
  const own = join(folder, 'heavy')
  const wasPinned = pinning.isOn
  pinning.isOn = false
  const site = await openForForms(dataDir, own)
  try {
    const admin = await signIn(site.db, own)
    const phases = [await measurePhase(own, site, 'nothing else', async () => '')]
    const file = makeFile()
    const uploading = Promise.withResolvers<string>()
    const upload = async () => {
      uploading.resolve(sendFile(site.site.address, admin.cookie, file))
      return ''
    }
    phases.push(await measurePhase(own, site, 'upload', upload))
    const id = await uploading.promise
    const { headings = [] } = (await findImport(site.db, id)) ?? {}
    await mapColumns(site.db, admin.actor, id, guessMapping(headings), new Date())
    phases.push(await measurePhase(own, site, 'check', () => progressOf(site.db, id)))
    await untilState(site.db, id, 'checked')
    await startImport(site.db, admin.actor, id, new Date())
    phases.push(await measurePhase(own, site, 'import', () => progressOf(site.db, id)))
    return report(phases)
  } finally {
    await site.close()
    pinning.isOn = wasPinned
  }
}

async function measurePhase(
  own: string,
  { db, store, site }: Site,
  name: string,
  progress: () => Promise<string>,
): Promise<Phase> {
  const count = Math.floor((formsAMinute * seconds) / 60)
  const lot = name.replaceAll(' ', '-')
  const errands = await fillInForms(db, store, site.address, { lot, count })
  const before = await progress()
  const { home, forms } = await runTraffic(own, {
    address: site.address,
    seconds,
    groups: [
      {
        ...{ name: 'home', kind: 'readers', count: readers, paths: ['/'], thinkMs },
        headers: { 'accept-encoding': 'gzip' },
      },
      { name: 'forms', kind: 'senders', count: readers, errands, perMinute: formsAMinute },
    ],
  })
  const after = name === 'upload' ? '' : await progress()
  const { saved } = await expectSaved(db, lot, forms!.acknowledged)
  const done = before === '' ? '' : `${before} to ${after}`
  console.log(
    `  beside ${name}: home page p99 ${round(home!.p99)} ms, forms p99 ${round(forms!.p99)} ms ${done}`,
  )
  return { name, home: home!, forms: forms!, saved, done, memory: megabytes(residentBytes(site.pid)) }
}

async function progressOf(db: Db, id: string): Promise<string> {
  const { state = '', doneCount = 0 } = (await findImport(db, id)) ?? {}
  return `${state} ${doneCount}`
}

async function untilState(db: Db, id: string, state: string) {
  while ((await findImport(db, id))?.state !== state) await wait(500)
}

async function signIn(db: Db, own: string) {
  const now = new Date()
  await changeSettings(db, system, { secondFactorForAdmins: false }, now)
  const person = await makeStaff(db, now, { role: 'admin' })
  const begin = { userId: person.id, secondFactorAt: null, provedAt: now }
  const config = readConfig({ DATA_DIR: own })
  const session = await beginSession(db, config, begin, clientFrom(), now)
  return { actor: actorFor(person), cookie: sessionHeader(config, session) }
}

/** As the register would be exported from elsewhere, with many common names. */
function makeFile(): string {
  const lines = makeSamplePeople(rows, 1994).map((person, at) => {
    const { givenName, familyName, since, discipline, institution, city, country } = person
    const cells: Partial<Record<keyof PersonValues, string>> = {
      memberNo: `B-${at}`,
      ...{ givenName, familyName, discipline, institution, city, country },
      since: String(since),
    }
    return Object.values(cells)
      .map((cell) => `"${cell}"`)
      .join(',')
  })
  const headings = 'Member number,Given name,Family name,Discipline,Institution,City,Country,Member since'
  return `${headings}\n${lines.join('\n')}\n`
}

/** Returns the import. */
async function sendFile(address: string, cookie: string, text: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([text], { type: 'text/csv' }), 'people.csv')
  const answer = await fetch(`${address}/editor/people/import`, {
    ...{ method: 'POST', body: form, redirect: 'manual' },
    headers: { cookie, origin: address },
  })
  const id = /\/import\/([\w-]+)$/.exec(answer.headers.get('location') ?? '')?.[1]
  if (!id) throw new Error(`The upload was answered with ${answer.status}.`)
  return id
}

function report(phases: Phase[]) {
  console.log(`\nThe home page and ${formsAMinute} forms a minute beside an import of ${rows} rows`)
  printTable(
    [
      'beside',
      'home p50 ms',
      'p99 ms',
      'longest',
      'forms p50 ms',
      'p99 ms',
      'longest',
      'forms',
      'MB',
      'rows',
    ],
    phases.map(({ name, home, forms, saved, memory, done }) => [
      ...[name, round(home.p50), round(home.p99), round(home.longest)],
      ...[round(forms.p50), round(forms.p99), round(forms.longest)],
      ...[`${statusesOf(forms)}, ${saved} found`, memory, done],
    ]),
  )
  const [, ...beside] = phases
  const slowest = (of: 'home' | 'forms') => Math.max(...beside.map((phase) => phase[of].p99))
  const sent = beside.reduce((sum, { forms }) => sum + forms.answers, 0)
  const saved = beside.reduce((sum, phase) => sum + phase.saved, 0)
  const goals: Goal[] = [
    {
      goal: `heavy work: home page's p99 under ${maxReadMs} ms beside an import of ${rows} rows`,
      measured: `${round(slowest('home'))} ms (${round(phases[0]!.home.p99)} alone)`,
      met: slowest('home') < maxReadMs,
    },
    {
      goal: `heavy work: forms' p99 under ${maxFormMs} ms, ${formsAMinute} a minute, none lost`,
      measured: `${round(slowest('forms'))} ms, ${saved} of ${sent} found again`,
      met: slowest('forms') < maxFormMs && saved === sent,
    },
  ]
  return { results: phases, goals }
}
