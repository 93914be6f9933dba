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

test('a call says what its entry says, and otherwise what is known about its subject', async ({ db }) => {
  const at = monday.getTime()
  const times = { opensAt: at - day, closesAt: at + day }
  const medal = {
    title: 'Medal',
    subject: 'award',
    award: 'medal',
    eligibility: 'Everybody who sees.',
    nominators: 'Everybody who looks.',
    howToApply: 'Send a letter.',
    ...times,
  } as const
  await publishEntry(db, { kind: 'call', slug: 'medal-1995', data: medal }, monday)
  const fellow = { title: 'Fellows', subject: 'fellow', ...times } as const
  await publishEntry(db, { kind: 'call', slug: 'fellows-1995', data: fellow, sample: true }, monday)

  const { open } = await listCalls(db, monday)

  expect(open.find(({ title }) => title === 'Medal')).toMatchObject({
    state: 'open',
    eligibility: 'Everybody who sees.',
    nominators: 'Everybody who looks.',
    howToApply: 'Send a letter.',
    page: '/awards/medal',
    href: '/awards/medal#medal-1995',
    form: undefined,
    sample: false,
  })
  expect(open.find(({ title }) => title === 'Fellows')).toMatchObject({
    eligibility: 'Members of the Academy who have distinction in any area of the physical sciences.',
    page: '/fellowship',
    href: '/fellowship#fellows-1995',
    form: '/fellowship/fellow-nomination-form',
    sample: true,
  })
})

test('a call from before it named its award still belongs to it', async ({ db }) => {
  const at = monday.getTime()
  const old = {
    title: 'Old',
    subject: 'award',
    opensAt: at,
    closesAt: at + day,
    href: '/awards/medal',
  } as const
  await publishEntry(db, { kind: 'call', slug: 'old', data: old }, monday)

  expect((await listCalls(db, monday)).open).toMatchObject([{ page: '/awards/medal', form: undefined }])
})
