import type { Migration } from './migration.ts'

/** The public keys that ever signed certificates. */
export const certificateKeys: Migration = {
  name: '067-certificate-keys',
  sql: `
create table certificate_key (
  public_key text primary key,
  first_used_at bigint not null
);
`,
}
