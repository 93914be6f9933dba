import type { Migration } from './migration.ts'

/**
 * When a session last proved who is there, and wrong second-factor codes in a row. Accounts that joined by the printed
 * link of the first administrator count as proved: no others have joined without a proof.
 */
export const proofOfAddress: Migration = {
  name: '028-proof-of-address',
  sql: `
alter table staff_session add column proved_at bigint;
alter table staff_user add column factor_failures integer not null default 0;
update staff_user set email_verified_at = created_at
where email_verified_at is null
  and exists (select 1 from audit_entry
    where audit_entry.action = 'staff.joined' and audit_entry.subject = 'staff:' || staff_user.id);
`,
}
