import type { Db } from '#db/schema/tables.ts'
import { findRenamedAwards } from '#features/content/addresses/redirects.server.ts'
import { procedureOf } from '#features/content/kinds/nomination-procedure.ts'
import { formOfCall, pageOfCall } from '#features/content/kinds/call.ts'
import { listLatest, type Entry } from '#features/content/reading/queries.server.ts'
import { findLastChange, readSettings } from '#features/settings/queries.server.ts'
import type { Settings } from '#features/settings/settings.ts'
import { callsNow, cycleSettings, type Call, type CallNow, type CallsNow } from './call.ts'
import { defaultWords } from './default-words.ts'

/** All calls with their state, from the office's settings and publications. */
export async function listCalls(db: Db, now: Date, settings?: Settings): Promise<CallsNow> {
  const entries = await listLatest(db, 'call')
  const known = settings ?? (await readSettings(db))
  const isSet = cycleSettings.some((name) => known[name] !== '')
  const cyclesChangedAt = isSet ? await findLastChange(db, cycleSettings) : undefined
  const renamed = await findRenamedAwards(
    db,
    entries.flatMap(({ data }) => data.award ?? []),
  )
  const calls = entries.map((entry) => {
    const award = renamed.get(entry.data.award ?? '')
    return toCall(award === undefined ? entry : { ...entry, data: { ...entry.data, award } })
  })
  return callsNow(calls, { ...known, cyclesChangedAt }, now)
}

/** The same for visitors, who do not learn who recommends and by which rules. */
export async function listPublicCalls(db: Db, now: Date, settings?: Settings): Promise<CallsNow> {
  const { open, coming, closed, past } = await listCalls(db, now, settings)
  return {
    open: open.map(publicCall),
    coming: coming.map(publicCall),
    closed: closed.map(publicCall),
    past: past.map(publicCall),
  }
}

/** The published calls by their titles, to choose from. */
export async function listCallTitles(db: Db): Promise<{ id: string; title: string }[]> {
  const entries = await listLatest(db, 'call')
  return entries.map(({ id, data }) => ({ id, title: data.title })).toSorted(byTitle)
}

function byTitle(one: { title: string }, other: { title: string }): number {
  return one.title.localeCompare(other.title, 'en')
}

export function publicCall({ procedure: _, ...call }: CallNow): CallNow {
  return call
}

function toCall({ id, slug, sample, publishedAt, updatedAt, data }: Entry<'call'>): Call {
  const words = defaultWords[data.subject]
  const page = pageOfCall(data)
  return {
    ...{ id, sample, publishedAt, changedAt: updatedAt, page },
    href: `${page}#${slug}`,
    subject: data.subject,
    title: data.title,
    summary: data.summary ?? words.summary,
    eligibility: data.eligibility ?? words.eligibility,
    nominators: data.nominators ?? words.nominators,
    form: formOfCall(data),
    howToApply: data.howToApply,
    ...(data.subject === 'award' && data.award && { award: data.award }),
    procedure: procedureOf(data),
    opensAt: data.opensAt,
    closesAt: data.closesAt,
  }
}
