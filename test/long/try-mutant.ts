import { spawnSync } from 'node:child_process'

/** A guard in the code, and what is left when it is removed. */
export interface Mutant {
  name: string
  file: string
  from: string
  to: string
}

export interface Tried {
  name: string
  file: string
  /** How many sequences it took; undefined if the model noticed nothing. */
  after: number | undefined
  said: string
}

/** Runs the test of a model with the guard removed. `env` says how many sequences it may take. */
export function tryMutant(mutant: Mutant, testFile: string, env: Record<string, string>): Tried {
  const { stdout, stderr, status } = spawnSync(
    'npx',
    ['vitest', 'run', '--config', 'test/long/mutant.config.ts'],
    {
      env: { ...process.env, ...env, MUTANT: JSON.stringify(mutant), MUTANT_TEST: testFile },
      encoding: 'utf8',
    },
  )
  const text = `${stdout}\n${stderr}`
  const after = /Property failed after (\d+) tests/.exec(text)?.[1]
  if (status !== 0 && after === undefined) throw new Error(`“${mutant.name}” did not run: ${text}`)
  return {
    name: mutant.name,
    file: mutant.file,
    after: after === undefined ? undefined : Number(after),
    said: /Counterexample: \[\[(.*)\]\]/.exec(text)?.[1]?.replaceAll(/"|__proto__:null,/g, '') ?? '',
  }
}
