import type { Migration } from './migration.ts'

/** The tokens in the links of a letter, sealed until it is sent. The start that takes this step seals what is there. */
export const sealedLetters: Migration = {
  name: '031-sealed-letters',
  sql: `
alter table mail add column sealed_links text;
`,
}
