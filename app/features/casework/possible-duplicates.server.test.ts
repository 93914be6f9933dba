import { expect } from 'vitest'
import type { StaffActor } from '#features/audit/actor.ts'
import type { Db } from '#db/schema/tables.ts'
import { makeCase, makeCaseworker } from '#test/makers/casework.ts'
import { monday, test } from '#test/harness/db.ts'
import { readCase } from './reading.server.ts'

const known = { firstName: 'Asha', lastName: 'Sample', memberNo: 'LM-12', orcid: '0000-0002-1825-0097' }
const other = { firstName: 'Dina', lastName: 'Ørsted', memberNo: 'LM-99', orcid: '0000-0001-5109-3700' }

async function alike(db: Db, clerk: StaffActor, reference: string) {
  return (await readCase(db, clerk, reference, monday))?.alike
}

test.for([
  ['ORCID iD', { orcid: known.orcid }],
  ['membership number', { memberNo: 'lm12' }],
  ['name', { firstName: 'ASHA', lastName: 'Sample' }],
] as const)(
  'two open nominations under two addresses with the same %s name each other',
  async ([mark, same], { db }) => {
    const clerk = await makeCaseworker(db, monday)
    const first = await makeCase(db, monday, { changes: known })
    const second = await makeCase(db, monday, { changes: { ...other, ...same } })

    expect(await alike(db, clerk, first)).toEqual([`${second} is open for a nominee with the same ${mark}.`])
    expect(await alike(db, clerk, second)).toEqual([`${first} is open for a nominee with the same ${mark}.`])
  },
)

test('other people, closed nominations and the other grade are not alike', async ({ db }) => {
  const clerk = await makeCaseworker(db, monday)
  const first = await makeCase(db, monday, { changes: known })
  await makeCase(db, monday, { changes: { ...other, lastName: 'Sampleson' } })
  await makeCase(db, monday, { changes: known, state: 'lapsed' })
  await makeCase(db, monday, { process: 'associate-fellow', changes: known })

  expect(await alike(db, clerk, first)).toEqual([])
})

test('someone named in the other nomination does not learn of it', async ({ db }) => {
  const first = await makeCase(db, monday, { changes: known })
  await makeCase(db, monday, { changes: { ...known, seconderEmail: 'me@example.org' } })
  const me = await makeCaseworker(db, monday, { email: 'me@example.org' })

  expect(await alike(db, me, first)).toEqual([])
})
