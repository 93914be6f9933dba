import type { Reporter, TestModule } from 'vitest/node'

const mostInAThousand = 1

/** Names the tests that passed only when tried again, and fails a run in which they are more than one in a thousand. */
export const tellSecondTries: Reporter = {
  onTestRunEnd(modules) {
    const tests = modules.flatMap((module: TestModule) => [...module.children.allTests()])
    const again = tests.filter((test) => test.diagnostic()?.flaky)
    if (again.length === 0) return
    console.log(`${again.length} of ${tests.length} tests passed only at the second try:`)
    for (const test of again) {
      const [fault] = test.result().errors ?? []
      console.log(`  ${test.module.relativeModuleId} > ${test.fullName}\n    ${fault?.message}`)
    }
    if (again.length > Math.max(1, (tests.length / 1000) * mostInAThousand)) process.exitCode = 1
  },
}
