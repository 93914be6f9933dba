import type { Db } from '#db/schema/tables.ts'
import { isVisibleTo, type CaseReader } from '#features/case-access/case-access.server.ts'

/** Nominations whose last news is that our email reached the wrong person, newest first. */
export async function listMisdirected(db: Db, viewer: CaseReader, max: number) {
  const rows = await db
    .selectFrom('dossier')
    .select(['reference', 'state_at as at'])
    .select((eb) => eb.fn.countAll<number>().over().as('total'))
    .where('state', '=', 'submitted')
    .where('ended_at', 'is', null)
    .where((eb) =>
      eb(
        eb
          .selectFrom('dossier_move')
          .select('move')
          .whereRef('dossier_id', '=', 'dossier.id')
          .orderBy('number', 'desc')
          .limit(1),
        '=',
        'not-me',
      ),
    )
    .where(isVisibleTo(viewer))
    .orderBy('state_at', 'desc')
    .orderBy('reference')
    .limit(max)
    .execute()
  return { total: rows[0]?.total ?? 0, lines: rows.map(({ total: _, ...line }) => line) }
}
