import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { expect } from 'vitest'
import { isSignedIn, openAttackedSite } from '#test/hostile/lock-out.ts'
import { captureLog } from '#test/harness/log.ts'
import { test } from '#test/harness/site.ts'

/** Test A6: an hour of wrong passwords does not lock an administrator out. Writes docs/evidence/lock-out.md. */

const minutes = 60
const secondsBetweenTries = 1
const goalSeconds = 120

test('after an hour of wrong passwords each second the administrator still signs in within two minutes', async ({
  testSite,
}) => {
  captureLog()
  const site = await openAttackedSite(testSite, secondsBetweenTries)
  const cookie = await site.knownBrowser()
  await site.attackFor(minutes * 60)
  const stranger = await site.enterAsStranger()
  const device = await site.enterByDevice(cookie)
  const letter = await site.enterByLetter()
  const { attack } = site
  await site.close()
  writeFileSync('docs/evidence/lock-out.md', report(attack, device.seconds, letter))

  expect(stranger.status).toBe(429)
  expect(isSignedIn(device.answer)).toBe(true)
  expect(isSignedIn(letter.answer)).toBe(true)
  expect(Math.max(device.seconds, letter.seconds)).toBeLessThan(goalSeconds)
  // Ten in 15 minutes, and never more.
  expect(attack.looked).toBeLessThanOrEqual(10 * Math.ceil((minutes + 2) / 15))
  expect(attack.looked + attack.refused).toBe(attack.tries)
})

interface Attack {
  tries: number
  looked: number
  lettersRequested: number
  maxMs: number
}

function report(attack: Attack, device: number, letter: { seconds: number; letters: number }): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  return `# Nobody can lock an administrator out

Test A6 of the threat model, made by \`npm run test:full\`; a short version, on SQLite, is in \`npm test\`.

${new Date().toISOString().slice(0, 10)}, commit ${commit}, Node ${process.versions.node}, SQLite, ${cpus().length} cores, ${process.platform}, load ${loadavg()[0]?.toFixed(1)}.

For ${minutes} minutes a stranger sends a wrong password for one administrator every second, each from another of 1000
networks, and every minute requests letters of both kinds to the same address. The requests are real HTTP requests to a
site in the process of the test; only its clock is advanced by the test, a step for each try. The stranger continues
while the administrator signs in and takes 15 seconds for each step.

| | |
|---|---|
| Wrong passwords sent | ${attack.tries} |
| Of these checked, the others refused | ${attack.looked} |
| Letters requested by the stranger | ${attack.lettersRequested} |
| Sign-in links that reached the administrator | ${letter.letters} |
| Longest answer to the stranger | ${attack.maxMs.toFixed(0)} ms |
| The administrator with the right password in a browser never used before | refused, with a hint about the link |
| In a browser used before (goal: ${goalSeconds} s) | signed in after ${device} s |
| By a mailed link (goal: ${goalSeconds} s) | signed in after ${letter.seconds} s |
`
}
