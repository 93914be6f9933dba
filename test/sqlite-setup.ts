import type { TestProject } from 'vitest/node'
import { autumn, provideStarter } from '#test/starter.ts'

export default function setup(project: TestProject) {
  return provideStarter(project, autumn)
}
