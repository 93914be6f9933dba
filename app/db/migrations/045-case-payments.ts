import { sql } from 'kysely'
import { newId } from '#db/engine/id.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Migration } from './migration.ts'

/**
 * Money that came for an application and went back, line by line: a fee may be paid in parts and refunded. The
 * application remembers the fee that the applicant was shown, and the reference to write beside the payment.
 */
export const casePayments: Migration = {
  name: '045-case-payments',
  sql: `
alter table dossier add column fee text;
alter table dossier add column pay_reference text;
create table case_payment (
  id text primary key,
  dossier_id text not null references dossier (id) on delete cascade,
  kind text not null,
  currency text not null,
  minor bigint not null,
  paid_on text not null,
  pay_number text not null,
  note text not null,
  line_id text references payment_line (id) on delete set null,
  recorded_by text references staff_user (id) on delete set null,
  recorded_at bigint not null,
  constraint case_payment_kind_known check (kind in ('received', 'refunded')),
  constraint case_payment_positive check (minor > 0)
);
create index case_payments_by_dossier on case_payment (dossier_id, recorded_at, id);
create unique index one_payment_per_line on case_payment (line_id) where line_id is not null;
create index dossiers_by_pay_reference on dossier (pay_reference) where pay_reference is not null;
`,
  fill: listKnownPayments,
}

/** Payments that were matched before were facts of their case. */
async function listKnownPayments(db: Db): Promise<void> {
  const { rows } = await sql<{ id: string; facts: string; state_at: number }>`
    select id, facts, state_at from dossier where process = 'membership' and facts like '%paidOn%'`.execute(
    db,
  )
  for (const { id, facts, state_at } of rows) {
    const { amount, paidOn, payNumber } = JSON.parse(facts) as Record<string, string | undefined>
    const minor = Math.round(Number(amount) * 100)
    if (!paidOn || !(minor > 0)) continue
    const { rows: lines } = await sql<{ id: string }>`
      select id from payment_line where dossier_id = ${id} and settled_as = 'matched'`.execute(db)
    await sql`insert into case_payment
      (id, dossier_id, kind, currency, minor, paid_on, pay_number, note, line_id, recorded_by, recorded_at)
      values (${newId()}, ${id}, 'received', 'INR', ${minor}, ${paidOn}, ${payNumber ?? ''}, '',
        ${lines[0]?.id ?? null}, null, ${state_at})`.execute(db)
  }
}
