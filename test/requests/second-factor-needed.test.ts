import { expect } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { beginSession } from '#features/staff/sessions.server.ts'
import { autumn, origin, test } from '#test/site.ts'
import { clientFrom, makeStaff } from '#test/staff.ts'

const config = { origin, secret: 'the secret of a test, long enough' }

test('an administrator without a second factor is led to set one up, unless the settings say otherwise', async ({
  site,
  visit,
}) => {
  const { id } = await makeStaff(site.db, autumn, { role: 'admin' })
  const cookies = await beginSession(
    site.db,
    config,
    { userId: id, secondFactorAt: null },
    clientFrom(),
    autumn,
  )
  const headers = { cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') }

  await changeSettings(site.db, system, { secondFactorForAdmins: true }, autumn)
  const led = await visit('/admin/settings', { headers, redirect: 'manual' })
  const own = await visit('/account/factors', { headers })

  await changeSettings(site.db, system, { secondFactorForAdmins: false }, autumn)
  const open = await visit('/admin/settings', { headers })

  expect([led.status, led.headers.get('location')]).toEqual([302, '/account/factors'])
  expect(own.status).toBe(200)
  expect(open.status).toBe(200)
})
