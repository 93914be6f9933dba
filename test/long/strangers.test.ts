import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { expect } from 'vitest'
import { engineName } from '#db/engine/engine.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { walkSequences } from '#test/models/strangers-model.ts'
import { mutants } from './strangers-mutants.ts'
import { tryMutant, type Tried } from './try-mutant.ts'

/**
 * Strangers around a case, at length, and what the model reports when a guard is missing. Writes the results to
 * docs/evidence/strangers.md.
 */

const sequences = Number(process.env['STRANGERS'] ?? 2000)
const forMutants = 200
const model = 'app/features/cases/strangers.server.test.ts'
const seed = monday.getTime() / 1000 + 1

test(
  `strangers neither block anyone, learn anything nor use up a limit, in ${sequences} sequences, and every missing guard is noticed`,
  { timeout: 7_200_000 },
  async ({ db }) => {
    const started = performance.now()
    await walkSequences(db, sequences, seed, 10)
    const seconds = Math.round((performance.now() - started) / 1000)
    const results = mutants.map((mutant) => tryMutant(mutant, model, { STRANGERS: String(forMutants) }))
    writeFileSync('docs/evidence/strangers.md', report({ seconds, engine: engineName(db), results }))

    expect(results.filter(({ after }) => after === undefined)).toEqual([])
  },
)

function report(found: { seconds: number; engine: string; results: Tried[] }) {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const { seconds, engine, results } = found
  const noticed = results.filter(({ after }) => after !== undefined).length
  return `# Strangers around a case

Made by \`npm run test:full\`. 20 sequences run with \`npm test\`, on SQLite, and 200 on both engines with \`npm run test:full\` ([the model](../../test/models/strangers-model.ts)).

${new Date().toISOString().slice(0, 10)}, commit ${commit}, Node ${process.versions.node}, ${engine}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}.

${sequences} sequences of up to ten steps, seed ${seed}: none in which a stranger could block anyone, learn anything or use up a limit. It took ${seconds} s.

With one guard removed at a time, at most ${forMutants} sequences each: noticed ${noticed} of ${results.length}.

| Without its guard | Where | Noticed after | The steps |
|---|---|---|---|
${results.map(({ name, file, after, said }) => `| ${name} | ${file} | ${after ?? 'never'} | ${said} |`).join('\n')}
`
}
