import { expect } from 'vitest'
import { migrations } from '#db/migrations/all.ts'
import { monday, openEmptyDatabase, test } from '#test/harness/db.ts'
import { migrate } from './migrate.server.ts'

const before = migrations.slice(
  0,
  migrations.findIndex(({ name }) => name === '109-body-scopes'),
)

test('a case that answers a call keeps its call in a column, and another has none', async () => {
  const { db } = await openEmptyDatabase()
  await migrate(db, monday, before)
  for (const [id, answers] of [
    ['with', '{"call":"a-call","title":"prof"}'],
    ['without', '{"title":"dr"}'],
    ['erased', ''],
  ] as const)
    await db
      .insertInto('dossier')
      .values({
        ...{ id, reference: id, process: 'fellow', state: 'complete', version: 1, form_version: 1 },
        ...{
          answers,
          answers_hash: '',
          subject_name: '',
          subject_key: '',
          sender_name: '',
          sender_email: '',
        },
        ...{ institution: '', discipline: '', category: '', cycle: '1995', facts: '{}' },
        ...{ received_at: 7, state_at: 7 },
      })
      .execute()
  await migrate(db, monday)

  const rows = await db.selectFrom('dossier').select(['id', 'call_id']).orderBy('id').execute()
  expect(rows).toEqual([
    { id: 'erased', call_id: null },
    { id: 'with', call_id: 'a-call' },
    { id: 'without', call_id: null },
  ])
})
