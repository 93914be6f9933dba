import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { live } from '#test/models/account-life.ts'
import { openStage, type Stage } from '#test/models/account-life-stage.ts'
import { lives } from '#test/models/account-life-steps.ts'
import { captureLog } from '#test/harness/log.ts'

/**
 * Many lives of an account, first with the site as built, then with one guard removed at a time: some life must notice.
 * Writes the results to docs/evidence/account-life.md.
 */

const runs = Number(process.env['LIVES'] ?? 2000)
const seed = Number(process.env['SEED'] ?? 20_261_116)

/** Guards in the built code, and what is there when one is missing. */
const guards: { name: string; found: RegExp; without: string }[] = [
  {
    name: 'An account with an unproved address is distinguished',
    found: /!session\.user\.emailVerified/,
    without: 'false',
  },
  {
    name: 'No second factor before the address is proved',
    found: /roles\.some\(\(role\) => act\.includes\(role\)\)/,
    without: 'roles.some((role) => act.includes(role === "unproved" ? "pending" : role))',
  },
  ...[
    ['The first proof sets a new password', 'setPassword\\(db, id, password, now\\)'],
    ['The first proof ends every session', 'deleteSessions\\(db, id\\)'],
    ['The first proof forgets every browser', 'forgetDevices\\(db, id\\)'],
    ['The first proof removes every factor', 'removeFactors\\(db, id\\)'],
  ].map(([name = '', call = '']) => ({
    name,
    found: new RegExp(`(?<=async function proveAddress[^}]*?\\{[\\s\\S]{0,2000}?await )${call}`),
    without: 'undefined',
  })),
  {
    name: 'An invitation takes over an unproved account completely',
    found: /(?<=await )proveAddress\(db, account, password, now\)/,
    without: 'undefined',
  },
  {
    name: 'approve refuses an unproved address',
    found: /(?<="approve", async \(db, account\) => \{\s*if \()account\.emailVerifiedAt === null/,
    without: 'false',
  },
  ...['beginApp', 'confirmApp', 'removeApp', 'dropPasskey', 'newCodes'].map((act) => ({
    name: `Fresh proof in ${act}`,
    found: new RegExp(
      `(?<=async function ${act}\\(args, old\\) \\{[\\s\\S]{0,300}?)confirmHere\\(args, old, form\\)`,
    ),
    without: '{ ok: true, cookies: [], session: old }',
  })),
  {
    name: 'Fresh proof to invite someone',
    found: /(?<=inviteForm\)[\s\S]{0,300}?)confirmHere\(args, session, form\)/,
    without: '{ ok: true, cookies: [], session }',
  },
  {
    name: 'The age of the proof and not of the session',
    found: /session\.provedAt !== null && now\.getTime\(\) - session\.provedAt\.getTime\(\) < [^;]+/,
    without: 'now.getTime() - session.createdAt.getTime() < 900_000',
  },
  {
    name: 'A recovery code proves nobody',
    found: /"code" in proof \? now : null/,
    without: 'now',
  },
  {
    name: 'A new factor carries the proof over',
    found: /(?<=secondFactorAt: now,\s+)provedAt(?=\s+\})/,
    without: 'provedAt: now',
  },
]

test(
  `${runs} lives satisfy both rules, and every missing guard is noticed (seed ${seed})`,
  { timeout: 7_200_000 },
  async () => {
    captureLog()
    const { stage, close } = await openStage(withSwitches)
    const whole = await tryLives(stage)
    expect(whole.failed, whole.said).toBe(false)
    const results = []
    for (const { name } of guards) {
      Object.assign(globalThis, { missingGuard: name })
      results.push({ name, ...(await tryLives(stage)) })
    }
    Object.assign(globalThis, { missingGuard: undefined })
    await close()
    writeFileSync('docs/evidence/account-life.md', report(results))
    expect(results.filter(({ failed }) => !failed).map(({ name }) => name)).toEqual([])
  },
)

/** The code with a switch at every guard. */
function withSwitches(code: string): string {
  return guards.reduce((code, { name, found, without }) => {
    if (!found.test(code)) throw new Error(`The build has no guard of this shape: ${name}`)
    return code.replace(found, (guard) => switched(name, guard, without))
  }, code)
}

function switched(name: string, guard: string, without: string): string {
  const isMissing = `globalThis.missingGuard === ${JSON.stringify(name)}`
  if (guard === 'provedAt') return `provedAt: ${isMissing} ? now : provedAt`
  return `(${isMissing} ? ${without} : ${guard})`
}

async function tryLives(stage: Stage) {
  const property = fc.asyncProperty(lives, async (steps) => {
    await live(stage, steps)
  })
  const { failed, numRuns, errorInstance } = await fc.check(property, {
    numRuns: runs,
    seed,
    endOnFailure: true,
  })
  return { failed, numRuns, said: errorInstance instanceof Error ? errorInstance.message : '' }
}

function report(results: { name: string; failed: boolean; numRuns: number; said: string }[]): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const noticed = results.filter(({ failed }) => failed)
  return `# Two people claim one address

The life of a staff account as a model, made by \`npm run test:full\`; a shorter run, on SQLite, is in \`npm test\`
([account-life](../../test/requests/security/account-life.test.ts)).

${new Date().toISOString().slice(0, 10)}, commit ${commit}, Node ${process.versions.node}, ${process.env['TEST_ENGINE'] === 'postgres' ? 'PostgreSQL' : 'SQLite'}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, seed ${seed}.

Two people claim one address, one of them reads its mail, and an administrator decides. They sign up, prove, sign in by
password, app, recovery code and passkey, add and remove factors, reset, are invited, approved, disabled and enabled,
and time passes: whole requests to the built site, up to 20 steps a life, in ${runs} lives. After every step only the person
who proved the address can act as the account and nothing of the other person opens it, and nothing that needs fresh
proof has happened with a proof older than 15 minutes. No life violated that.

Then each guard was removed from the built site, one at a time. Noticed: ${noticed.length} of ${results.length}.

| Removed guard | Noticed after this many lives | What the model reported |
|---|---|---|
${results.map(({ name, failed, numRuns, said }) => `| ${name} | ${failed ? numRuns : 'not noticed'} | ${said} |`).join('\n')}
`
}
