import { defineConfig } from 'vitest/config'
import { mutants } from './strangers-mutants.ts'

/** Runs the model of strangers with one guard taken out, by its number. */
const mutant = mutants[Number(process.env['STRANGERS_MUTANT'])]!

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  plugins: [
    {
      name: 'take-out-a-guard',
      enforce: 'pre',
      transform(code, id) {
        if (!id.endsWith(mutant.file)) return undefined
        if (!code.includes(mutant.from)) throw new Error(`${mutant.file} has no such guard: ${mutant.from}`)
        return code.replace(mutant.from, () => mutant.to)
      },
    },
  ],
  test: {
    include: ['app/features/cases/strangers.server.test.ts'],
    env: { TEST_ENGINE: 'sqlite' },
    setupFiles: ['test/no-noise.ts'],
    silent: 'passed-only',
    // Otherwise the next mutant would find what this one left.
    fsModuleCache: false,
  },
})
