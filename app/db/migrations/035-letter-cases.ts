import type { Migration } from './migration.ts'

/**
 * The cases that one letter is about, so that it is hidden from staff whom one of them names. For earlier letters this
 * is unknown: each counts as being about every case that names its recipient.
 */
export const letterCases: Migration = {
  name: '035-letter-cases',
  sql: `
create table letter_case (
  mail_id text not null references mail (id) on delete cascade,
  dossier_id text not null references dossier (id) on delete cascade,
  constraint letter_case_is_one primary key (mail_id, dossier_id)
);
create index letter_cases_by_case on letter_case (dossier_id);

insert into letter_case (mail_id, dossier_id)
select mail.id, dossier_address.dossier_id
from mail join dossier_address on dossier_address.address = lower(mail.recipient)
where mail.kind = 'letters.together';
`,
}
