import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Migration } from './migration.ts'

/** The calls and disciplines whose cases a body works on; without a row, those of all. */
export const bodyScopes: Migration = {
  name: '109-body-scopes',
  sql: `
alter table dossier add column call_id text;

create table body_scope (
  body_id text not null references body (id),
  kind text not null check (kind in ('call', 'discipline')),
  value text not null,
  primary key (body_id, kind, value)
);
`,
  fill: copyCalls,
}

const rowsAtOnce = 500

async function copyCalls(db: Db): Promise<void> {
  let after = ''
  for (;;) {
    const rows = await db
      .selectFrom('dossier')
      .select(['id', 'answers'])
      .where('id', '>', after)
      .where('answers', 'like', '%"call":%')
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute()
    for (const { id, answers } of rows) {
      const { call } = fromJson<{ call?: unknown }>(answers)
      if (typeof call === 'string' && call !== '')
        await db.updateTable('dossier').set({ call_id: call }).where('id', '=', id).execute()
    }
    if (rows.length < rowsAtOnce) return
    after = rows.at(-1)!.id
  }
}
