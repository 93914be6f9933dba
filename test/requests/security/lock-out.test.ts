import { expect } from 'vitest'
import { isSignedIn, openAttackedSite } from '#test/hostile/lock-out.ts'
import { captureLog } from '#test/harness/log.ts'
import { test } from '#test/harness/site.ts'

test(
  'a stranger who keeps failing locks the administrator out neither of a known browser nor of a mailed link',
  {
    timeout: 90_000,
  },
  async ({ testSite }) => {
    captureLog()
    const { attack, attackFor, knownBrowser, enterAsStranger, enterByDevice, enterByLetter, close } =
      await openAttackedSite(testSite, 15)
    const cookie = await knownBrowser()

    await attackFor(20 * 60)
    const stranger = await enterAsStranger()
    const device = await enterByDevice(cookie)
    const letter = await enterByLetter()
    await close()

    expect(attack.looked).toBeLessThanOrEqual(20)
    expect(attack.refused).toBe(attack.tries - attack.looked)
    expect(stranger.status).toBe(429)
    expect(isSignedIn(device.answer)).toBe(true)
    expect([letter.page.status, isSignedIn(letter.answer)]).toEqual([200, true])
    expect(Math.max(device.seconds, letter.seconds)).toBeLessThan(120)
  },
)
