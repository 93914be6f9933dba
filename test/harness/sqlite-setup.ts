import type { TestProject } from 'vitest/node'
import { autumn, provideStarter } from './starter.ts'

export default function setup(project: TestProject) {
  return provideStarter(project, autumn)
}
