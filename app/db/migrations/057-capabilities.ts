import { sql } from 'kysely'
import { newId } from '#db/engine/id.ts'
import type { Db } from '#db/schema/tables.ts'
import { officeDay } from '#office-time.ts'
import type { Migration } from './migration.ts'

/**
 * What members of a body may do in casework. Until now every editor could; those who did so before the upgrade become
 * members of a body for the office, and the others no longer can.
 */
export const capabilities: Migration = {
  name: '057-capabilities',
  sql: `
create table body_capability (
  body_id text not null references body (id),
  capability text not null,
  case_type text not null default '',
  primary key (body_id, capability, case_type),
  constraint body_capability_is_known
    check (capability in ('office', 'reviewer', 'chair', 'teller', 'council', 'auditor'))
);
`,
  fill: addOffice,
}

async function addOffice(db: Db): Promise<void> {
  const editors = await listEditorsWithCases(db)
  if (editors.length === 0) return
  const since = Math.min(...editors.map(({ created_at }) => created_at))
  const taken = await db.selectFrom('body').select('id').where('slug', '=', 'office').executeTakeFirst()
  const id = newId()
  await db
    .insertInto('body')
    .values({
      ...{ id, slug: taken ? `office-${id}` : 'office', name: 'Office', kind: 'committee' },
      purpose: 'Works on nominations, applications and payments.',
      ...{ created_at: since, updated_at: since },
    })
    .execute()
  await db.insertInto('body_capability').values({ body_id: id, capability: 'office' }).execute()
  for (const editor of editors)
    await db
      .insertInto('body_term')
      .values({
        ...{ id: newId(), body_id: id, staff_id: editor.id, name: editor.name || editor.id, post: 'member' },
        ...{ starts_on: officeDay(editor.created_at), recorded_at: editor.created_at },
      })
      .execute()
}

/** Active editors to whom a case was assigned, or who worked on cases or payments. */
function listEditorsWithCases(db: Db) {
  return db
    .selectFrom('staff_user')
    .select(['id', 'name', 'created_at'])
    .where('role', '=', 'editor')
    .where('state', '=', 'active')
    .where((eb) =>
      eb.or([
        eb.exists(eb.selectFrom('dossier').select('id').whereRef('assigned_to', '=', 'staff_user.id')),
        eb.exists(
          eb
            .selectFrom('audit_entry')
            .select('seq')
            .where('actor', '=', sql<string>`'staff:' || staff_user.id`)
            .where((eb) => eb.or([eb('action', 'like', 'case.%'), eb('action', 'like', 'payments.%')]))
            .where('action', 'not like', '%.read'),
        ),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
