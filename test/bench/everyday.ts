import { join } from 'node:path'
import type { Db } from '#db/schema/tables.ts'
import { draftCookieName } from '#routes/request/draft-cookies.server.ts'
import { hashPassword } from '#features/staff/session/passwords.server.ts'
import { hashToken } from '#server/config/tokens.server.ts'
import { makeFilledDraft } from '#test/makers/cases.ts'
import { lampData, makeDraft } from '#test/makers/content.ts'
import { ask as send } from '#test/harness/http.ts'
import { actorFor, makeStaff, rightPassword } from '#test/makers/staff.ts'
import { networkNumber, openForForms } from './forms-to-send.ts'
import { hashingMs, ownProcessorMs } from './machine.ts'
import { median, printTable, round, type Goal } from './numbers.ts'

const rounds = 5
const timesEach = 60
const accounts = 12
const form = '/fellowship/fellow-nomination-form'
const analysis = 'A word of four thousand. '.repeat(164).trim()

/**
 * What staff and applicants do all day, one request after the other: the site's processor time for each, in units of a
 * fixed amount of hashing that is measured beside it. The same count at two commits means the same speed, on any
 * machine and however busy it is.
 */
export async function measureEverydayWork(dataDir: string, folder: string) {
  const { db, store, site, close } = await openForForms(dataDir, join(folder, 'everyday'))
  try {
    const acts = await prepareActs(db, store, site.address)
    const taken = new Map<string, { units: number[]; ms: number[] }>()
    for (let turn = 0; turn <= rounds; turn++)
      for (const [name, act] of Object.entries(acts)) {
        const unit = hashingMs()
        const before = ownProcessorMs(site.pid)
        const ms: number[] = []
        for (let time = 0; time < timesEach; time++) {
          const started = performance.now()
          const status = await act()
          ms.push(performance.now() - started)
          if (status >= 400) throw new Error(`${name} was answered ${status}.`)
        }
        const each = (ownProcessorMs(site.pid) - before) / timesEach
        const one = taken.get(name) ?? { units: [], ms: [] }
        // The first turn warms up.
        if (turn > 0) taken.set(name, { units: [...one.units, each / unit], ms: [...one.ms, median(ms)] })
      }
    return report(taken)
  } finally {
    await close()
  }
}

type Act = () => Promise<number>

/** Each answers with its status. */
export async function prepareActs(
  db: Db,
  store: Awaited<ReturnType<typeof openForForms>>['store'],
  address: string,
) {
  const now = new Date()
  const port = Number(new URL(address).port)
  const urlencoded = 'application/x-www-form-urlencoded'
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string>) =>
    send(port, path, {
      ...{ method: 'POST', origin: address, host: new URL(address).host, 'content-type': urlencoded },
      ...headers,
      body: new URLSearchParams(fields).toString(),
    })
  let networks = 0
  const elsewhere = () => ({ 'x-forwarded-for': networkNumber(++networks) })

  const staff = await Promise.all(Array.from({ length: accounts }, () => makeStaff(db, now)))
  // Tests hash passwords quickly; here it takes the real time.
  const password = (await hashPassword(rightPassword))!
  await db.updateTable('staff_credential').set({ password }).execute()
  let signedIn = 0
  const signIn = () =>
    post(
      '/admin/admin-editor-login',
      { email: staff[signedIn++ % accounts]!.email, password: rightPassword },
      elsewhere(),
    )
  const cookies = (await signIn()).headers['set-cookie'] ?? []
  const own = { ...elsewhere(), cookie: cookies.map((line) => line.split(';')[0]).join('; ') }

  const actor = actorFor(staff[0]!)
  const [entry, typedAt] = [await makeDraft(db, actor, now), await makeDraft(db, actor, now)]
  let base = entry.version
  /** What the page of an entry has seen of the working copy, and the id of its write. */
  const writer = () => {
    let last = 0
    return () => ({ seen: `none r${last}`, revision: `r${++last}`, page: 'one', conflicts: '' })
  }
  const [savedBy, storedBy] = [writer(), writer()]
  const data = (number: number) => JSON.stringify({ ...lampData, summary: `Light number ${number}.` })
  const token = await makeFilledDraft(db, 'fellow', now, { analysis }, store)
  const draft = { ...elsewhere(), cookie: `${draftCookieName('fellow', address)}=${token}` }
  let typed = 0
  return {
    'sign in': async () => (await signIn()).status,
    'save an entry': async () => {
      const fields = { base: `${base}`, data: data(base), ...savedBy() }
      const saved = await post(`/editor/entries/${entry.id}/save`, fields, own)
      base = (JSON.parse(saved.text) as { version: number }).version
      return saved.status
    },
    'store a working copy': async () => {
      const copy = { do: 'store', base: `${typedAt.version}`, data: data(++typed), settled: '' }
      const fields = { ...copy, ...storedBy() }
      return (await post(`/editor/entries/${typedAt.id}/working-copy`, fields, own)).status
    },
    'store a part of a form': async () => {
      const { version } = await db
        .selectFrom('form_draft')
        .select('version')
        .where('token_hash', '=', hashToken(token))
        .executeTakeFirstOrThrow()
      const fields = { keep: `${version}`, analysis: `${analysis} ${++typed}` }
      return (await post(`${form}/case`, fields, draft)).status
    },
    'open the desk': async () => (await send(port, '/editor/dashboard', own)).status,
    'open an entry': async () => (await send(port, `/editor/entries/${entry.id}`, own)).status,
  } satisfies Record<string, Act>
}

function report(taken: Map<string, { units: number[]; ms: number[] }>) {
  const results = [...taken].map(([name, { units, ms }]) => ({
    name,
    units: round(median(units), 2),
    least: round(Math.min(...units), 2),
    most: round(Math.max(...units), 2),
    ms: round(median(ms), 1),
  }))
  console.log(
    `\nOne request after the other, medians of ${rounds} turns of ${timesEach}; ` +
      'a unit is the processor time of the SHA-256 of a megabyte',
  )
  printTable(
    ['what', 'units', 'least', 'most', 'p50 ms'],
    results.map(({ name, units, least, most, ms }) => [name, units, least, most, ms]),
  )
  const goals: Goal[] = []
  return { results, goals }
}
