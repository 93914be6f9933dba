import { officeDay } from '#office-time.ts'
import type { Db } from '#db/schema/tables.ts'

/** Something done on this site that a copy would replace. */
export interface Obstacle {
  what: string
  times: number
  lastAt: number
}

/**
 * Nouns of the trail that a copy does not touch: accounts, letters, templates, the trail; and the settings, which everyone sets
 * first.
 */
const harmless = new Set([
  ...['staff', 'staff-list', 'mail', 'mail-list', 'audit', 'settings', 'samples'],
  'template',
])
/** Reading, exporting and uploading a copy change nothing. */
const harmlessActs = /^[a-z-]+\.(read|exported)$|^site\.(copy-begun|import-[a-z]+)$|^file\.infected$/

const words: Record<string, string> = {
  certificate: 'Certificates were issued or revoked',
  entry: 'Entries were written or changed',
  person: 'People were added to the register or changed',
  people: 'Lists of people were imported',
  'people-import': 'Lists of people were imported',
  file: 'Files were added or changed',
  menu: 'The menu was changed',
  body: 'Bodies were created or changed',
  rulebook: 'Rulebooks were created or changed',
  redirect: 'Redirects were changed',
  site: 'A copy was imported',
  case: 'Cases were received or changed',
  cases: 'Cases were received or changed',
  'case-file': 'Cases were received or changed',
  payments: 'Bank statements were uploaded or matched',
  enquiry: 'Enquiries were received or answered',
  newsletter: 'Newsletter subscriptions or emails were changed',
  letter: 'Email templates were changed',
  'own-page': 'Someone used My page',
  privacy: 'Personal data was looked up or deleted',
}

/**
 * What blocks the import of a copy. A site is empty as long as it has nothing but unchanged starter content. The audit
 * trail decides, because it records every change: actions not known here as harmless block, so that a later feature is
 * not forgotten. Unsaved typed text is not in it yet.
 */
export async function listObstacles(db: Db): Promise<Obstacle[]> {
  const acts = await db
    .selectFrom('audit_entry')
    .select((eb) => ['action', eb.fn.countAll<number>().as('times'), eb.fn.max('at').as('lastAt')])
    .groupBy('action')
    .execute()
  const found = new Map<string, Obstacle>()
  for (const { action, times, lastAt } of acts) {
    const noun = action.split('.')[0] ?? action
    if (harmless.has(noun) || harmlessActs.test(action)) continue
    add(found, words[noun] ?? `Someone changed “${noun}”`, times, lastAt)
  }
  for (const row of await listUntold(db)) add(found, row.what, row.times, row.lastAt)
  return [...found.values()].toSorted((a, b) => (a.what < b.what ? -1 : 1))
}

function add(found: Map<string, Obstacle>, what: string, times: number, lastAt: number) {
  const before = found.get(what) ?? { what, times: 0, lastAt: 0 }
  found.set(what, { what, times: before.times + times, lastAt: Math.max(before.lastAt, lastAt) })
}

/** What exists although no action records it; the starter content has no people or files except samples. */
async function listUntold(db: Db): Promise<Obstacle[]> {
  const typed = await db
    .selectFrom('working_copy')
    .select((eb) => [eb.fn.countAll<number>().as('times'), eb.fn.max('saved_at').as('lastAt')])
    .executeTakeFirst()
  const snapshots = await db
    .selectFrom('working_copy_snapshot')
    .select((eb) => [eb.fn.countAll<number>().as('times'), eb.fn.max('typed_at').as('lastAt')])
    .executeTakeFirst()
  const untold = [typed, snapshots].map((row) => ({
    what: 'Someone has unsaved text in an entry',
    ...row,
  }))
  for (const [table, what] of [
    ['person', 'The register has people who are not samples'],
    ['file', 'The library has files that are not samples'],
  ] as const) {
    const row = await db
      .selectFrom(table)
      .select((eb) => [eb.fn.countAll<number>().as('times'), eb.fn.max('created_at').as('lastAt')])
      .where('sample_at', 'is', null)
      .executeTakeFirst()
    untold.push({ what, ...row })
  }
  return untold.flatMap(({ what, times, lastAt }) => (times ? [{ what, times, lastAt: lastAt ?? 0 }] : []))
}

/** For someone who sees no page. */
export function obstacleSentence(obstacles: Obstacle[]): string {
  const parts = obstacles.map(({ what, lastAt }) => `${what}, last on ${officeDay(lastAt)}.`)
  return [
    'This site is not empty.',
    ...parts,
    'You can import a copy only into a site where nobody has worked yet.',
  ].join(' ')
}
