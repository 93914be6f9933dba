import { newId } from '#db/engine/id.ts'
import { fromJson, toJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { readOfficeTime } from '#office-time.ts'
import type { Migration } from './migration.ts'

/**
 * A site that has pages gets a draft of a call for each fellowship, with the parts and stages that the code had until
 * now and the dates of the settings. Until an administrator publishes it, nominations are made and decided as before.
 */
export const fellowshipCalls: Migration = { name: '096-fellowship-calls', sql: '', fill: addCalls }

const shared = { online: true, career: true, publications: true, files: true, experts: true, seconder: true }

const fellowships = [
  {
    ...{ subject: 'fellow', title: 'Nominations of Fellows', form: shared },
    ...{ opens: 'fellowOpensAt', closes: 'fellowClosesAt' },
  },
  {
    ...{ subject: 'associate-fellow', title: 'Nominations of Associate Fellows' },
    form: { ...shared, doctorate: true },
    ...{ opens: 'associateFellowOpensAt', closes: 'associateFellowClosesAt' },
  },
]

type Fellowship = (typeof fellowships)[number]

async function addCalls(db: Db): Promise<void> {
  const { at } = await db
    .selectFrom('entry')
    .select((eb) => eb.fn.min<number | null>('created_at').as('at'))
    .where('kind', '=', 'page')
    .executeTakeFirstOrThrow()
  // A new site gets them with its starter content.
  if (at === null) return
  for (const fellowship of fellowships) await addCall(db, fellowship, at)
}

async function addCall(db: Db, { subject, title, form, opens, closes }: Fellowship, at: number) {
  const slug = `call-${subject}`
  const taken = db.selectFrom('entry').select('id').where('kind', '=', 'call').where('slug', '=', slug)
  if (await taken.executeTakeFirst()) return
  const id = newId()
  const opensAt = await readMoment(db, opens)
  const lastMinute = await readMoment(db, closes)
  const data = {
    ...{ title, subject, form, stages: { panel: true, acceptance: true } },
    ...(opensAt !== undefined && { opensAt }),
    ...(lastMinute !== undefined && { closesAt: lastMinute + 59_999 }),
  }
  await db
    .insertInto('entry')
    .values({
      ...{ id, kind: 'call', slug, position: 0, state: 'draft', head_version: 1, live_version: null },
      ...{ created_at: at, updated_at: at },
    })
    .execute()
  await db
    .insertInto('entry_version')
    .values({ entry_id: id, number: 1, title, data: toJson(data), saved_at: at })
    .execute()
}

async function readMoment(db: Db, name: string): Promise<number | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  const value = row ? fromJson<unknown>(row.value) : ''
  return typeof value === 'string' ? readOfficeTime(value) : undefined
}
