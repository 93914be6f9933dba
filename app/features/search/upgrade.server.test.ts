import { expect, test } from 'vitest'
import { migrate } from '#db/engine/migrate.server.ts'
import { migrations } from '#db/migrations/all.ts'
import { rowFor } from '#features/people/person-row.server.ts'
import type { NewPerson } from '#features/people/register.ts'
import { monday, openEmptyDatabase } from '#test/harness/db.ts'
import { searchSite } from './queries.server.ts'
import { upgrade } from './upgrade.server.ts'

test('a site of an older version finds everything as a new one does', async () => {
  const { db } = await openEmptyDatabase()
  const at = migrations.findIndex(({ name }) => name === '036-search-text')
  await migrate(db, monday, migrations.slice(0, at))
  const person: NewPerson = {
    ...{ memberNo: 'LM-1', fellowNo: 'F-9012', givenName: 'Asha', familyName: 'Pande', country: 'India' },
    ...{ category: 'life', grade: 'fellow', since: 1995, discipline: 'Physics', listed: true },
  }
  // A column that came later.
  const { web_page: _, ...row } = rowFor('asha', person, monday)
  await db.insertInto('person').values(row).execute()
  expect(await upgrade(db, monday)).toEqual(migrations.slice(at).map(({ name }) => name))

  for (const question of ['Asha Pandey', 'F-9012']) {
    const { hits } = await searchSite(db, question, 1)
    expect(hits, question).toHaveLength(1)
  }
  expect(await upgrade(db, monday)).toEqual([])
})
