import type { Migration } from './migration.ts'

/**
 * The own page opens a confirmation request with a link of its own, beside the mailed one. The form behind a request
 * opens by every link to it: the browser's token is sealed for the site.
 */
export const ownLinks: Migration = {
  name: '092-own-links',
  sql: `
alter table confirmation add column own_token_hash text;
alter table confirmation add column own_expires_at bigint;
create unique index confirmations_by_own_token on confirmation (own_token_hash) where own_token_hash is not null;

alter table form_draft add column token_sealed text;
create index form_drafts_by_request on form_draft (confirmation_id) where confirmation_id is not null;
`,
}
