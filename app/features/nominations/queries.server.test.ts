import { expect } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { listCalls } from './queries.server.ts'

const day = 86_400_000

test('published calls are listed until the office sets its own cycle', async ({ db }) => {
  const at = monday.getTime()
  const data = {
    title: 'Call',
    subject: 'fellow',
    opensAt: at - day,
    closesAt: at + day,
    href: '/awards',
  } as const
  await publishEntry(db, { kind: 'call', slug: 'call', data }, monday)
  expect((await listCalls(db, monday)).open).toMatchObject([{ title: 'Call', closesAt: at + day }])

  await changeSettings(db, system, { fellowClosesAt: '1990-01-01 00:00' }, monday)
  const { open, closed } = await listCalls(db, monday)
  expect(open).toEqual([])
  expect(closed).toMatchObject([{ subject: 'fellow', title: 'Nominations of Fellows' }])
})
