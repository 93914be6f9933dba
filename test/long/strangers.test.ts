import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { expect } from 'vitest'
import { engineName } from '#db/engine.server.ts'
import { monday, test } from '#test/db.ts'
import { walkSequences } from '#test/strangers-model.ts'
import { mutants } from './strangers-mutants.ts'

/**
 * Strangers around a case, at length, and what the model says when a guard is missing. Writes the figures to
 * docs/evidence/strangers.md.
 */

const sequences = Number(process.env['STRANGERS'] ?? 2000)
const forMutants = 200
const seed = monday.getTime() / 1000 + 1

test(
  `strangers neither block, learn nor exhaust, in ${sequences} sequences, and no guard can go unnoticed`,
  { timeout: 7_200_000 },
  async ({ db }) => {
    const begun = performance.now()
    await walkSequences(db, sequences, seed, 10)
    const seconds = Math.round((performance.now() - begun) / 1000)
    const results = mutants.map(({ name, file }, number) => ({ name, file, ...tryMutant(number) }))
    writeFileSync('docs/evidence/strangers.md', report({ seconds, engine: engineName(db), results }))

    expect(results.filter(({ after }) => after === undefined)).toEqual([])
  },
)

interface Tried {
  /** How many sequences it took; none where the model noticed nothing. */
  after: number | undefined
  said: string
}

function tryMutant(number: number): Tried {
  const env = { ...process.env, STRANGERS_MUTANT: String(number), STRANGERS: String(forMutants) }
  const args = ['vitest', 'run', '--config', 'test/long/strangers-mutant.config.ts']
  const { stdout, stderr, status } = spawnSync('npx', args, { env, encoding: 'utf8' })
  const text = `${stdout}\n${stderr}`
  const after = /Property failed after (\d+) tests/.exec(text)?.[1]
  if (status !== 0 && after === undefined) throw new Error(`Mutant ${number} did not run: ${text}`)
  return {
    after: after === undefined ? undefined : Number(after),
    said: /Counterexample: \[\[(.*)\]\]/.exec(text)?.[1]?.replaceAll(/"|__proto__:null,/g, '') ?? '',
  }
}

function report(found: {
  seconds: number
  engine: string
  results: (Tried & { name: string; file: string })[]
}) {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const { seconds, engine, results } = found
  const noticed = results.filter(({ after }) => after !== undefined).length
  return `# Strangers around a case

Made by \`npm run test:full\`; 200 sequences run in \`npm test\` on both engines ([the model](../../test/strangers-model.ts)).

${new Date().toISOString().slice(0, 10)}, commit ${commit}, Node ${process.versions.node}, ${engine}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}.

${sequences} sequences of up to ten steps, seed ${seed}: none in which a stranger could block, learn or exhaust. It took ${seconds} s.

With one guard taken out at a time, at most ${forMutants} sequences each: noticed ${noticed} of ${results.length}.

| Without its guard | Where | Noticed after | The steps |
|---|---|---|---|
${results.map(({ name, file, after, said }) => `| ${name} | ${file} | ${after ?? 'never'} | ${said} |`).join('\n')}
`
}
