import type { Migration } from './migration.ts'

/**
 * Only a case confirmed by its nominee or applicant counts as that person's one open case, and only one confirmed by
 * its sender counts for that sender. Existing cases past the first state were confirmed by everyone; for the others the
 * nominee's answer decides. The addresses that a case names are in a table, so that a query can hide a case from the
 * staff it names. A letter beyond the daily limit of an address waits for the next day.
 */
export const confirmedCases: Migration = {
  name: '029-confirmed-cases',
  sql: `
alter table dossier add column subject_confirmed_at bigint;
alter table dossier add column sender_confirmed_at bigint;
update dossier set subject_confirmed_at = received_at, sender_confirmed_at = received_at
  where state <> 'submitted';
update dossier set subject_confirmed_at = received_at
  where state = 'submitted' and process <> 'membership'
  and exists (
    select 1 from confirmation as given where given.dossier_id = dossier.id
    and given.purpose = 'consent' and given.answered_at is not null
  )
  and not exists (
    select 1 from confirmation as open where open.dossier_id = dossier.id
    and open.purpose = 'consent' and open.answered_at is null and open.voided_at is null
  );
drop index one_open_dossier;
create unique index one_open_dossier on dossier (process, subject_key)
  where ended_at is null and subject_confirmed_at is not null;

create table dossier_address (
  dossier_id text not null references dossier (id) on delete cascade,
  address text not null,
  primary key (dossier_id, address)
);
create index dossier_addresses_by_address on dossier_address (address);

alter table mail add column held_until bigint;
create index held_mails on mail (held_until) where held_until is not null and sent_at is null;
`,
  // Very old rows may hold text that is not JSON; such a row names nobody.
  sqlite: `
insert or ignore into dossier_address (dossier_id, address)
  select dossier.id, lower(trim(named.atom)) from dossier,
  json_tree(case when json_valid(dossier.answers) then dossier.answers else '{}' end) as named
  where named.key in ('email', 'otherEmail', 'proposerEmail', 'seconderEmail')
  and named.type = 'text' and trim(named.atom) <> '';
`,
  postgres: `
create function answers_as_json(answers text) returns jsonb language plpgsql as $$
begin return answers::jsonb; exception when others then return '{}'::jsonb; end $$;
insert into dossier_address (dossier_id, address)
  select dossier.id, lower(btrim(named #>> '{}')) from dossier,
  unnest(array['email', 'otherEmail', 'proposerEmail', 'seconderEmail']) as field,
  jsonb_path_query(answers_as_json(dossier.answers), ('strict $.**."' || field || '"')::jsonpath, '{}', true) as named
  where jsonb_typeof(named) = 'string' and btrim(named #>> '{}') <> ''
  on conflict do nothing;
drop function answers_as_json(text);
`,
}
