import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The order of a run: what takes long starts first, so that at its end no processor waits for a single file. The rules,
 * hundreds of short files, come last.
 */

const projects = ['browser', 'pages', 'postgres', 'sqlite', 'rules']

/** Some of them mostly wait and some mostly compute: neighbours in this list run at the same time. */
const slowest = [
  'test/e2e/staff/staff-every-page.test.ts',
  'test/e2e/staff/content-work.test.ts',
  'test/e2e/site/every-page.test.ts',
  'test/faults/database.test.ts',
  'app/features/backups/backups.server.test.ts',
  'test/requests/machines/two-processes.test.ts',
  'test/faults/kills.test.ts',
  'test/requests/security/policy-matrix.test.ts',
  'test/faults/writes.test.ts',
  'test/requests/security/account-life.test.ts',
  'test/faults/disk.test.ts',
  'test/requests/machines/object-store.test.ts',
  'test/requests/security/origin.test.ts',
  'app/features/backups/move.server.test.ts',
  'app/features/cases/strangers.server.test.ts',
  'test/requests/machines/heavy-work.test.ts',
  'test/requests/security/injection.test.ts',
  'app/starter/load.server.test.ts',
  'test/faults/cuts.test.ts',
  'app/features/forms/drafts/drafts-model.server.test.ts',
  'app/routes/endpoints/preview/social-preview.server.test.ts',
  'test/requests/security/lock-out.test.ts',
  'app/server/jobs/heavy-process.server.test.ts',
  'test/requests/machines/workers.test.ts',
  'app/features/site-copy/imports.server.test.ts',
  'test/guards/start.test.ts',
]

export default class RunOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own, which changes nothing
    const bySize = await super.sort(files)
    return bySize.toSorted(
      (one, other) => projectOf(one) - projectOf(other) || slownessOf(one) - slownessOf(other),
    )
  }
}

function projectOf({ project }: TestSpecification): number {
  return projects.indexOf(project.name)
}

function slownessOf({ moduleId }: TestSpecification): number {
  const at = slowest.indexOf(relative(process.cwd(), moduleId))
  return at < 0 ? slowest.length : at
}
