import { listDeadPaths } from '#features/content/addresses/paths.server.ts'
import { pathOf } from '#features/content/addresses/refs.ts'
import { readMenuRows } from '#features/menu/queries.server.ts'

/** The extra menu entries with broken links. */
export async function listBrokenInMenu(db: Parameters<typeof readMenuRows>[0]) {
  const rows = (await readMenuRows(db)).filter((row) => row.href !== null)
  const dead = await listDeadPaths(
    db,
    rows.map(({ href }) => pathOf(href ?? '')),
  )
  return rows.flatMap(({ label, href }) =>
    href !== null && dead.has(pathOf(href)) ? [{ label: label ?? '', href }] : [],
  )
}
