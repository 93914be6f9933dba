import { expect, test } from 'vitest'
import { FirebaseStandIn } from '#test/firebase/stand-in.ts'
import { captureLog } from '#test/harness/log.ts'
import { openPlainBrowser } from '#test/harness/plain-browser.ts'
import { autumn, openStarterSite, origin } from '#test/harness/site.ts'
import { linkedPath, signInPath } from '#test/identity-provider/provider-site.ts'
import { makeStaff, otherPassword, rightPassword } from '#test/makers/staff.ts'

test('someone moves their password to Firebase from the profile, without scripts', async () => {
  captureLog()
  const standIn = await FirebaseStandIn.start()
  const testSite = await openStarterSite(origin, standIn.env)
  const { email } = await makeStaff(testSite.site.db, autumn, { role: 'editor' })
  const browser = openPlainBrowser(testSite.site)
  await browser.post(signInPath, { email, password: rightPassword, next: '' })
  expect((await browser.open('/account/profile')).html).toContain(`href="${linkedPath}"`)
  expect((await browser.open(linkedPath)).text).toContain('Your password is stored on this site.')

  const empty = await browser.post(`${linkedPath}?do=firebase`, { current: '', password: '' })
  expect(empty.text).toContain('Enter your password on this site. Enter your password at Firebase.')
  expect((await browser.open('/account/password')).text).not.toContain('Firebase')

  const move = (current: string) =>
    browser.post(`${linkedPath}?do=firebase`, { current, password: otherPassword })
  const refused = await move('not this one at all')
  expect([refused.status, refused.text.includes('This is not your password on this site.')]).toEqual([
    409,
    true,
  ])
  expect(refused.html).not.toContain(otherPassword)
  const moved = await move(rightPassword)
  expect([moved.status, moved.path]).toEqual([200, linkedPath])
  expect(moved.text).toContain(`Firebase (${email})`)
  expect(moved.text).not.toContain('Your password is stored on this site.')
  const stays = 'Your password is stored at Firebase. The new one is stored on this site instead'
  expect((await browser.open('/account/password')).text).toContain(stays)
  await testSite.close()
  standIn.close()
})
