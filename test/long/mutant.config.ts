import { defineConfig } from 'vitest/config'
import type { Mutant } from './try-mutant.ts'

/** Runs one test with one guard removed from the code; see try-mutant.ts. */
const { file, from, to } = JSON.parse(process.env['MUTANT'] ?? '{}') as Mutant

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  plugins: [
    {
      name: 'take-out-a-guard',
      enforce: 'pre',
      transform(code, id) {
        if (!id.endsWith(file)) return undefined
        if (!code.includes(from)) throw new Error(`${file} has no such guard: ${from}`)
        return code.replace(from, () => to)
      },
    },
  ],
  test: {
    include: [process.env['MUTANT_TEST'] ?? ''],
    env: { TEST_ENGINE: 'sqlite' },
    globalSetup: 'test/harness/sqlite-setup.ts',
    setupFiles: ['test/harness/no-noise.ts'],
    silent: 'passed-only',
    // Otherwise the next mutant would find what this one left.
    fsModuleCache: false,
  },
})
