import type { Migration } from './migration.ts'

/**
 * A form that is filled in on several devices: a link beside the browser's token, and the browser that lost the form to
 * the link. The disk space of drafts counts against the network they were started from.
 */
export const sharedDrafts: Migration = {
  name: '030-shared-drafts',
  sql: `
alter table form_draft add column link_hash text;
alter table form_draft add column link_sealed text
  constraint form_draft_link_is_whole check ((link_hash is null) = (link_sealed is null));
alter table form_draft add column link_opened_at bigint;
alter table form_draft add column previous_hash text;
alter table form_draft add column network text not null default '';
alter table form_draft add column bytes bigint not null default 0;

update form_draft set bytes = 65536 + coalesce(
  (select sum(attachment.bytes) from attachment where attachment.draft_id = form_draft.id), 0
) where sent_as is null;

create unique index form_drafts_by_link on form_draft (link_hash) where link_hash is not null;
create index form_drafts_by_previous_token on form_draft (previous_hash) where previous_hash is not null;
create index form_drafts_by_network on form_draft (network, bytes);

create table form_charge (
  id text primary key,
  network text not null,
  kind text not null,
  bytes bigint not null,
  ends_at bigint not null,
  constraint form_charge_kind_known check (kind in ('upload', 'removed')),
  constraint form_charge_not_negative check (bytes >= 0)
);
create index form_charges_by_network on form_charge (network, ends_at);
create index form_charges_by_end on form_charge (ends_at);
`,
}
