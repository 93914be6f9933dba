import type { Migration } from './migration.ts'

/**
 * The tokens in the links of a letter, sealed until it is sent. The start that runs this migration seals the existing
 * ones.
 */
export const sealedLetters: Migration = {
  name: '031-sealed-letters',
  sql: `
alter table mail add column sealed_links text;
`,
}
